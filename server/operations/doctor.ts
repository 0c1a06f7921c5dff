import { existsSync } from "node:fs";
import { access, constants, mkdir, statfs } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { readSchemaState } from "../db/migrate.ts";
import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { hasAppRole, openDatabase } from "../db/workspace-scope.ts";
import type { Env } from "../env.ts";
import { findMailTrouble } from "../mail/mailer.ts";
import { compareKeys } from "../secrets/open-key-ring.ts";
import { VERSION } from "../version.ts";
import { listBackups, listSent } from "./backups.ts";
import { openBucket } from "./bucket.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { examinePooler } from "./pooler-check.ts";

const BUILT_APP = fileURLToPath(new URL("../../dist/web/index.html", import.meta.url));
const OLDEST_POSTGRES = 150_000;
/** Signed requests of the platforms are refused when the clocks are five minutes apart. */
const CLOCK_WARNING_SECONDS = 5;
const CLOCK_PROBLEM_SECONDS = 60;
const LITTLE_ROOM = 2 * 1024 ** 3;
const NO_ROOM = 200 * 1024 ** 2;
const CALL_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Looks at everything a start depends on and changes nothing. Each check answers for itself: one that fails holds up no other.
 * `connection`: an open way to the database, or why there is none.
 */
export async function examine(env: Env, connection: DatabaseConnection | Error): Promise<Finding[]> {
  return [
    ok("Release", `${BRAND} ${VERSION} on Node ${process.versions.node}`),
    pages(),
    ...(await guarded("Database", () => database(env, connection))),
    ...(await guarded("Pooler", () => examinePooler(env, connection))),
    ...(await guarded("Data folder", () => dataFolder(env))),
    ...(await guarded("Mail", () => mail(env))),
    ...(await guarded("Address", () => address(env))),
    ...proxies(env),
    ...(await guarded("Outgoing calls", () => outgoing(env))),
    ...(await guarded("Sign-in", () => signIn(env))),
    ...(await guarded("Backups", () => backups(env))),
    ...env.hints.map((hint) => warning("Settings", hint, "Change the setting.")),
  ];
}

async function guarded(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      problem(name, error instanceof Error ? error.message : String(error), "Fix this, then run the check again."),
    ];
  }
}

function pages(): Finding {
  return existsSync(BUILT_APP)
    ? ok("Pages", "built")
    : warning("Pages", "not built", "Run npm ci && npm run build, or copy dist/ from a build.");
}

async function database(env: Env, connection: DatabaseConnection | Error): Promise<Finding[]> {
  if (connection instanceof Error) throw connection;
  const pool = createPool(connection, { max: 1, applicationName: "lorekeep doctor" });
  try {
    const askedAt = Date.now();
    const { rows } = await pool.query<{
      version: string;
      number: string;
      encoding: string;
      now: string;
      superuser: boolean;
      creates: boolean;
      connections: string;
    }>(`select current_setting('server_version') as version, current_setting('server_version_num') as number,
          current_setting('server_encoding') as encoding, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now,
          (select rolsuper from pg_roles where rolname = current_user) as superuser,
          has_schema_privilege('public', 'create') as creates, current_setting('max_connections') as connections`);
    const facts = rows[0];
    if (!facts) throw new Error("The database answers nothing.");
    const { pending, isInUse, isNewer } = await readSchemaState(pool);
    const findings: Finding[] = [];
    const name = "Database";
    if (Number(facts.number) < OLDEST_POSTGRES)
      findings.push(problem(name, `PostgreSQL ${facts.version}`, "Use PostgreSQL 15 or later."));
    else findings.push(ok(name, `PostgreSQL ${facts.version}, ${facts.connections} connections at most`));
    if (facts.encoding !== "UTF8")
      findings.push(problem(name, `encoding ${facts.encoding}`, "Create the database with ENCODING 'UTF8'."));
    if (!facts.creates)
      findings.push(
        problem(name, "its user may not create tables", "Grant it CREATE on the schema public, or make it the owner."),
      );
    if (facts.superuser)
      findings.push(warning(name, "its user is a superuser", "Use a user that owns this database and nothing else."));
    if (isInUse && !(await hasAppRole(openDatabase(pool))))
      findings.push(
        warning(
          name,
          "the role lorekeep_app is missing, the second line behind the queries' own scope",
          "Let an administrator run: CREATE ROLE lorekeep_app NOLOGIN; GRANT lorekeep_app TO the user of DATABASE_URL;",
        ),
      );
    if (isNewer)
      findings.push(problem("Schema", "a newer release has changed it", "Start that release, or restore a backup."));
    else if (!isInUse) findings.push(ok("Schema", "empty, the first start makes it"));
    else if (pending.length > 0)
      findings.push(
        warning(
          "Schema",
          `${pending.length} migrations to go`,
          "The next start applies them: lorekeep upgrade --check",
        ),
      );
    else findings.push(ok("Schema", "this release's"));
    findings.push(clock((Number(facts.now) - askedAt) / 1000));
    if (isInUse && pending.length === 0) findings.push(await keys(env, pool));
    return findings;
  } finally {
    await pool.end();
  }
}

function clock(secondsApart: number): Finding {
  const apart = Math.abs(Math.round(secondsApart));
  const found = `${apart} s from the database's clock`;
  const todo = "Let both machines keep time by NTP.";
  if (apart >= CLOCK_PROBLEM_SECONDS) return problem("Clock", found, todo);
  return apart >= CLOCK_WARNING_SECONDS ? warning("Clock", found, todo) : ok("Clock", found);
}

