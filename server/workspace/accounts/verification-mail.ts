import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { countWithinLimit } from "../../http/rate-limit.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { issueVerification, type PendingRegistration } from "./link-queries.ts";
import { buildVerificationMail } from "./mails.ts";
import type { AccountIds } from "./person-queries.ts";

const MAILS_PER_MAILBOX = { limit: 10, windowSeconds: 60 * 60 };

/**
 * Counts a mail and returns whether the mail is allowed. Call it before a transaction, because it uses its own connection.
 * `mailbox` is a hash of `normaliseMailbox`.
 */
export function maySendSignUpMail({ db }: Pick<Deps, "db">, mailbox: string): Promise<boolean> {
  return countWithinLimit(db, `sign-up mails ${mailbox}`, MAILS_PER_MAILBOX);
}

/** Creates a link for this sign-up and mails it, unless the mailbox has reached its limit. */
export async function sendVerification(
  deps: Deps,
  tx: Transaction,
  account: AccountIds & { email: string },
  { registration, maySend }: { registration: Partial<PendingRegistration>; maySend: boolean },
): Promise<void> {
  const token = await issueVerification(tx, account, registration);
  if (!maySend) return;
  const mail = buildVerificationMail(account.email, `${deps.env.PUBLIC_URL}/verify-email?token=${token}`);
  await enqueueMail(deps, { tx, workspaceId: account.workspaceId }, mail);
}
