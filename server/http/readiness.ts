import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasFreeSpace, isDiskFull } from "../db/embedded/disk.ts";
import { databaseErrorCode } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { probeDatabaseWrite } from "./readiness-queries.ts";

const TIMEOUT_MS = 2_000;
/** Results are cached, because load balancers ask often and anybody may ask. */
const GOOD_FOR_MS = 1_000;
/** The name is unique, because processes in containers share the data folder and may have equal process ids. */
const PROBE = `.write-check-${randomUUID()}`;

const known = new WeakMap<Deps["db"], { at: number; problem: Promise<string | null> }>();

/**
 * Returns the reason, as a sentence, why this installation cannot work at the moment, or null. Writes to the database and to
 * the data folder to find out.
 */
export function findOutage(deps: Pick<Deps, "db" | "env">): Promise<string | null> {
  const last = known.get(deps.db);
  if (last && performance.now() - last.at < GOOD_FOR_MS) return last.problem;
  const problem = look(deps);
  known.set(deps.db, { at: performance.now(), problem });
  return problem;
}

/** Throws a 503 with the reason if the installation can store nothing, so that no work starts. */
export async function refuseDuringOutage(deps: Pick<Deps, "db" | "env">): Promise<void> {
  const problem = await findOutage(deps);
  if (problem)
    throw new AppError("unavailable", `${problem} Nothing was changed; try again later.`, { retryAfterSeconds: 30 });
}

/** Explains why the database accepts no writes; null for an error with another cause. */
export function explainFailedWrite(error: unknown): string | null {
  const code = databaseErrorCode(error);
  if (code === "53100") return "The disk of the database is full.";
  if (code === "25006") return "The database is read-only at the moment.";
  return null;
}

async function look({ db, env }: Pick<Deps, "db" | "env">): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  let silent = "The database does not answer.";
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(silent), TIMEOUT_MS);
  });
  const write = async () => {
    await probeDatabaseWrite(db);
    silent = "The data folder does not answer.";
    return tryDataFolder(env.DATA_DIR);
  };
  try {
    return await Promise.race([write(), late]);
  } catch (error) {
    return explainFailedWrite(error) ?? "The database does not answer.";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Writes a file into the data folder, which holds uploads, waiting mails and the embedded database. Returns the reason if
 * writing fails.
 */
async function tryDataFolder(folder: string): Promise<string | null> {
  const probe = join(folder, PROBE);
  try {
    if (!(await hasFreeSpace(folder))) return "The disk of the data folder is full.";
    await writeFile(probe, "", { mode: 0o600 });
    await rm(probe, { force: true });
    return null;
  } catch (error) {
    return isDiskFull(error) ? "The disk of the data folder is full." : "The data folder cannot be written.";
  }
}
