import { sql } from "drizzle-orm";
import type { AccountDeletion } from "../../../shared/contract/personal-data.ts";
import { DELETED_WITHIN_DAYS, DELETION_WORD } from "../../../shared/domain/people.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { isThere, letGo } from "../people/leaving.ts";
import { passwordManagedBy } from "../sso/password-managed-by.ts";
import { closeWorkspace } from "./close-workspace.ts";
import { accountDeletedMail, contactOf } from "./mails.ts";
import { isPassword } from "./passwords.ts";
import { getUser } from "./queries.ts";

const TRIES = { limit: 10, windowSeconds: 15 * 60 };
const GONE = "deleted.invalid";

/** What it would do, said before anybody does it. */
export async function readDeletion(
  { env }: Pick<Deps, "env">,
  scope: WorkspaceScope,
  userId: string,
): Promise<AccountDeletion> {
  const { tx, workspaceId } = scope;
  const user = await getUser(scope, userId);
  const { rows } = await tx.execute<
    Pick<AccountDeletion, "articles" | "integrations" | "isLastPerson"> & { purgedBy: Date }
  >(sql`
    select not exists (select from users where workspace_id = ${workspaceId} and id <> ${userId} and ${isThere})
        as "isLastPerson",
      (select count(*)::int from articles where workspace_id = ${workspaceId}) as articles,
      (select count(*)::int from chat_integrations where workspace_id = ${workspaceId})
        + (select count(*)::int from knowledge_integrations where workspace_id = ${workspaceId}) as integrations,
      now() + make_interval(days => ${DELETED_WITHIN_DAYS}) as "purgedBy"`);
  const [found] = rows;
  if (!found) throw new Error("A query of sums always answers a row.");
  return {
    ...found,
    proof: hasPassword(env, user) ? "password" : "word",
    purgedBy: new Date(found.purgedBy).toISOString(),
  };
}

export interface Deleted {
  purgedBy: Date;
  /** Keys of the sessions that ended. */
  endedSessions: string[];
  isWorkspaceClosed: boolean;
}

/**
 * Nobody can sign in to the account from now on, and nothing works in its name. The row stays for the purge (purge.ts). With
 * the last person the workspace closes. Throws 'invalid' when the proof is wrong.
 */
export async function deleteAccount(deps: Deps, { workspaceId, userId }: Viewer, proof: string): Promise<Deleted> {
  await enforceRateLimit(deps.db, `delete account ${userId}`, TRIES);
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const { email } = user;
  await checkProof(proof, hasPassword(deps.env, user) ? user.passwordHash : null);

  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    const isWorkspaceClosed = (await lockOthers(scope, userId)) === 0;
    const { rows } = await tx.execute<{ purgedBy: Date; workspace: string }>(sql`
      update users u set deleted_at = now(), deleted_email = u.email, email = u.id || ${`@${GONE}`}, updated_at = now()
      from workspaces w
      where w.id = u.workspace_id and u.workspace_id = ${workspaceId} and u.id = ${userId} and u.deleted_at is null
      returning now() + make_interval(days => ${DELETED_WITHIN_DAYS}) as "purgedBy", w.name as workspace`);
    const [gone] = rows;
    if (!gone) throw invalid("The account is deleted already.");
    const endedSessions = await letGo(deps, scope, { id: userId, email });
    if (isWorkspaceClosed) await closeWorkspace(deps, scope);
    const purgedBy = new Date(gone.purgedBy);
    const mail = accountDeletedMail(email, {
      purgedBy: purgedBy.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" }),
      workspace: isWorkspaceClosed ? gone.workspace : null,
      contact: contactOf(deps.env),
    });
    await enqueueMail(deps, scope, mail);
    return { purgedBy, endedSessions, isWorkspaceClosed };
  });
}

/** One that this product keeps and lets people sign in with. */
const hasPassword = (env: Deps["env"], user: { passwordHash: string | null }) =>
  user.passwordHash !== null && passwordManagedBy(env, user) === null;

async function checkProof(proof: string, passwordHash: string | null): Promise<void> {
  const message = passwordHash === null ? `Type the word ${DELETION_WORD}.` : "The password is wrong.";
  const isRight =
    passwordHash === null ? proof.trim().toLowerCase() === DELETION_WORD : await isPassword(proof, passwordHash);
  if (!isRight) throw invalid(message, [{ path: "proof", message }]);
}

/** How many other people the workspace has. They stay as they are until the transaction ends: two last ones cannot both be "not the last". */
async function lockOthers({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and ${isThere} order by id for update`);
  return rows.filter(({ id }) => id !== userId).length;
}

/** For the operator, until the purge: everything comes back but the tokens of the platforms. Throws 'invalid' with the reason. */
export async function restoreAccount({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update users set email = deleted_email, deleted_at = null, deleted_email = null, updated_at = now()
    where id = (select id from users where deleted_email = ${email} order by deleted_at desc limit 1)
      and not exists (select from users where email = ${email})`);
  if (rowCount === 0)
    throw invalid("No deleted account waits under this address, or the address has a new account already.");
}
