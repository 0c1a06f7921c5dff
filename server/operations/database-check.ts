import type pg from "pg";
import { readSchemaState } from "../db/migrate.ts";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { hasAppRole, openDatabase } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { readKeyRing } from "../secrets/key-file.ts";
import { checkEncryptionKeys } from "../secrets/open-key-ring.ts";
import { explainStartFailure } from "../start-failure.ts";
import { type CheckFinding, reportOk, reportProblem, reportWarning } from "./finding.ts";
import { readServerFacts, type ServerFacts } from "./server-queries.ts";

const NAME = "Database";
const OLDEST_POSTGRES = 150_000;
/** Platforms' signed requests are refused if our clock and theirs differ by five minutes. */
const CLOCK_WARNING_SECONDS = 5;
const CLOCK_PROBLEM_SECONDS = 60;

/**
 * Checks the server, our database user's rights, the schema, the clock and the keys. `connection`: an open connection,
 * or the reason why there is none.
 */
export async function examineDatabase(env: Env, connection: DatabaseConnection | Error): Promise<CheckFinding[]> {
  if (connection instanceof Error)
    return [
      reportProblem(NAME, await explainStartFailure(connection, env), "Then run the check again."),
      await keys(env, null),
    ];
  const pool = createPool(connection, { max: 1, applicationName: "lorekeep doctor" });
  try {
    const askedAt = Date.now();
    const facts = await readServerFacts(pool);
    const { pending, isInUse, isNewer } = await readSchemaState(pool);
    const lacksRole = (isInUse || !facts.makes_roles) && !(await hasAppRole(openDatabase(pool)));
    return [
      ...server(facts),
      ...rights(facts, lacksRole),
      schema(pending.length, isInUse, isNewer),
      clock((Number(facts.now) - askedAt) / 1000),
      await keys(env, isInUse && pending.length === 0 ? pool : null),
    ];
  } finally {
    await pool.end();
  }
}

function server({ number, version, connections, encoding }: ServerFacts): CheckFinding[] {
  const isOld = Number(number) < OLDEST_POSTGRES;
  return [
    isOld
      ? reportProblem(NAME, `PostgreSQL ${version}`, "Use PostgreSQL 15 or later.")
      : reportOk(NAME, `PostgreSQL ${version}, ${connections} connections at most`),
    ...(encoding === "UTF8"
      ? []
      : [reportProblem(NAME, `encoding ${encoding}`, "Create the database with ENCODING 'UTF8'.")]),
  ];
}

function rights({ creates, superuser }: ServerFacts, lacksRole: boolean): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (!creates)
    findings.push(
      reportProblem(
        NAME,
        "its user may not create tables",
        "Grant it CREATE on the schema public, or make it the owner.",
      ),
    );
  if (superuser)
    findings.push(
      reportWarning(NAME, "its user is a superuser", "Use a user that owns this database and nothing else."),
    );
  if (lacksRole)
    findings.push(
      reportWarning(
        NAME,
        "the role lorekeep_app is missing, the second line behind the queries' own scope",
        "Let an administrator run: CREATE ROLE lorekeep_app NOLOGIN; GRANT lorekeep_app TO the user of DATABASE_URL;",
      ),
    );
  return findings;
}

function schema(pending: number, isInUse: boolean, isNewer: boolean): CheckFinding {
  if (isNewer)
    return reportProblem("Schema", "a newer release has changed it", "Start that release, or restore a backup.");
  if (!isInUse) return reportOk("Schema", "empty, the first start makes it");
  if (pending === 0) return reportOk("Schema", "this release's");
  return reportWarning(
    "Schema",
    `${pending} migrations to go`,
    "The next start applies them: lorekeep upgrade --check",
  );
}

function clock(secondsApart: number): CheckFinding {
  const apart = Math.abs(Math.round(secondsApart));
  const found = `${apart} s from the database's clock`;
  const todo = "Let both machines keep time by NTP.";
  if (apart >= CLOCK_PROBLEM_SECONDS) return reportProblem("Clock", found, todo);
  return apart >= CLOCK_WARNING_SECONDS ? reportWarning("Clock", found, todo) : reportOk("Clock", found);
}

/** Checks the keys. `pool`: a database of this release's schema; the keys must decrypt its secrets. */
async function keys(env: Env, pool: pg.Pool | null): Promise<CheckFinding> {
  const place = { env, dataDir: env.DATA_DIR };
  try {
    const { found, problem: lost } = pool
      ? await checkEncryptionKeys(openDatabase(pool), place)
      : { found: readKeyRing(place), problem: null };
    if (lost) return reportProblem("Keys", lost, "Bring the right keys back.");
    if (!found) return reportOk("Keys", "none yet, the first start makes them in the data folder");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reportProblem("Keys", reason, "Correct APP_KEYS or the file with the keys.");
  }
  const proven = pool ? "opens what is stored" : "can be read";
  return env.APP_KEYS || env.APP_KEYS_FILE
    ? reportOk("Keys", `what APP_KEYS gives ${proven}`)
    : reportOk("Keys", `the file app-keys in the data folder ${proven}; keep a copy apart from the backups`);
}
