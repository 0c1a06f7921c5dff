import type { Page } from "@playwright/test";
import { FIRST_READS_ID } from "../../shared/contract/first-reads.ts";

const BLOCK = new RegExp(`<script type="application/json" id="${FIRST_READS_ID}">.*?</script>`, "s");

/**
 * Removes the data that the server embeds in a document, as if the server were too busy to embed it. The page then requests
 * everything, and a test can replace the answers.
 */
export const removeFirstReads = (page: Page): Promise<unknown> =>
  page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(BLOCK, "") });
  });
