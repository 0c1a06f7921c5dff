import type { Page } from "@playwright/test";
import { FIRST_READS_ID } from "../shared/contract/first-reads.ts";

const BLOCK = new RegExp(`<script type="application/json" id="${FIRST_READS_ID}">.*?</script>`, "s");

/** As when the server had no time for what a document brings along: the page asks for all of it, and answers can be replaced. */
export const withoutFirstReads = (page: Page): Promise<unknown> =>
  page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(BLOCK, "") });
  });
