import { setTimeout as sleep } from "node:timers/promises";
import { normaliseEmail } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceGrowingDelay, enforceRateLimit } from "../../http/rate-limit.ts";
import { deleteAttempts, subtractAttempt } from "../../http/rate-limit-queries.ts";
import { DEACTIVATED_MESSAGE } from "../sso/account-of.ts";
import { findSignInAccount } from "./account-queries.ts";
import { verifyPassword } from "./passwords.ts";
import type { AccountIds } from "./person-queries.ts";

export const NOT_VERIFIED_MESSAGE = "Email not verified";

const PER_ACCOUNT_AND_PLACE = { limit: 10, windowSeconds: 60 };
const PER_NETWORK = { limit: 100, windowSeconds: 60 };
/**
 * The limit for attempts from all networks together, except from browsers that the account knows: about a hundred guesses a
 * day.
 */
const PER_ACCOUNT = { free: 20, firstSeconds: 1, longestSeconds: 15 * 60, forgetAfterSeconds: 24 * 60 * 60 };
const GUESSED_AT = (wait: string) =>
  `Too many tries for this account. Try again in ${wait}, sign in with a browser you have used before, or choose a new password: ‘Forgotten your password?’`;
const FREE_TRIES = 3;
const LONGEST_DELAY_MS = 1000;

interface SignInValues {
  email: string;
  password: string;
  ip: string;
  /** The browser's device id; null if the browser has not signed in before. */
  device: string | null;
}

/**
 * Returns the account that has this address and password. Throws 'not-signed-in' for a wrong password and an unknown address
 * alike. Throws 'Email not verified', or the refusal of a deactivated account, only after the right password. Throws 'too-many'
 * beyond 10 attempts a minute from one network. Delays grow from the fourth attempt on, and for guesses from many networks, but
 * not for the owner's own browsers (docs/security.md).
 */
export async function checkSignIn(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  given: SignInValues,
): Promise<AccountIds> {
  const email = normaliseEmail(given.email);
  const account = `login ${secrets.hmac(email, "rate limit")}`;
  const place = given.device ? `device ${given.device}` : getNetwork(given.ip);
  const key = `${account} ${place}`;
  await enforceRateLimit(db, `login network ${getNetwork(given.ip)}`, PER_NETWORK);
  const { hits } = await enforceRateLimit(db, key, PER_ACCOUNT_AND_PLACE);
  if (!given.device) await enforceGrowingDelay(db, account, PER_ACCOUNT, GUESSED_AT);
  if (hits > FREE_TRIES) await sleep(Math.min(100 * 2 ** (hits - FREE_TRIES - 1), LONGEST_DELAY_MS));

  const user = await findSignInAccount(db, email);
  const isRight = await verifyPassword(given.password, user?.passwordHash ?? null);
  if (!user || !isRight) throw new AppError("not-signed-in", "The email address or the password is wrong.");
  if (user.isDeactivated) throw forbidden(DEACTIVATED_MESSAGE);
  if (!user.isVerified) throw forbidden(NOT_VERIFIED_MESSAGE);
  await deleteAttempts(db, key);
  if (!given.device) await subtractAttempt(db, account);
  return { userId: user.userId, workspaceId: user.workspaceId };
}
