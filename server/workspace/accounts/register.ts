import type { z } from "zod";
import type { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { normaliseEmail, normaliseMailbox } from "../../../shared/domain/people.ts";
import { buildPaidTwiceMail, checkPayment, claimPayment, refundDuplicatePayment } from "../../billing/index.ts";
import type { Deps } from "../../deps.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { requirePayment } from "../../stripe/stripe.ts";
import { findAccount, insertAccount, lockEmail, setPassword } from "./account-queries.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { buildKnownAddressMail } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { maySendSignUpMail, sendVerification } from "./verification-mail.ts";

export type Registration = z.output<(typeof accountEndpoints)["POST /api/register"]["body"]>;

const HOUR = 60 * 60;
/**
 * Confirming an address gives its attempt back. All colleagues behind one network address can therefore sign up, but a flood of
 * sign-ups cannot.
 */
const UNCONFIRMED_PER_NETWORK = { limit: 30, windowSeconds: HOUR };
const PER_NETWORK_AND_DAY = { limit: 300, windowSeconds: 24 * HOUR };
const PER_NETWORK_AND_MAILBOX = { limit: 5, windowSeconds: HOUR };

interface RegistrationSource {
  ip: string;
  /** The hash of the browser's sign-up cookie. */
  browser: string;
}

/**
 * Registers an account. The answer does not reveal whether the address is new, unconfirmed or known; only the mail does. A paid
 * plan needs a payment that the provider confirms; a retry claims the same payment. Entered values take effect only after
 * mailbox and browser, or mailbox and a new password, are proven (verify-email.ts). A mailbox gets at most ten mails an hour,
 * and each link in these mails works.
 */
export async function registerAccount(
  deps: Deps,
  body: Registration,
  { ip, browser }: RegistrationSource,
): Promise<{ success: true; message: string }> {
  if (body.plan !== "starter") requirePayment(deps.payment);
  const email = normaliseEmail(body.email);
  const mailbox = deps.secrets.hmac(normaliseMailbox(email), "rate limit");
  const network = getNetwork(ip);
  const countedAs = `register ${network}`;
  await enforceRateLimit(deps.db, `${countedAs} ${mailbox}`, PER_NETWORK_AND_MAILBOX);
  await enforceRateLimit(deps.db, countedAs, UNCONFIRMED_PER_NETWORK);
  await enforceRateLimit(deps.db, `register in a day ${network}`, PER_NETWORK_AND_DAY);
  await refuseCommonPassword(body.password, "password");
  const payment = body.plan === "starter" ? null : await checkPayment(deps, body);
  const account = {
    ...body,
    plan: "starter" as const,
    email,
    jobTitle: body.role,
    passwordHash: await hashPassword(body.password),
  };
  const maySend = await maySendSignUpMail(deps, mailbox);
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const known = await findAccount(tx, email);
    if (known?.isVerified) {
      const isReturned = payment ? await refundDuplicatePayment(deps, tx, payment, known.workspaceId) : false;
      const mail = (isReturned ? buildPaidTwiceMail : buildKnownAddressMail)(email, `${deps.env.PUBLIC_URL}/api/login`);
      if (maySend) await enqueueMail(deps, { tx, workspaceId: known.workspaceId }, mail);
      return;
    }
    const ids = known ?? (await insertAccount(tx, account));
    // Stores the last entered password, so that the sign-in page can answer ‘Email not verified’ to it.
    if (known) await setPassword(tx, known, account.passwordHash);
    // The payment determines the plan, never the form.
    if (payment) await claimPayment(deps, tx, payment, { workspaceId: ids.workspaceId, email });
    const { firstName, lastName, company, passwordHash } = account;
    const typed = { firstName, lastName, company, passwordHash, jobTitle: account.jobTitle ?? "" };
    const registration = { ...typed, browser, countedAs };
    await sendVerification(deps, tx, { ...ids, email }, { registration, maySend });
  });
  return { success: true, message: "Account created. Open the link in the mail we sent you to confirm your address." };
}
