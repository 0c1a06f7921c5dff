import { sql } from "drizzle-orm";
import { isEmail, normaliseEmail, PASSWORD_LENGTH, type PlanId } from "../../../shared/domain/people.ts";
import { newId } from "../../db/new-id.ts";
import { users, workspaces } from "../../db/schema.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { hashPassword } from "./passwords.ts";

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  jobTitle?: string | undefined;
  password: string;
  /** 'starter' when absent. */
  plan?: PlanId;
  /** True: may sign in at once, no mail is sent. */
  verified?: boolean;
}

/** A type, not an interface: rows of raw queries are records. */
export type AccountIds = { userId: string; workspaceId: string };

/**
 * A person with a workspace of their own, made by the operator (`lorekeep user create`), the demo or a test: no mail, no
 * limits, any mail domain. Throws `conflict` when the address is taken.
 */
export async function createAccount({ db }: Pick<Deps, "db">, account: NewAccount): Promise<AccountIds> {
  const email = normaliseEmail(account.email);
  if (!isEmail(email)) throw invalid("This is not an email address.");
  if (Array.from(account.password).length < PASSWORD_LENGTH.min)
    throw invalid(`The password needs at least ${PASSWORD_LENGTH.min} characters.`);
  await refuseCommonPassword(account.password, "password");
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const [taken] = await tx.select({ id: users.id }).from(users).where(sql`${users.email} = ${email}`);
    if (taken) throw conflict("An account with this address exists already.");
    return insertAccount(tx, { ...account, email, passwordHash });
  });
}

/** Two registrations of one address take turns until the transaction ends. */
export async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`account ${email}`}, 0))`);
}

export async function insertAccount(
  tx: Transaction,
  account: Omit<NewAccount, "password"> & { passwordHash: string | null },
): Promise<AccountIds> {
  const workspaceId = newId();
  const userId = newId();
  await tx
    .insert(workspaces)
    .values({ id: workspaceId, name: account.company.trim(), plan: account.plan ?? "starter" });
  await tx.insert(users).values({
    workspaceId,
    id: userId,
    membership: "owner",
    email: account.email,
    passwordHash: account.passwordHash,
    firstName: account.firstName.trim(),
    lastName: account.lastName.trim(),
    company: account.company.trim(),
    jobTitle: account.jobTitle?.trim() || null,
    emailVerifiedAt: account.verified ? sql`now()` : null,
  });
  return { userId, workspaceId };
}
