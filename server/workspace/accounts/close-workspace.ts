import { sql } from "drizzle-orm";
import { endPayment } from "../../billing/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";

const WHY = "The account was deleted.";

/**
 * The last person has left: nothing is read, judged or published any more, and the credentials are erased at once. What is
 * left waits for the purge, and comes back with a person whom the operator restores.
 */
export async function closeWorkspace(deps: Pick<Deps, "queue">, { tx, workspaceId }: WorkspaceScope): Promise<void> {
  const ofWorkspace = sql`workspace_id = ${workspaceId}`;
  await tx.execute(sql`update workspace_settings set monitoring_mode = 'manual' where ${ofWorkspace}`);
  await tx.execute(sql`
    update chat_integrations set is_active = false, secrets = '{}', live_since = null, updated_at = now()
    where ${ofWorkspace}`);
  await tx.execute(sql`
    update knowledge_integrations set is_active = false, api_key_sealed = '', api_key_last4 = '', updated_at = now()
    where ${ofWorkspace}`);
  await tx.execute(sql`delete from scim_tokens where ${ofWorkspace}`);
  await tx.execute(sql`delete from api_keys where ${ofWorkspace}`);
  // Without what was paid for it: a person who comes back begins with the free plan.
  await tx.execute(sql`
    update workspaces set plan = 'starter' where id = ${workspaceId} and exists (select from payers where ${ofWorkspace})`);
  await endPayment(deps, tx, workspaceId);
  await tx.execute(sql`delete from chat_events where ${ofWorkspace}`);
  await tx.execute(sql`delete from article_rechecks where ${ofWorkspace}`);
  await tx.execute(sql`update thread_questions set state = 'over' where ${ofWorkspace} and state <> 'asked'`);
  await tx.execute(sql`
    update runs set state = 'failed', error = ${WHY}, finished_at = now()
    where ${ofWorkspace} and state in ('queued', 'running')`);
  // The fence: a worker that is at it writes nothing more.
  await tx.execute(sql`
    update publications set state = 'parked', trouble = ${WHY}, intent_at = null, fence = fence + 1, updated_at = now()
    where ${ofWorkspace} and state in ('queued', 'in-flight')`);
}
