import { recordActivity } from "../activity/index.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import type { SpendingCaps } from "./budget.ts";
import { wasNoticeSent } from "./call-queries.ts";

const told = new Set<string>();

/** Records in the activity log, once per day or month, that a spending cap is almost spent. */
export async function logCapAlmostReached(
  { db, events }: { db: Database; events: BrowserEvents },
  workspaceId: string,
  cap: "day" | "month",
  { dailyDollars, monthlyDollars }: SpendingCaps,
): Promise<void> {
  const period = new Date().toISOString().slice(0, cap === "day" ? 10 : 7);
  // Stored in memory, so that later calls do not query the database again.
  const once = `${workspaceId} ${cap} ${period}`;
  if (told.has(once)) return;
  const dollars = cap === "day" ? dailyDollars : monthlyDollars;
  await inWorkspace(db, workspaceId, async (scope) => {
    if (await wasNoticeSent(scope, `almost-${cap}`, cap)) return;
    await recordActivity(scope, events, {
      type: "error",
      message: `80 % of this ${cap}'s ${dollars} US dollars for the language model are spent.`,
      data: { fallback: `almost-${cap}`, cap: dollars },
    });
  });
  told.add(once);
}
