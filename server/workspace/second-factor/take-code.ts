import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { enforceGrowingDelay } from "../../http/rate-limit.ts";
import { forgetHits } from "../../http/rate-limit-queries.ts";
import { totpPlace } from "../../secrets/key-ring.ts";
import { lockFactor, rememberStep, useRecoveryCode } from "./queries.ts";
import { stepOf } from "./totp.ts";

/** Five wrong ones, then ever longer waits: a million codes would take years. */
const TRIES = { free: 5, firstSeconds: 2, longestSeconds: 15 * 60, forgetAfterSeconds: 24 * 60 * 60 };
const keyOf = (userId: string) => `second factor ${userId}`;

/** Counts a try. Before the transaction: it takes a connection of its own. Throws 'too-many'. */
export function countTry({ db }: Pick<Deps, "db">, userId: string): Promise<void> {
  return enforceGrowingDelay(db, keyOf(userId), TRIES, (wait) => `Too many wrong codes. Try again in ${wait}.`);
}

export const forgiveTries = ({ db }: Pick<Deps, "db">, userId: string): Promise<void> => forgetHits(db, keyOf(userId));

export type Taken = "code" | "recovery-code" | null;

/**
 * Takes a code of the app, once, or a recovery code, once; null for a wrong one. `isBeginning`: of an app that is being set
 * up, and is on from now on.
 */
export async function takeCode(
  { secrets }: Pick<Deps, "secrets">,
  scope: WorkspaceScope,
  { userId, code, isBeginning = false }: { userId: string; code: string; isBeginning?: boolean },
): Promise<Taken> {
  const factor = await lockFactor(scope, userId);
  if (!factor || (factor.confirmedAt === null) !== isBeginning) return null;
  const digits = code.replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(digits))
    return !isBeginning && (await useRecoveryCode(scope, userId, code)) ? "recovery-code" : null;
  const secret = secrets.open(factor.secretSealed, totpPlace(scope.workspaceId, userId));
  const step = stepOf(secret, digits, factor.now);
  if (step === null || step <= factor.lastStep) return null;
  await rememberStep(scope, userId, step);
  return "code";
}
