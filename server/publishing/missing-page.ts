import type { publications } from "../db/schema.ts";

const REMOVED = "Somebody removed the page on the platform. It is not created again unless you ask for it.";
const STAYS_REMOVED = "It stays removed. When somebody restores the page on the platform, it is kept up to date again.";
/** The publication's notice while people review a request to remove the page. */
export const REMOVAL_IN_REVIEW = "A request to remove the page is open: the page is there until somebody merges it.";
const FORGOTTEN = "This article is no longer published here.";

/**
 * Returns the state of a publication whose page is gone, according to the person's choice. The choice to create a new
 * page is handled elsewhere.
 */
export function chooseStateOfMissingPage({ ifGone }: Pick<typeof publications.$inferSelect, "ifGone">) {
  if (ifGone === "forget") return { state: "forgotten" as const, trouble: null, notice: FORGOTTEN };
  if (ifGone === "leave") return { state: "removed" as const, trouble: null, notice: STAYS_REMOVED };
  return { state: "removed" as const, trouble: REMOVED, notice: null };
}
