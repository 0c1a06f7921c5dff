import { updatePayerContact } from "../../billing/index.ts";
import type { Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";
import { transferArticles } from "../../library/care/index.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { removePassword } from "../accounts/account-queries.ts";
import { deleteLinks } from "../accounts/link-queries.ts";
import { type AccountIds, endSessionsOfPerson, listMembershipsOfPerson } from "../accounts/person-queries.ts";
import { endSessionsInWorkspace } from "../accounts/session-queries.ts";
import { deleteConnectedAppsOfPerson, deleteOwnAccountsOfPerson } from "../scim/token-queries.ts";
import { endTokensOfPerson } from "../scim/tokens.ts";
import { buildNewOwnerMail } from "./mails.ts";
import { ensureOwner, findHighestRanked } from "./member-queries.ts";

/** Event: a person has left, or is no longer an owner or admin. */
export const adminRightsEnded = defineEvent<Pick<Deps, "events" | "queue" | "env" | "secrets">, { userId: string }>(
  "an admin's rights ended",
);

/**
 * In one transaction, ends everything that could let a deactivated person in, and all invitations and tokens that the person
 * created. Ensures that the workspace still has an owner, who gets mails about payments. Returns the hashes of the ended
 * sessions.
 */
export async function endMembership(
  deps: Pick<Deps, "events" | "queue" | "env" | "secrets">,
  scope: WorkspaceScope,
  { id, email, articlesTo = null }: { id: string; email: string; articlesTo?: string | null },
): Promise<string[]> {
  await deleteLinks(scope, id);
  await endTokensOfPerson(deps, scope, id);
  await deleteConnectedAppsOfPerson(scope, id);
  await deleteOwnAccountsOfPerson(scope, id);
  await adminRightsEnded.announce(deps, scope, { userId: id });
  await keepAnOwner(deps, scope);
  await transferArticles(scope, { from: id, to: articlesTo });
  const payer = await findHighestRanked(scope);
  if (payer) await updatePayerContact(deps, scope, { from: email, to: payer });
  return endSessionsInWorkspace(scope, id);
}

/**
 * Ends all access to an account whose unproven address another person now proves, in every workspace: a stranger may have
 * created it. Uses the database owner's connection.
 */
export async function endUnprovenAccess(deps: Pick<Deps, "events">, tx: Transaction, ids: AccountIds): Promise<void> {
  for (const { workspaceId, userId } of await listMembershipsOfPerson(tx, ids)) {
    const scope = { tx, workspaceId };
    await deleteLinks(scope, userId);
    await endTokensOfPerson(deps, scope, userId);
    await deleteConnectedAppsOfPerson(scope, userId);
    await deleteOwnAccountsOfPerson(scope, userId);
  }
  await endSessionsOfPerson(tx, ids);
  await removePassword(tx, ids);
}

/**
 * If the last owner has left, makes the person with the highest role and longest membership the owner, and notifies this
 * person.
 */
async function keepAnOwner(deps: Pick<Deps, "queue" | "env" | "secrets">, scope: WorkspaceScope): Promise<void> {
  for (const { email, company } of await ensureOwner(scope))
    await enqueueMail(deps, scope, buildNewOwnerMail(email, company, deps.env.PUBLIC_URL));
}
