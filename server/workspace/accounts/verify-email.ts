import { sql } from "drizzle-orm";
import type { PlanId } from "../../../shared/domain/people.ts";
import { followPayer, releasePayment } from "../../billing/index.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalid } from "../../errors.ts";
import { takeHitBack } from "../../http/rate-limit.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { addressChangedMail } from "../people/mails.ts";
import { type AccountIds, lockEmail } from "./create-account.ts";
import { voidLinks } from "./links.ts";
import { contactOf } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { membershipsOf } from "./person-queries.ts";
import { findRegistration, type PendingRegistration } from "./registrations.ts";
import { hashToken } from "./tokens.ts";

interface Verified {
  firstName: string;
  lastName: string;
  email: string;
  plan: PlanId;
}

export const CHOOSE_A_PASSWORD =
  "This browser did not sign up for this account. Open the link from the mail and choose a password there.";
const DEAD = "The verification link may be invalid or expired.";

interface Opened {
  token: string;
  /** Hash of the sign-up cookie of the browser that opened the link. */
  browser: string | null;
  /** Chosen on the page of the link. */
  password?: string;
}

/**
 * Uses the token up, once, within its 24 hours by the database's clock. The link proves the mailbox. What was typed at
 * sign-up is put in force only for the browser that typed it, whichever mail of the address was opened: a stranger may have
 * registered it too. Any other browser chooses a password, else 'forbidden'. The link of a changed address puts that
 * address in force; 'conflict' when somebody else confirmed it meanwhile.
 */
export async function verifyEmail(
  deps: Pick<Deps, "db" | "queue" | "env" | "secrets">,
  { token, browser, password }: Opened,
): Promise<Verified> {
  // Hashing is not begun for tokens that somebody made up.
  const isLive = password !== undefined && (await findLink(deps.db, token)) !== undefined;
  const chosenHash = isLive ? await hashPassword(password) : null;
  return deps.db.transaction(async (tx) => {
    const link = await findLink(tx, token, { lock: true });
    if (!link) throw invalid(DEAD);
    const registration = link.newEmail ? undefined : await findRegistration(tx, link, browser);
    if (!link.newEmail && !registration && !chosenHash) throw forbidden(CHOOSE_A_PASSWORD);
    await tx.execute(sql`update single_use_tokens set used_at = now() where token_hash = ${hashToken(token)}`);
    if (link.newEmail) {
      await makeRoomFor(tx, link.newEmail, link.userId);
      const before = await membershipsOf(tx, link);
      for (const { workspaceId, email } of before)
        await followPayer(deps, { tx, workspaceId }, { from: email, to: link.newEmail });
      if (before[0])
        await enqueueMail(
          deps,
          { tx, workspaceId: link.workspaceId },
          addressChangedMail(before[0].email, link.newEmail, contactOf(deps.env)),
        );
    } else {
      await openAccount(tx, link, registration ?? link.payload, chosenHash);
    }
    const { rows } = await tx.execute<Verified & Record<string, unknown>>(sql`
      update users u set email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now(),
        email = coalesce(${link.newEmail}, u.email)
      from workspaces w
      where w.id = u.workspace_id and u.workspace_id = ${link.workspaceId} and u.id = ${link.userId}
      returning u.first_name as "firstName", u.last_name as "lastName", u.email, w.plan`);
    const [verified] = rows;
    if (!verified) throw invalid(DEAD);
    return verified;
  });
}

/** Looks only: whether the page of this link has to ask for a password. */
export async function asksForPassword({ db }: Pick<Deps, "db">, { token, browser }: Opened): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await findLink(tx, token);
    return link !== undefined && !link.newEmail && (await findRegistration(tx, link, browser)) === undefined;
  });
}

type Link = AccountIds & { newEmail: string | null; payload: Partial<PendingRegistration> };

async function findLink(
  tx: Pick<Transaction, "execute">,
  token: string,
  { lock = false } = {},
): Promise<Link | undefined> {
  const { rows } = await tx.execute<Link>(sql`
    select workspace_id as "workspaceId", user_id as "userId", payload,
      case purpose when 'change-email' then payload ->> 'email' end as "newEmail"
    from single_use_tokens
    where token_hash = ${hashToken(token)} and purpose in ('verify-email', 'change-email')
      and used_at is null and expires_at > now() ${lock ? sql`for update` : sql``}`);
  return rows[0];
}

/** A password that was chosen on the page wins; without one it is that of the registration. */
async function openAccount(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  typed: Partial<PendingRegistration>,
  chosenHash: string | null,
): Promise<void> {
  const said = (field: keyof PendingRegistration) => typed[field]?.trim() ?? null;
  await tx.execute(sql`
    update users set password_hash = ${chosenHash ?? said("passwordHash")},
      first_name = coalesce(${said("firstName")}, first_name), last_name = coalesce(${said("lastName")}, last_name),
      company = coalesce(${said("company")}, company), job_title = nullif(coalesce(${said("jobTitle")}, job_title), '')
    where workspace_id = ${workspaceId} and id = ${userId} and email_verified_at is null`);
  await tx.execute(sql`update workspaces set name = coalesce(${said("company")}, name) where id = ${workspaceId}`);
  await voidLinks(tx, { workspaceId, userId }, "verify-email");
  if (typed.countedAs) await takeHitBack(tx, typed.countedAs);
}

/** An account that was never confirmed, and so never used, gives its address up to whoever proves that it is theirs. */
export async function makeRoomFor(tx: Transaction, email: string, userId: string | null): Promise<void> {
  await lockEmail(tx, email);
  const { rows } = await tx.execute<{ workspaceId: string; isVerified: boolean }>(sql`
    select workspace_id as "workspaceId", email_verified_at is not null as "isVerified"
    from users where email = ${email} and id is distinct from ${userId} limit 1`);
  const [other] = rows;
  if (!other) return;
  if (other.isVerified) throw conflict("This address belongs to another account.");
  await releasePayment(tx, other.workspaceId);
  await tx.execute(sql`delete from workspaces where id = ${other.workspaceId}`);
}
