import { detachPayment, updatePayerContact } from "../../billing/index.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, invalid } from "../../errors.ts";
import { subtractAttempt } from "../../http/rate-limit-queries.ts";
import { canSendMail, enqueueMail } from "../../mail/queued-mail.ts";
import { buildAddressChangedMail } from "../people/mails.ts";
import {
  applySignUpValues,
  confirmAddress,
  deleteWorkspace,
  findOtherAccount,
  lockEmail,
  proveAddress,
  type VerifiedAccount,
} from "./account-queries.ts";
import {
  consumeAddressLink,
  findAddressLink,
  findRegistration,
  type PendingRegistration,
  voidLinks,
} from "./link-queries.ts";
import { getContactAddress } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountIds } from "./person-queries.ts";
import { listMembershipsOfPerson } from "./person-queries.ts";

export const CHOOSE_PASSWORD_MESSAGE =
  "This browser did not sign up for this account. Open the link from the mail and choose a password there.";
const DEAD = "The verification link may be invalid or expired.";

interface OpenedLink {
  token: string;
  /** The sign-up cookie's hash of the browser that opened the link. */
  browser: string | null;
  /** The password chosen on the link's page. */
  password?: string;
}

interface UsedLink {
  account: VerifiedAccount;
  /** The new account's ids if the link was opened in the browser that signed up for it. */
  signedUpHere: AccountIds | null;
}

/**
 * Uses up the token within its 24 hours (the database's clock), which proves the mailbox. Values from the sign-up apply only in
 * the browser that entered them, because a stranger may have registered the address too. Any other browser has to choose a
 * password, or gets 'forbidden'. The link of a changed address activates that address. Throws 'conflict' if somebody else
 * confirmed that address meanwhile.
 */
export async function verifyEmail(
  deps: Pick<Deps, "db" | "queue" | "env" | "secrets">,
  { token, browser, password }: OpenedLink,
): Promise<UsedLink> {
  // Checks the link first, so that invented tokens cause no hashing.
  const isLive = password !== undefined && (await findAddressLink(deps.db, token)) !== undefined;
  const chosenHash = isLive ? await hashPassword(password) : null;
  return deps.db.transaction(async (tx) => {
    const link = await findAddressLink(tx, token, { lock: true });
    if (!link) throw invalid(DEAD);
    const registration = link.newEmail ? undefined : await findRegistration(tx, link, browser);
    if (!link.newEmail && !registration && !chosenHash) throw forbidden(CHOOSE_PASSWORD_MESSAGE);
    await consumeAddressLink(tx, token);
    if (link.newEmail) await prepareNewAddress(deps, tx, link, link.newEmail);
    else await openWithTyped(tx, link, registration ?? link.payload, chosenHash);
    const verified = await confirmAddress(tx, link, link.newEmail);
    if (!verified) throw invalid(DEAD);
    if (canSendMail(deps)) await proveAddress(tx, link, { email: verified.email, proof: "mail" });
    const { workspaceId, userId } = link;
    return { account: verified, signedUpHere: registration ? { workspaceId, userId } : null };
  });
}

/** Throws if the new address is taken. Updates the payment's address and notifies the old address. */
async function prepareNewAddress(
  deps: Pick<Deps, "queue" | "env" | "secrets">,
  tx: Transaction,
  person: AccountIds,
  newEmail: string,
): Promise<void> {
  await removeUnconfirmedAccount(tx, newEmail, person.userId);
  const before = await listMembershipsOfPerson(tx, person);
  for (const { workspaceId, email } of before)
    await updatePayerContact(deps, { tx, workspaceId }, { from: email, to: newEmail });
  if (before[0])
    await enqueueMail(
      deps,
      { tx, workspaceId: person.workspaceId },
      buildAddressChangedMail(before[0].email, newEmail, getContactAddress(deps.env)),
    );
}

/** True if the link's page has to ask for a password. Changes nothing. */
export async function needsPassword({ db }: Pick<Deps, "db">, { token, browser }: OpenedLink): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await findAddressLink(tx, token);
    return link !== undefined && !link.newEmail && (await findRegistration(tx, link, browser)) === undefined;
  });
}

/** Replaces the sign-up's password with the password from the page. */
async function openWithTyped(
  tx: Transaction,
  ids: AccountIds,
  typed: Partial<PendingRegistration>,
  chosenHash: string | null,
): Promise<void> {
  const said = (field: keyof PendingRegistration) => typed[field]?.trim() ?? null;
  await applySignUpValues(tx, ids, {
    passwordHash: chosenHash ?? said("passwordHash"),
    firstName: said("firstName"),
    lastName: said("lastName"),
    company: said("company"),
    jobTitle: said("jobTitle"),
  });
  await voidLinks(tx, ids, "verify-email");
  if (typed.countedAs) await subtractAttempt(tx, typed.countedAs);
}

/** Removes an unconfirmed account, which nobody can have used, in favour of the person who proves its address. */
export async function removeUnconfirmedAccount(tx: Transaction, email: string, userId: string | null): Promise<void> {
  await lockEmail(tx, email);
  const other = await findOtherAccount(tx, email, userId);
  if (!other) return;
  if (other.isVerified) throw conflict("This address belongs to another account.");
  await detachPayment(tx, other.workspaceId);
  await deleteWorkspace(tx, other.workspaceId);
}
