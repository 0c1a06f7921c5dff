import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Nothing is read or published by itself any more, and the credentials of the platforms are erased. */
export async function disconnectPlatforms({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`update workspace_settings set monitoring_mode = 'manual' where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update chat_integrations set is_active = false, secrets = '{}', live_since = null, updated_at = now()
    where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update knowledge_integrations set is_active = false, api_key_sealed = '', api_key_last4 = '', updated_at = now()
    where workspace_id = ${workspaceId}`);
}

/** Of provisioning, of the API, and of connected apps. */
export async function deleteOwnKeys({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`delete from scim_tokens where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from api_keys where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from oauth_grants where workspace_id = ${workspaceId}`);
}

/** Where somebody paid; a plan that the operator gave stays. */
export async function returnToFreePlan({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`
    update workspaces set plan = 'starter'
    where id = ${workspaceId} and exists (select from payers where workspace_id = ${workspaceId})`);
}

/** Events, checks, questions, runs and publications that were to come; those under way write nothing more. */
export async function stopWork({ tx, workspaceId }: WorkspaceScope, why: string): Promise<void> {
  await tx.execute(sql`delete from chat_events where workspace_id = ${workspaceId}`);
  await tx.execute(sql`delete from article_rechecks where workspace_id = ${workspaceId}`);
  await tx.execute(sql`
    update thread_questions set state = 'over' where workspace_id = ${workspaceId} and state <> 'asked'`);
  await tx.execute(sql`
    update runs set state = 'failed', error = ${why}, finished_at = now()
    where workspace_id = ${workspaceId} and state in ('queued', 'running')`);
  // The fence: a worker that is at it writes nothing more.
  await tx.execute(sql`
    update publications set state = 'parked', trouble = ${why}, intent_at = null, fence = fence + 1, updated_at = now()
    where workspace_id = ${workspaceId} and state in ('queued', 'in-flight')`);
}
