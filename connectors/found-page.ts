import { Refused } from "./errors.ts";
import type { FoundPage } from "./knowledge-target.ts";

/**
 * Builds a found page. If the page's content cannot be parsed, builds it from `emptied`, because the page exists and
 * must not hide the other pages.
 */
export async function buildFoundPage<Page>(
  page: Page,
  emptied: Page,
  build: (page: Page) => FoundPage | Promise<FoundPage>,
): Promise<FoundPage> {
  try {
    return await build(page);
  } catch (error) {
    // A RangeError means that the stack overflowed, because the content is nested too deep.
    if (!(error instanceof Refused || error instanceof RangeError)) throw error;
    const unreadable = error instanceof Refused ? error.message : "The page cannot be read: it is nested too deep.";
    return { ...(await build(emptied)), isUntouched: false, unreadable };
  }
}
