import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { newId } from "../db/new-id.ts";
import { activityLogs, llmCalls } from "../db/schema.ts";
import { lockUntilCommit } from "../db/transaction-locks.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { SpentAmounts } from "./budget.ts";

export type FinishedCall = Omit<typeof llmCalls.$inferInsert, "workspaceId" | "id" | "runId" | "callId" | "createdAt">;

export type PaidAnswer = Pick<typeof llmCalls.$inferSelect, "output" | "costMicros" | "milliseconds">;

/** Returns the answers that were already paid for, with their costs, by the hashes of their questions. */
export async function findPaidAnswers(
  { workspaceId, tx }: WorkspaceScope,
  hashes: string[],
): Promise<ReadonlyMap<string, PaidAnswer>> {
  const rows = await tx
    .select({
      hash: llmCalls.inputHash,
      output: llmCalls.output,
      costMicros: llmCalls.costMicros,
      milliseconds: llmCalls.milliseconds,
    })
    .from(llmCalls)
    .where(and(eq(llmCalls.workspaceId, workspaceId), inArray(llmCalls.inputHash, hashes), eq(llmCalls.outcome, "ok")))
    .orderBy(asc(llmCalls.createdAt));
  return new Map(rows.map(({ hash, ...answer }) => [hash, answer]));
}

/** Stores a call's answers, each with its share of tokens and price. */
export async function storeCall({ workspaceId, tx }: WorkspaceScope, parts: FinishedCall[]): Promise<void> {
  const callId = parts.length > 1 ? newId() : null;
  await tx.insert(llmCalls).values(parts.map((part) => ({ workspaceId, id: newId(), callId, ...part })));
}

/** Returns today's and this month's spending (UTC), by the database's clock. */
export async function readSpending({ workspaceId, tx }: WorkspaceScope): Promise<SpentAmounts> {
  const today = sql`${llmCalls.createdAt} >= date_trunc('day', now(), 'UTC')`;
  const [row] = await tx
    .select({
      month: sql<string>`coalesce(sum(${llmCalls.costMicros}), 0)`,
      micros: sql<string>`coalesce(sum(${llmCalls.costMicros}) filter (where ${today}), 0)`,
      tokens: sql<string>`coalesce(sum(${llmCalls.inputTokens} + ${llmCalls.outputTokens}) filter (where ${today}), 0)`,
    })
    .from(llmCalls)
    .where(and(eq(llmCalls.workspaceId, workspaceId), gte(llmCalls.createdAt, sql`date_trunc('month', now(), 'UTC')`)));
  return {
    day: { micros: Number(row?.micros ?? 0), tokens: Number(row?.tokens ?? 0) },
    month: { micros: Number(row?.month ?? 0) },
  };
}

export async function wasNoticeSent(
  { workspaceId, tx }: WorkspaceScope,
  kind: string,
  unit: "month" | "day" | "hour",
): Promise<boolean> {
  // The lock prevents two workers that reach the cap at once from both reporting it.
  await lockUntilCommit(tx, `fallback ${workspaceId} ${kind}`);
  const [row] = await tx
    .select({ id: activityLogs.id })
    .from(activityLogs)
    .where(
      and(
        eq(activityLogs.workspaceId, workspaceId),
        eq(activityLogs.type, "error"),
        sql`${activityLogs.data}->>'fallback' = ${kind}`,
        gte(activityLogs.createdAt, sql`date_trunc(${unit}, now(), 'UTC')`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
