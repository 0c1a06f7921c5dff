import type { Page } from "@playwright/test";
import { PRELOADED_DATA_ID } from "../../shared/contract/preloaded-data.ts";

const BLOCK = new RegExp(`<script type="application/json" id="${PRELOADED_DATA_ID}">.*?</script>`, "s");

/**
 * Removes the data that the server embeds in a document, as if the server were too busy to embed it. The page then requests
 * everything, and a test can replace the answers.
 */
export const removePreloadedData = (page: Page): Promise<unknown> =>
  page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(BLOCK, "") });
  });
