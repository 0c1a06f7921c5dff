import { forgetGivenAnswers, forgetPrivateQuestions } from "../ask/index.ts";
import { forgetOldEntries } from "../audit/index.ts";
import type { Deps } from "../deps.ts";
import { forgetOldEvents } from "../ingest/live/index.ts";
import { forgetFormerTexts } from "../library/articles/index.ts";
import { forgetChatText, purgeOldModelAnswers, purgeOldTrials } from "../library/retract/index.ts";
import { forgetOldNotifications } from "../notifications/index.ts";
import { deleteOldCallClocks } from "../pace/call-clock-queries.ts";
import { forgetOldConnectedApps, forgetOldDeliveries } from "../public-api/index.ts";
import { deleteExpiredRows } from "../workspace/index.ts";
import { forgetOldModelCalls, sumUpAnalyzedMessages } from "./history-queries.ts";
import type { ScheduledJob } from "./job.ts";

const rule = (
  name: string,
  [everySeconds, timeLimitSeconds]: [everySeconds: number, timeLimitSeconds: number],
  run: ScheduledJob["run"],
): ScheduledJob => ({ name, everySeconds, timeLimitSeconds, run });

/** Deletes or erases stored data when its retention period ends. docs/sizes.md lists the periods by table and rule. */
export const RETENTION_RULES: readonly ScheduledJob[] = [
  rule("forget-chat-text", [300, 600], (deps, stopping) => forgetChatText(deps, () => stopping.aborted)),
  rule("forget-expired-links", [30, 300], ({ db }) => deleteExpiredRows(db)),
  rule("forget-former-texts", [3600, 300], ({ db }) => forgetFormerTexts(db)),
  rule("forget-given-answers", [600, 300], ({ db }) => forgetGivenAnswers(db)),
  rule("forget-model-answers", [600, 600], async ({ db }) => {
    await purgeOldModelAnswers(db);
    await purgeOldTrials(db);
  }),
  rule("forget-old-audit-entries", [300, 300], ({ db }) => forgetOldEntries(db)),
  rule("forget-old-clocks", [30, 120], ({ db }) => deleteOldCallClocks(db)),
  rule("forget-old-connections", [3600, 300], ({ db }) => forgetOldConnectedApps(db)),
  rule("forget-old-deliveries", [300, 300], ({ db }) => forgetOldDeliveries(db)),
  rule("forget-old-events", [30, 300], ({ db }) => forgetOldEvents(db)),
  rule("forget-old-figures", [3600, 600], forgetOldUsageData),
  rule("forget-old-notifications", [300, 300], ({ db }) => forgetOldNotifications(db)),
  rule("forget-private-questions", [300, 300], ({ db }) => forgetPrivateQuestions(db)),
];

/** Deletes old model calls and chat answers, and sums up counts of messages. */
export async function forgetOldUsageData({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  await forgetOldModelCalls(db, env.KEEP_HISTORY_DAYS);
  await sumUpAnalyzedMessages(db);
}