async function keys(env: Env, pool: Parameters<typeof openDatabase>[0]): Promise<Finding> {
  const { found, problem: lost } = await compareKeys(openDatabase(pool), { env, dataDir: env.DATA_DIR });
  if (lost) return problem("Keys", lost, "Bring the right keys back.");
  if (!found) return ok("Keys", "none yet, the first start makes them in the data folder");
  return env.APP_KEYS || env.APP_KEYS_FILE
    ? ok("Keys", "given, and they open what is stored")
    : ok("Keys", "the file app-keys in the data folder opens what is stored; keep a copy apart from the backups");
}

async function dataFolder({ DATA_DIR: folder }: Env): Promise<Finding[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await access(folder, constants.W_OK);
  } catch {
    return [problem("Data folder", `${folder} is not writable`, "Give its user the right, or set DATA_DIR.")];
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${folder}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free < NO_ROOM) return [problem("Data folder", found, "Free some space.")];
  return [free < LITTLE_ROOM ? warning("Data folder", found, "Free some space.") : ok("Data folder", found)];
}

async function mail({ SMTP_URL, DATA_DIR }: Env): Promise<Finding[]> {
  if (!SMTP_URL)
    return [
      warning("Mail", `none, mails are written to ${DATA_DIR}/outbox`, "Set SMTP_URL before others are to sign up."),
    ];
  const trouble = await findMailTrouble(SMTP_URL);
  return [
    trouble
      ? problem("Mail", trouble, "Fix it: sign-up and invitations need email.")
      : ok("Mail", "the server takes our user"),
  ];
}

/** Asks the product itself by the address that people use. */
async function address(env: Env): Promise<Finding[]> {
  const { host, hostname, port, protocol } = new URL(env.PUBLIC_URL);
  const allow = [...env.EGRESS_ALLOW, host, `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
  const fetch = createSafeFetch({ allow, timeoutMs: CALL_MS });
  try {
    const answer = await fetch(`${env.PUBLIC_URL}/health/live`);
    const { product } = (await answer.json()) as { product?: unknown };
    if (product === BRAND) return [ok("Address", `${env.PUBLIC_URL} leads to ${BRAND}`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [warning("Address", `${env.PUBLIC_URL} does not answer: ${reason}`, "Fine while the product is stopped.")];
  }
  return [problem("Address", `${env.PUBLIC_URL} leads to another program`, "Correct PUBLIC_URL or the proxy.")];
}

function proxies({ PUBLIC_URL, TRUSTED_PROXIES }: Env): Finding[] {
  if (TRUSTED_PROXIES.length > 0) return [ok("Proxies", `${TRUSTED_PROXIES.join(", ")} may say whom they speak for`)];
  if (!PUBLIC_URL.startsWith("https:")) return [];
  return [
    warning(
      "Proxies",
      "none is trusted, though PUBLIC_URL is https",
      "Name the proxy in TRUSTED_PROXIES: limits count all visitors as one person otherwise.",
    ),
  ];
}

async function outgoing(env: Env): Promise<Finding[]> {
  const ways = { allow: env.EGRESS_ALLOW, ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }) };
  const fetch = createSafeFetch({ ...ways, timeoutMs: CALL_MS });
  const origin = env.SLACK_API_URL ?? "https://slack.com/api";
  try {
    await fetch(`${origin}/api.test`, { method: "POST" });
    return [ok("Outgoing calls", `${new URL(origin).hostname} answers`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      warning("Outgoing calls", reason, "Open the way to the platforms you use, or set EGRESS_PROXY or EGRESS_ALLOW."),
    ];
  }
}

async function signIn(env: Env): Promise<Finding[]> {
  if (!env.OIDC_ISSUER) return [ok("Sign-in", "by password")];
  const fetch = createSafeFetch({ allow: env.EGRESS_ALLOW, timeoutMs: CALL_MS });
  const issuer = env.OIDC_ISSUER.replace(/\/$/, "");
  try {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { issuer: named } = (await answer.json()) as { issuer?: unknown };
    if (typeof named === "string" && named.replace(/\/$/, "") === issuer)
      return [ok("Sign-in", `by ${new URL(issuer).hostname}`)];
  } catch {
    // The same finding as for an answer of something else.
  }
  return [
    problem("Sign-in", `${issuer} does not answer as an identity provider`, "Check OIDC_ISSUER and the way to it."),
  ];
}

async function backups(env: Env): Promise<Finding[]> {
  const bucket = openBucket(env);
  if (!env.BACKUP_DIR && !bucket)
    return [
      warning(
        "Backups",
        "none are scheduled",
        "Set BACKUP_DIR or BACKUP_S3_URL, or run lorekeep backup by a scheduler of yours.",
      ),
    ];
  const place = bucket ? "the bucket" : "BACKUP_DIR";
  const [last] = bucket ? await listSent(bucket) : await listBackups(env.BACKUP_DIR ?? "");
  if (!last) return [warning("Backups", `none in ${place} yet`, "A worker writes the first within ten minutes.")];
  const hours = Math.floor((Date.now() - last.at.getTime()) / HOUR_MS);
  const found = `the last one is ${hours} hours old`;
  const isLate = hours > env.BACKUP_EVERY_HOURS * 2;
  return [
    isLate
      ? problem("Backups", found, "See the log of the worker for 'write-backup'.")
      : ok("Backups", env.BACKUP_RECIPIENTS.length > 0 ? `${found}, encrypted` : found),
  ];
}
