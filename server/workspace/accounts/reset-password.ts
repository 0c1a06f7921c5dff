import { setTimeout as sleep } from "node:timers/promises";
import { normaliseEmail, normaliseMailbox } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { countWithinLimit, enforceRateLimit } from "../../http/rate-limit.ts";
import { canSendMail, enqueueMail } from "../../mail/queued-mail.ts";
import { deleteConnectedAppsOfPerson } from "../scim/token-queries.ts";
import { endTokensOfPerson } from "../scim/tokens.ts";
import { findPasswordProviderName } from "../sso/password-managed-by.ts";
import { findSignInAccount, proveAddress, setPasswordByLink } from "./account-queries.ts";
import { consumeResetToken, isResetTokenAlive, issueLink, voidLinks } from "./link-queries.ts";
import { buildPasswordChangedMail, buildPasswordResetMail, buildProviderPasswordMail } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { endSessionsOfPerson, listMembershipsOfPerson } from "./person-queries.ts";

const ASKED_PER_NETWORK = { limit: 10, windowSeconds: 60 * 60 };
const ASKED_PER_NETWORK_AND_MAILBOX = { limit: 5, windowSeconds: 60 * 60 };
const MAILS_PER_MAILBOX = { limit: 10, windowSeconds: 60 * 60 };
const CHOSEN_PER_NETWORK = { limit: 20, windowSeconds: 60 * 60 };
/** Every answer takes this long, so that the response time does not reveal which addresses have accounts. */
const ANSWER_AFTER_MS = 250;
export const INVALID_LINK_MESSAGE = "This link no longer works. It works once and for one hour.";

/**
 * Mails a link for a new password if the address has an account, without revealing to the caller that it has. A mailbox gets at
 * most ten mails an hour.
 */
export async function requestPasswordReset(
  deps: Deps,
  { email: given, ip }: { email: string; ip: string },
): Promise<void> {
  const email = normaliseEmail(given);
  const [network, mailbox] = [getNetwork(ip), deps.secrets.hmac(normaliseMailbox(email), "rate limit")];
  await enforceRateLimit(deps.db, `forgot ${network}`, ASKED_PER_NETWORK);
  await enforceRateLimit(deps.db, `forgot ${network} ${mailbox}`, ASKED_PER_NETWORK_AND_MAILBOX);
  const mayMail = await countWithinLimit(deps.db, `forgot mails ${mailbox}`, MAILS_PER_MAILBOX);
  const work = deps.db.transaction(async (tx) => {
    const user = await findSignInAccount(tx, email);
    if (!user || !mayMail) return;
    const scope = { tx, workspaceId: user.workspaceId };
    if (user.passwordHash === null || findPasswordProviderName(deps.env, user))
      return enqueueMail(deps, scope, buildProviderPasswordMail(email, `${deps.env.PUBLIC_URL}/api/login`));
    const token = await issueLink(tx, user, "reset-password");
    await enqueueMail(
      deps,
      scope,
      buildPasswordResetMail(email, `${deps.env.PUBLIC_URL}/reset-password?token=${token}`),
    );
  });
  await Promise.all([work, sleep(ANSWER_AFTER_MS)]);
}

/** Returns the link to the operator, without a mail. Throws 'invalid' if the product stores no password for the address. */
export async function createResetLink(deps: Pick<Deps, "db" | "env">, given: string): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const user = await findSignInAccount(tx, normaliseEmail(given));
    if (!user || user.isDeactivated) throw invalid("No account that may sign in has this address.");
    const provider = findPasswordProviderName(deps.env, user);
    if (provider) throw invalid(`The password of this account is kept by ${provider}. Change it there.`);
    return `${deps.env.PUBLIC_URL}/reset-password?token=${await issueLink(tx, user, "reset-password")}`;
  });
}

/** True if the link is valid. Does not use up the link, because mail scanners open links too. */
export async function isResetLinkAlive({ db }: Pick<Deps, "db">, token: string): Promise<boolean> {
  return isResetTokenAlive(db, token);
}

/**
 * Uses up the link and sets the new password. Ends every session of the account and its provisioning tokens, because somebody
 * else may have had access. Confirms the address, because the link proves the mailbox. Returns the address and the hashes of
 * the ended sessions. Throws 'invalid' for an invalid link.
 */
export async function resetPassword(
  deps: Deps,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<{ email: string; endedSessions: string[] }> {
  await enforceRateLimit(deps.db, `reset ${getNetwork(ip)}`, CHOSEN_PER_NETWORK);
  if (!(await isResetLinkAlive(deps, token))) throw invalid(INVALID_LINK_MESSAGE);
  const passwordHash = await hashPassword(password);
  return deps.db.transaction(async (tx) => {
    const user = await consumeResetToken(tx, token);
    const email = user && (await setPasswordByLink(tx, user, passwordHash));
    if (!email) throw invalid(INVALID_LINK_MESSAGE);
    if (canSendMail(deps)) await proveAddress(tx, user, { email, proof: "mail" });
    for (const purpose of ["verify-email", "change-email"] as const) await voidLinks(tx, user, purpose);
    const scope = { tx, workspaceId: user.workspaceId };
    for (const { workspaceId, userId } of await listMembershipsOfPerson(tx, user)) {
      await endTokensOfPerson(deps, { tx, workspaceId }, userId);
      await deleteConnectedAppsOfPerson({ tx, workspaceId }, userId);
    }
    await enqueueMail(deps, scope, buildPasswordChangedMail(email, deps.env.PUBLIC_URL));
    return { email, endedSessions: await endSessionsOfPerson(tx, user) };
  });
}
