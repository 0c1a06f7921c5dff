import type { AccountDeletion } from "../../../shared/contract/personal-data.ts";
import { DELETED_WITHIN_DAYS, DELETION_WORD } from "../../../shared/domain/people.ts";
import { endSubscription } from "../../billing/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { endMembership } from "../people/leaving.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { deleteTokensAndKeys, disconnectPlatforms, removePendingWork, returnToFreePlan } from "./closing-queries.ts";
import { listWorkspacesOfDeletion, lockMemberships, markDeleted, markRestored } from "./deletion-queries.ts";
import { buildAccountDeletedMail, getContactAddress } from "./mails.ts";
import { verifyPassword } from "./passwords.ts";
import { getUser } from "./queries.ts";

const TRIES = { limit: 10, windowSeconds: 15 * 60 };

/** The effects of a deletion in each workspace of the person, shown before the person confirms the deletion. */
export async function describeDeletion(
  { db, env }: Pick<Deps, "db" | "env">,
  viewer: Viewer,
): Promise<AccountDeletion> {
  const user = await inWorkspace(db, viewer.workspaceId, (scope) => getUser(scope, viewer.userId));
  const rows = await listWorkspacesOfDeletion(db, viewer);
  const gone = rows.filter(({ goes }) => goes);
  const sum = (of: "articles" | "integrations") => gone.reduce((total, row) => total + row[of], 0);
  return {
    proof: hasPassword(env, user) ? "password" : "word",
    isLastPerson: gone.length > 0,
    articles: sum("articles"),
    integrations: sum("integrations"),
    workspaces: rows.map(({ name, goes }) => ({ name, goes })),
    purgedBy: new Date(Date.now() + DELETED_WITHIN_DAYS * 86_400_000).toISOString(),
  };
}

export interface DeletedAccount {
  purgedBy: Date;
  /** The hashes of the ended sessions. */
  endedSessions: string[];
  isWorkspaceClosed: boolean;
}

/**
 * Ends every access to the account, and everything that acts in the person's name, in all workspaces. Rows stay until the purge
 * (purge.ts). A workspace without other people is closed. Throws 'invalid' if the password or the confirmation word is wrong.
 */
export async function deleteAccount(
  deps: Deps,
  { workspaceId, userId }: Viewer,
  proof: string,
): Promise<DeletedAccount> {
  await enforceRateLimit(deps.db, `delete account ${userId}`, TRIES);
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const { email } = user;
  await checkProof(proof, hasPassword(deps.env, user) ? user.passwordHash : null);

  return deps.db.transaction(async (tx) => {
    const memberships = await lockMemberships(tx, { workspaceId, userId });
    const rows = await markDeleted(tx, { workspaceId, userId });
    if (!rows[0] || memberships.length === 0) throw invalid("The account is deleted already.");
    const endedSessions: string[] = [];
    const closed: string[] = [];
    for (const one of memberships) {
      const scope = { tx, workspaceId: one.workspaceId };
      endedSessions.push(...(await endMembership(deps, scope, { id: one.userId, email })));
      if (one.others > 0) continue;
      await closeWorkspace(deps, scope);
      closed.push(rows.find(({ id }) => id === one.workspaceId)?.name ?? "");
    }
    const purgedBy = new Date(rows[0].purgedBy);
    const mail = buildAccountDeletedMail(email, {
      purgedBy: purgedBy.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" }),
      workspace: closed.join(", ") || null,
      contact: getContactAddress(deps.env),
    });
    await enqueueMail(deps, { tx, workspaceId }, mail);
    return { purgedBy, endedSessions, isWorkspaceClosed: closed.length > 0 };
  });
}

/** True if the product stores a password for the person and lets them sign in with it. */
const hasPassword = (env: Deps["env"], user: { passwordHash: string | null }) =>
  user.passwordHash !== null && findPasswordProviderName(env, user) === null;

async function checkProof(proof: string, passwordHash: string | null): Promise<void> {
  const message = passwordHash === null ? `Type the word ${DELETION_WORD}.` : "The password is wrong.";
  const isRight =
    passwordHash === null ? proof.trim().toLowerCase() === DELETION_WORD : await verifyPassword(proof, passwordHash);
  if (!isRight) throw invalid(message, [{ path: "proof", message }]);
}

/**
 * Restores an account for the operator, except for the platforms' tokens. Possible until the purge. Throws 'invalid' with the
 * reason.
 */
export async function restoreAccount({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  if (!(await markRestored(db, email)))
    throw invalid("There is no deleted account with this address, or the address already has a new account.");
}

const WHY = "The account was deleted.";

/**
 * Closes a workspace after its last person left: all work stops, and credentials are erased at once. The other data stays until
 * the purge, so that the operator can restore a person.
 */
async function closeWorkspace(deps: Pick<Deps, "queue">, scope: WorkspaceScope): Promise<void> {
  await disconnectPlatforms(scope);
  await deleteTokensAndKeys(scope);
  // The paid plan ends. A restored person starts with the free plan.
  await returnToFreePlan(scope);
  await endSubscription(deps, scope.tx, scope.workspaceId);
  await removePendingWork(scope, WHY);
}
