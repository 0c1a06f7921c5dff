import { sql } from "drizzle-orm";
import { followPayer } from "../../billing/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { handOnArticles } from "../../library/index.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { endSessions } from "../accounts/own-sessions.ts";
import { endTokensOf } from "../scim/tokens.ts";
import { nowOwnerMail } from "./mails.ts";

/** Whoever can sign in or could: a directory, or an admin, has shut the others out. Over `users`. */
export const isThere = sql`deleted_at is null and deactivated_at is null`;
const byRank = sql`array_position(array['owner', 'admin', 'editor', 'reviewer', 'viewer'], membership), created_at, id`;

/**
 * In the transaction that shuts a person out: what could let them in ends, and so does what they have made for others to come
 * in by; the workspace keeps an owner, who gets the mails about the payment. Answers the keys of the sessions that ended.
 */
export async function letGo(
  deps: Pick<Deps, "events" | "queue" | "env" | "secrets">,
  scope: WorkspaceScope,
  { id, email, articlesTo = null }: { id: string; email: string; articlesTo?: string | null },
): Promise<string[]> {
  const { tx, workspaceId } = scope;
  await tx.execute(sql`delete from single_use_tokens where workspace_id = ${workspaceId} and user_id = ${id}`);
  await endTokensOf(deps, scope, id);
  await keepAnOwner(deps, scope);
  await handOnArticles(scope, { from: id, to: articlesTo });
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from users where workspace_id = ${workspaceId} and ${isThere} order by ${byRank} limit 1`);
  if (rows[0]) await followPayer(deps, scope, { from: email, to: rows[0].email });
  return endSessions(scope, id);
}

/** When the last owner has gone, the person with the most rights who is there longest becomes it, and is told. */
async function keepAnOwner(deps: Pick<Deps, "queue" | "env" | "secrets">, scope: WorkspaceScope): Promise<void> {
  const { tx, workspaceId } = scope;
  const { rows } = await tx.execute<{ email: string; company: string }>(sql`
    update users u set membership = 'owner', updated_at = now()
    from workspaces w
    where w.id = ${workspaceId} and u.workspace_id = ${workspaceId}
      and not exists (select from users where workspace_id = ${workspaceId} and membership = 'owner' and ${isThere})
      and u.id = (select id from users where workspace_id = ${workspaceId} and ${isThere} order by ${byRank} limit 1)
    returning u.email, w.name as company`);
  for (const { email, company } of rows)
    await enqueueMail(deps, scope, nowOwnerMail(email, company, deps.env.PUBLIC_URL));
}
