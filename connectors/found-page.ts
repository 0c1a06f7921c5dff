import { Refused } from "./errors.ts";
import type { FoundPage } from "./knowledge-target.ts";

/**
 * Builds a found page. A page whose content cannot be read is built from `emptied` instead: it still exists, and must
 * not hide the other pages.
 */
export async function buildFoundPage<Page>(
  page: Page,
  emptied: Page,
  build: (page: Page) => FoundPage | Promise<FoundPage>,
): Promise<FoundPage> {
  try {
    return await build(page);
  } catch (error) {
    // A RangeError is an overflow of the stack, by content that is nested too deep.
    if (!(error instanceof Refused || error instanceof RangeError)) throw error;
    const unreadable = error instanceof Refused ? error.message : "The page cannot be read: it is nested too deep.";
    return { ...(await build(emptied)), isUntouched: false, unreadable };
  }
}
