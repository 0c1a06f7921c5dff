import { normaliseEmail, normaliseMailbox } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { findUnconfirmedAccount, lockEmail } from "./account-queries.ts";
import { findRegistration } from "./link-queries.ts";
import { maySendSignUpMail, sendVerification } from "./verification-mail.ts";

const PER_NETWORK = { limit: 30, windowSeconds: 60 * 60 };
const PER_NETWORK_AND_MAILBOX = { limit: 5, windowSeconds: 60 * 60 };

/**
 * Replaces a lost link if the address is unconfirmed, without revealing to the caller that it is. In the browser that signed
 * up, the link continues the sign-up. In any other browser the link's page asks for a password.
 */
export async function resendVerification(
  deps: Deps,
  { email: given, ip, browser }: { email: string; ip: string; browser: string | null },
): Promise<void> {
  const email = normaliseEmail(given);
  const [network, mailbox] = [getNetwork(ip), deps.secrets.hmac(normaliseMailbox(email), "rate limit")];
  await enforceRateLimit(deps.db, `resend ${network}`, PER_NETWORK);
  await enforceRateLimit(deps.db, `resend ${network} ${mailbox}`, PER_NETWORK_AND_MAILBOX);
  const maySend = await maySendSignUpMail(deps, mailbox);
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const waiting = await findUnconfirmedAccount(tx, email);
    if (!waiting) return;
    const registration = (await findRegistration(tx, waiting, browser, { orExpired: true })) ?? {};
    await sendVerification(deps, tx, { ...waiting, email }, { registration, maySend });
  });
}
