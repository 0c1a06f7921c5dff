import { hasRoom } from "../db/embedded/disk.ts";
import { databaseErrorCode } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { writeSomething } from "./readiness-queries.ts";

const TIMEOUT_MS = 2_000;
/** A balancer asks often, and anybody may. */
const GOOD_FOR_MS = 1_000;

const known = new WeakMap<Deps["db"], { at: number; problem: Promise<string | null> }>();

/** Why this installation can do no work at the moment, in a sentence; null when it can. Asks the database to write. */
export function findOutage(deps: Pick<Deps, "db" | "env">): Promise<string | null> {
  const last = known.get(deps.db);
  if (last && performance.now() - last.at < GOOD_FOR_MS) return last.problem;
  const problem = look(deps);
  known.set(deps.db, { at: performance.now(), problem });
  return problem;
}

/** Throws a 503 with the reason instead of beginning what would wait for a worker that can store nothing. */
export async function refuseDuringOutage(deps: Pick<Deps, "db" | "env">): Promise<void> {
  const problem = await findOutage(deps);
  if (problem)
    throw new AppError("unavailable", `${problem} Nothing was changed; try again later.`, { retryAfterSeconds: 30 });
}

/** Null for a failure that is none of these. */
export function whyNoWrites(error: unknown): string | null {
  const code = databaseErrorCode(error);
  if (code === "53100") return "The disk of the database is full.";
  if (code === "25006") return "The database is read-only at the moment.";
  return null;
}

async function look({ db, env }: Pick<Deps, "db" | "env">): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, "The database does not answer.");
  });
  const write = async () => {
    await writeSomething(db);
    return (await hasRoom(env.DATA_DIR)) ? null : "The disk of the data folder is full.";
  };
  try {
    return await Promise.race([write(), late]);
  } catch (error) {
    return whyNoWrites(error) ?? "The database does not answer.";
  } finally {
    clearTimeout(timer);
  }
}
