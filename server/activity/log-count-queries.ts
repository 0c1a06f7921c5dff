import { and, count, eq, gt, lt, lte } from "drizzle-orm";
import { getLastIdBefore } from "../db/new-id.ts";
import { activityLogs, logCounts } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

export type CountsByType = Record<typeof activityLogs.$inferSelect.type, number>;

/** Older entries are complete, because no transaction lasts this long. */
const COMPLETE_AFTER_MS = 24 * 3_600_000;
/** The most entries that are counted one by one before their sum is stored. */
const MAX_UNSTORED = 2_000;

/**
 * Counts all entries of the workspace's log. If entries are deleted, the stored sums are deleted too
 * (jobs/prune-history.ts).
 */
export async function countByType(scope: WorkspaceScope): Promise<CountsByType> {
  const { workspaceId, tx } = scope;
  const [kept] = await tx.select().from(logCounts).where(eq(logCounts.workspaceId, workspaceId));
  const before: CountsByType = {
    article_created: kept?.articleCreated ?? 0,
    message_analyzed: kept?.messageAnalyzed ?? 0,
    error: kept?.error ?? 0,
    change: kept?.change ?? 0,
  };
  const settledAt = getLastIdBefore(Date.now() - COMPLETE_AFTER_MS);
  const isNew = kept && settledAt <= kept.upTo;
  const settled = isNew ? before : sum(before, await countWithin(scope, kept?.upTo, settledAt));
  const upTo = isNew ? kept.upTo : settledAt;
  if (sumCounts(settled) - sumCounts(before) >= MAX_UNSTORED) await storeSums(scope, upTo, settled);
  return sum(settled, await countWithin(scope, upTo, undefined));
}

async function countWithin(
  { workspaceId, tx }: WorkspaceScope,
  after: string | undefined,
  upTo: string | undefined,
): Promise<CountsByType> {
  const rows = await tx
    .select({ type: activityLogs.type, count: count() })
    .from(activityLogs)
    .where(
      and(
        eq(activityLogs.workspaceId, workspaceId),
        after ? gt(activityLogs.id, after) : undefined,
        upTo ? lte(activityLogs.id, upTo) : undefined,
      ),
    )
    .groupBy(activityLogs.type);
  const counts: CountsByType = { article_created: 0, message_analyzed: 0, error: 0, change: 0 };
  for (const row of rows) counts[row.type] = row.count;
  return counts;
}

/** Stores the sums. Two counts at the same time store equal sums, and the later limit is kept. */
async function storeSums({ workspaceId, tx }: WorkspaceScope, upTo: string, counts: CountsByType): Promise<void> {
  const row = {
    upTo,
    articleCreated: counts.article_created,
    messageAnalyzed: counts.message_analyzed,
    error: counts.error,
    change: counts.change,
  };
  await tx
    .insert(logCounts)
    .values({ workspaceId, ...row })
    .onConflictDoUpdate({ target: logCounts.workspaceId, set: row, setWhere: lt(logCounts.upTo, upTo) });
}

const sum = (one: CountsByType, other: CountsByType): CountsByType => ({
  article_created: one.article_created + other.article_created,
  message_analyzed: one.message_analyzed + other.message_analyzed,
  error: one.error + other.error,
  change: one.change + other.change,
});
export const sumCounts = (counts: CountsByType) => Object.values(counts).reduce((all, count) => all + count, 0);
