import { and, desc, eq, gte, sql } from "drizzle-orm";
import { newId } from "../db/new-id.ts";
import { activityLogs, llmCalls } from "../db/schema.ts";
import { lockUntilCommit } from "../db/transaction-locks.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Spent } from "./budget.ts";

export type FinishedCall = Omit<typeof llmCalls.$inferInsert, "workspaceId" | "id" | "runId" | "createdAt">;

/** The answer that was paid for already, with what it cost; null when there is none. */
export async function findAnswer({ workspaceId, tx }: WorkspaceScope, inputHash: string) {
  const [row] = await tx
    .select({ output: llmCalls.output, costMicros: llmCalls.costMicros, milliseconds: llmCalls.milliseconds })
    .from(llmCalls)
    .where(and(eq(llmCalls.workspaceId, workspaceId), eq(llmCalls.inputHash, inputHash), eq(llmCalls.outcome, "ok")))
    .orderBy(desc(llmCalls.createdAt))
    .limit(1);
  return row ?? null;
}

export async function storeCall({ workspaceId, tx }: WorkspaceScope, call: FinishedCall): Promise<void> {
  await tx.insert(llmCalls).values({ workspaceId, id: newId(), ...call });
}

/** Today and this month (UTC), by the database's clock. */
export async function spentSoFar({ workspaceId, tx }: WorkspaceScope): Promise<Spent> {
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

export async function wasTold(
  { workspaceId, tx }: WorkspaceScope,
  kind: string,
  unit: "month" | "day" | "hour",
): Promise<boolean> {
  // Two workers that meet the cap at once say it once.
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
