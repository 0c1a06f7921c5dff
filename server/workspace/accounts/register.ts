import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { accountEndpoints } from "../../../shared/contract/accounts.ts";
import { normaliseEmail } from "../../../shared/domain/people.ts";
import { checkPayment, claimPayment, returnPayment } from "../../billing/claim-payment.ts";
import { paidTwiceMail } from "../../billing/mails.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { configured } from "../../stripe/stripe.ts";
import { type AccountIds, insertAccount, lockEmail } from "./create-account.ts";
import { issueLink } from "./links.ts";
import { knownAddressMail, verificationMail } from "./mails.ts";
import { hashPassword } from "./passwords.ts";

export type Registration = z.output<(typeof accountEndpoints)["POST /api/register"]["body"]>;

const PER_HOUR = { limit: 5, windowSeconds: 60 * 60 };

/**
 * Answers the same whether the address is new, waits for its confirmation, or has an account; the mail tells them apart.
 * A paid plan needs a payment that the provider confirms; tried again it takes the same one.
 * An address that was never confirmed takes over what was typed last, and only the newest link works.
 */
export async function register(
  deps: Deps,
  body: Registration,
  ip: string,
): Promise<{ success: true; message: string }> {
  if (body.plan !== "starter") configured(deps.payment);
  const email = normaliseEmail(body.email);
  await enforceRateLimit(deps.db, `register ip ${ip}`, PER_HOUR);
  await enforceRateLimit(deps.db, `register email ${deps.secrets.hmac(email, "rate limit")}`, PER_HOUR);
  const payment = body.plan === "starter" ? null : await checkPayment(deps, body);
  const account = {
    ...body,
    plan: "starter" as const,
    email,
    jobTitle: body.role,
    passwordHash: await hashPassword(body.password),
  };

  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const known = await findByEmail(tx, email);
    if (known?.isVerified) {
      const isReturned = payment ? await returnPayment(deps, tx, payment, known.workspaceId) : false;
      const mail = (isReturned ? paidTwiceMail : knownAddressMail)(email, `${deps.env.PUBLIC_URL}/api/login`);
      return enqueueMail(deps, { tx, workspaceId: known.workspaceId }, mail);
    }
    if (known) await replaceUnconfirmed(tx, known, account);
    const ids = known ?? (await insertAccount(tx, account));
    // The plan comes with the payment and never with the form.
    if (payment) await claimPayment(deps, tx, payment, { workspaceId: ids.workspaceId, email });
    const token = await issueLink(tx, ids, "verify-email");
    const link = `${deps.env.PUBLIC_URL}/verify-email?token=${token}`;
    await enqueueMail(deps, { tx, workspaceId: ids.workspaceId }, verificationMail(email, link, account.company));
  });
  return { success: true, message: "Account created. Open the link in the mail we sent you to confirm your address." };
}

async function findByEmail(
  tx: Transaction,
  email: string,
): Promise<(AccountIds & { isVerified: boolean }) | undefined> {
  const { rows } = await tx.execute<AccountIds & { isVerified: boolean }>(sql`
    select id as "userId", workspace_id as "workspaceId", email_verified_at is not null as "isVerified"
    from users where email = ${email}`);
  return rows[0];
}

async function replaceUnconfirmed(
  tx: Transaction,
  { userId, workspaceId }: AccountIds,
  account: {
    firstName: string;
    lastName: string;
    company: string;
    jobTitle?: string | undefined;
    passwordHash: string;
  },
): Promise<void> {
  await tx.execute(sql`
    update users set first_name = ${account.firstName.trim()}, last_name = ${account.lastName.trim()},
      company = ${account.company.trim()}, job_title = ${account.jobTitle?.trim() || null},
      password_hash = ${account.passwordHash}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
  await tx.execute(sql`update workspaces set name = ${account.company.trim()} where id = ${workspaceId}`);
}
