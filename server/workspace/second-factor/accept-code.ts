import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enforceGrowingDelay } from "../../http/rate-limit.ts";
import { deleteAttempts } from "../../http/rate-limit-queries.ts";
import { locateTotpSecret } from "../../secrets/key-ring.ts";
import { consumeRecoveryCode, lockFactor, storeUsedStep } from "./queries.ts";
import { findTotpStep } from "./totp.ts";

/** Five wrong codes cause no delay. After that the delays grow, so that trying a million codes would take years. */
const TRIES = { free: 5, firstSeconds: 2, longestSeconds: 15 * 60, forgetAfterSeconds: 24 * 60 * 60 };
const keyOf = (userId: string) => `second factor ${userId}`;

/** Counts an attempt. Call it before the transaction, because it uses its own connection. Throws 'too-many'. */
export function countCodeAttempt({ db }: Pick<Deps, "db">, userId: string): Promise<void> {
  return enforceGrowingDelay(db, keyOf(userId), TRIES, (wait) => `Too many wrong codes. Try again in ${wait}.`);
}

export const resetCodeAttempts = ({ db }: Pick<Deps, "db">, userId: string): Promise<void> =>
  deleteAttempts(db, keyOf(userId));

export type AcceptedCode = "code" | "recovery-code" | null;

/**
 * Accepts each code of the authenticator app, and each recovery code, once. Returns null for a wrong code. `isBeginning`: the
 * person is setting up the app, which becomes active.
 */
export async function acceptCode(
  { secrets }: Pick<Deps, "secrets">,
  scope: WorkspaceScope,
  { userId, code, isBeginning = false }: { userId: string; code: string; isBeginning?: boolean },
): Promise<AcceptedCode> {
  const factor = await lockFactor(scope, userId);
  if (!factor || (factor.confirmedAt === null) !== isBeginning) return null;
  const digits = code.replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(digits))
    return !isBeginning && (await consumeRecoveryCode(scope, userId, code)) ? "recovery-code" : null;
  const secret = secrets.open(factor.secretSealed, locateTotpSecret(scope.workspaceId, userId));
  const step = findTotpStep(secret, digits, factor.now);
  if (step === null || step <= factor.lastStep) return null;
  await storeUsedStep(scope, userId, step);
  return "code";
}
