import { sql } from "drizzle-orm";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

interface DueRule extends Record<string, unknown> {
  workspaceId: string;
  integrationId: string;
}

const COMPARED_EVERY_MINUTES = 5;

/** Claims due rules of all workspaces. Each rule goes to one worker, and is due again after five minutes. */
export async function claimDueRules(db: Database, limit: number): Promise<DueRule[]> {
  const { rows } = await db.execute<DueRule>(sql`
    update chat_integrations i set rule_due_at = now() + make_interval(mins => ${COMPARED_EVERY_MINUTES})
    from (select workspace_id, id from chat_integrations
      where rule_due_at <= now() and is_active order by rule_due_at limit ${limit} for update skip locked) due
    where i.workspace_id = due.workspace_id and i.id = due.id
    returning i.workspace_id as "workspaceId", i.id as "integrationId"`);
  return rows;
}

/**
 * Sets whether a rule may add this channel. After a person removed the channel, the rule may not, until a person adds
 * the channel again.
 */
export async function excludeChannelFromRule(
  scope: WorkspaceScope,
  id: string,
  externalId: string,
  isOut: boolean,
): Promise<void> {
  const change = isOut
    ? sql`array_append(array_remove(left_out, ${externalId}), ${externalId})`
    : sql`array_remove(left_out, ${externalId})`;
  await scope.tx.execute(sql`
    update chat_integrations set left_out = ${change}
    where workspace_id = ${scope.workspaceId} and id = ${id} and (${externalId} = any(left_out)) <> ${isOut}`);
}
