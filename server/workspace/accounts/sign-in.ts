import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { normaliseEmail } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { AppError, forbidden } from "../../errors.ts";
import { enforceRateLimit, forgetHits } from "../../http/rate-limit.ts";
import { DEACTIVATED } from "../sso/account-of.ts";
import { type AccountIds } from "./create-account.ts";
import { isPassword } from "./passwords.ts";

export const NOT_VERIFIED = "Email not verified";

const PER_ACCOUNT_AND_IP = { limit: 10, windowSeconds: 60 };
const PER_IP = { limit: 100, windowSeconds: 60 };
const FREE_TRIES = 3;
const LONGEST_DELAY_MS = 1000;

/**
 * Whose password this is. Throws 'not-signed-in' for a wrong one, the same for unknown addresses; 'Email not verified' only
 * after a right one, and so for a deactivated account; 'too-many' beyond 10 tries a minute. Answers come ever later from the fourth try on.
 */
export async function checkSignIn(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  given: { email: string; password: string; ip: string },
): Promise<AccountIds> {
  const email = normaliseEmail(given.email);
  const key = `login ${secrets.hmac(email, "rate limit")} ${given.ip}`;
  await enforceRateLimit(db, `login ip ${given.ip}`, PER_IP);
  const { hits } = await enforceRateLimit(db, key, PER_ACCOUNT_AND_IP);
  if (hits > FREE_TRIES) await sleep(Math.min(100 * 2 ** (hits - FREE_TRIES - 1), LONGEST_DELAY_MS));

  const { rows } = await db.execute<
    AccountIds & { passwordHash: string | null; isVerified: boolean; isDeactivated: boolean }
  >(sql`
    select id as "userId", workspace_id as "workspaceId", password_hash as "passwordHash",
      email_verified_at is not null as "isVerified", deactivated_at is not null as "isDeactivated"
    from users where email = ${email}`);
  const [user] = rows;
  const isRight = await isPassword(given.password, user?.passwordHash ?? null);
  if (!user || !isRight) throw new AppError("not-signed-in", "The email address or the password is wrong.");
  if (user.isDeactivated) throw forbidden(DEACTIVATED);
  if (!user.isVerified) throw forbidden(NOT_VERIFIED);
  await forgetHits(db, key);
  return { userId: user.userId, workspaceId: user.workspaceId };
}
