import type { z } from "zod";
import type { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { EMAIL_PERSONAL, isPersonalMail, normaliseEmail } from "../../../shared/domain/people.ts";
import { updatePayerContact } from "../../billing/index.ts";
import { inWorkspace, type Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { isConfirmedAddress } from "./account-queries.ts";
import { issueLink } from "./link-queries.ts";
import { buildAddressChangeNotice, buildAddressTakenMail, buildNewAddressMail } from "./mails.ts";
import { verifyPassword } from "./passwords.ts";
import { getUser, saveProfile, type UserRow } from "./queries.ts";
import { hasStartedWithin } from "./session-queries.ts";

export type ProfileChange = z.output<(typeof accountEndpoints)["PATCH /api/auth/user"]["body"]>;

const WRONG_PASSWORD = "The current password is wrong.";
const PER_HOUR = { limit: 5, windowSeconds: 60 * 60 };

/** For this long after a sign-in the password is not required again. */
const RECENT_MINUTES = 10;
const ASK_FOR_PASSWORD = "Enter your current password to change the email address.";
const ASK_TO_SIGN_IN = "Sign out and in again, then change the email address within 10 minutes.";

/**
 * Changes names and role at once. A new address needs the current password or a recent sign-in. The new address takes effect
 * once its mailed link is opened, and the old address gets a notice. The answer does not reveal whether the new address has an
 * account; only the mail does. Throws 'invalid' without password and recent sign-in.
 */
export async function changeProfile(
  deps: Deps,
  viewer: Viewer & { sessionHash: string | null },
  change: ProfileChange,
): Promise<UserRow> {
  const { workspaceId, userId } = viewer;
  const wanted = normaliseEmail(change.email);
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
  const { email, pendingEmail } = user;
  const isNew = wanted !== email && wanted !== pendingEmail;
  if (isNew && isPersonalMail(wanted)) throw invalid(EMAIL_PERSONAL, [{ path: "email", message: EMAIL_PERSONAL }]);
  if (isNew) {
    await enforceRateLimit(deps.db, `change email ${userId}`, PER_HOUR);
    await proveItIsThem(deps, viewer, user, change.currentPassword);
  }
  await deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    await saveProfile(scope, userId, change);
    await updatePayerContact(deps, scope, { from: email, to: email });
    if (isNew) await askForEmail(deps, tx, viewer, { from: email, to: wanted });
  });
  return inWorkspace(deps.db, workspaceId, (scope) => getUser(scope, userId));
}

/** Requires the password, so that an unlocked browser or a stolen session is not enough to take over the account. */
async function proveItIsThem(
  { db, env }: Deps,
  { sessionHash }: { sessionHash: string | null },
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  const hasPassword = user.passwordHash !== null && findPasswordProviderName(env, user) === null;
  if (password) {
    if (hasPassword && (await verifyPassword(password, user.passwordHash))) return;
    throw invalid(WRONG_PASSWORD, [{ path: "currentPassword", message: WRONG_PASSWORD }]);
  }
  if (sessionHash && (await hasStartedWithin(db, sessionHash, RECENT_MINUTES))) return;
  if (hasPassword) throw invalid(ASK_FOR_PASSWORD, [{ path: "currentPassword", message: ASK_FOR_PASSWORD }]);
  throw invalid(ASK_TO_SIGN_IN, [{ path: "email", message: ASK_TO_SIGN_IN }]);
}

async function askForEmail(
  deps: Deps,
  tx: Transaction,
  viewer: Viewer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const scope = { tx, workspaceId: viewer.workspaceId };
  const token = await issueLink(tx, viewer, "change-email", { email: to });
  const link = `${deps.env.PUBLIC_URL}/verify-email?token=${token}`;
  await enqueueMail(
    deps,
    scope,
    (await isConfirmedAddress(tx, to)) ? buildAddressTakenMail(to) : buildNewAddressMail(to, link),
  );
  await enqueueMail(deps, scope, buildAddressChangeNotice(from, to, `${deps.env.PUBLIC_URL}/settings/password`));
}
