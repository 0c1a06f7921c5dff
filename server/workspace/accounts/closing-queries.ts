import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Stops automatic reading and publishing, and erases the credentials of platforms and of the language model. */
export async function disconnectPlatforms({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`update workspace_settings set monitoring_mode = 'manual' where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update chat_integrations set is_active = false, secrets = '{}', live_since = null, updated_at = now()
    where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update knowledge_integrations set is_active = false, api_key_sealed = '', api_key_last4 = '', updated_at = now()
    where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update model_settings set provider = null, key_sealed = null, key_last4 = null where workspace_id = ${workspaceId}`);
}

/** Deletes the workspace's provisioning tokens, API keys and connected apps. */
export async function deleteTokensAndKeys({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`delete from scim_tokens where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from api_keys where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from oauth_grants where workspace_id = ${workspaceId}`);
}

/** Ends a paid plan; a plan granted by the operator stays. */
export async function returnToFreePlan({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`
    update workspaces set plan = 'starter'
    where id = ${workspaceId} and exists (select from payers where workspace_id = ${workspaceId})`);
}

/** Removes pending work: events, checks, questions, runs and publications. Work in progress can no longer write. */
export async function removePendingWork({ tx, workspaceId }: WorkspaceScope, why: string): Promise<void> {
  await tx.execute(sql`delete from chat_events where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from article_rechecks where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update thread_questions set state = 'over' where workspace_id = ${workspaceId} and state <> 'asked'`);
  await tx.execute(sql`
    update runs set state = 'failed', error = ${why}, finished_at = now()
    where workspace_id = ${workspaceId} and state in ('queued', 'running')`);
  // Increasing the fence (the number of the last claim) prevents a worker with an earlier claim from writing.
  await tx.execute(sql`
    update publications set state = 'parked', trouble = ${why}, intent_at = null, fence = fence + 1, updated_at = now()
    where workspace_id = ${workspaceId} and state in ('queued', 'in-flight')`);
}
