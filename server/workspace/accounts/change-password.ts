import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { deleteAttempts } from "../../http/rate-limit-queries.ts";
import type { Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { deleteConnectedAppsOfPerson } from "../scim/token-queries.ts";
import { endTokensOfPerson } from "../scim/tokens.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { replacePassword } from "./account-queries.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { voidLinks } from "./link-queries.ts";
import { buildPasswordChangedMail } from "./mails.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { endSessionsOfPerson, listMembershipsOfPerson } from "./person-queries.ts";
import { getUser } from "./queries.ts";

const TRIES = { limit: 10, windowSeconds: 15 * 60 };
const WRONG = "The current password is wrong.";

/**
 * Changes the password. Ends all other sessions of the account, and provisioning tokens that the person created. Returns the
 * hashes of the ended sessions. Throws 'invalid' if the current password is wrong.
 */
export async function changePassword(
  deps: Deps,
  viewer: Viewer & { sessionHash: string | null },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string[]> {
  const { workspaceId, userId, sessionHash } = viewer;
  const tries = `change password ${userId}`;
  await enforceRateLimit(deps.db, tries, TRIES);
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const manager = findPasswordProviderName(deps.env, user);
  if (manager)
    throw conflict(`The password of this account is managed by ${manager}. Change it there; nothing was changed here.`);
  if (!(await verifyPassword(currentPassword, user.passwordHash)))
    throw invalid(WRONG, [{ path: "currentPassword", message: WRONG }]);
  await refuseCommonPassword(newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword);

  const ended = await deps.db.transaction(async (tx) => {
    const isReplaced = await replacePassword(tx, viewer, { from: user.passwordHash, to: passwordHash });
    if (!isReplaced) throw invalid(WRONG, [{ path: "currentPassword", message: WRONG }]);
    await voidLinks(tx, viewer, "reset-password");
    // Cancels a requested change of address, because somebody who knows the old password may have requested the change.
    await voidLinks(tx, viewer, "change-email");
    // Revokes the person's API keys, because somebody who knows the old password may have created them.
    for (const one of await listMembershipsOfPerson(tx, viewer)) {
      await endTokensOfPerson(deps, { tx, workspaceId: one.workspaceId }, one.userId);
      await deleteConnectedAppsOfPerson({ tx, workspaceId: one.workspaceId }, one.userId);
    }
    await enqueueMail(deps, { tx, workspaceId }, buildPasswordChangedMail(user.email, deps.env.PUBLIC_URL));
    return endSessionsOfPerson(tx, viewer, { but: sessionHash });
  });
  await deleteAttempts(deps.db, tries);
  return ended;
}
