import { isEmail, normaliseEmail, PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid } from "../../errors.ts";
import {
  type AccountValues,
  findAccount,
  hasAnyAccount,
  insertAccount,
  lockEmail,
  lockFirstAccountCreation,
} from "./account-queries.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountIds } from "./person-queries.ts";

export type NewAccount = AccountValues & { password: string };

/**
 * Creates a person with a new workspace, for `lorekeep user create`, the demo or a test: without mail, limits or rules for mail
 * domains. Throws `conflict` if the address is taken. With `isFirst`, also throws `conflict` if somebody may already sign in.
 */
export async function createAccount(
  { db }: Pick<Deps, "db">,
  account: NewAccount,
  { isFirst = false } = {},
): Promise<AccountIds> {
  const email = normaliseEmail(account.email);
  if (!isEmail(email)) throw invalid("This is not an email address.");
  if (Array.from(account.password).length < PASSWORD_LENGTH.min)
    throw invalid(`The password needs at least ${PASSWORD_LENGTH.min} characters.`);
  await refuseCommonPassword(account.password, "password");
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async (tx) => {
    if (isFirst) {
      await lockFirstAccountCreation(tx);
      if (await hasAnyAccount(tx))
        throw conflict("Somebody has an account here already. Sign in, or ask for an invitation.");
    }
    await lockEmail(tx, email);
    if (await findAccount(tx, email)) throw conflict("An account with this address exists already.");
    return insertAccount(tx, { ...account, email, passwordHash });
  });
}
