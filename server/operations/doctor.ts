import { existsSync, statSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import type { DatabaseConnection } from "../db/pool.ts";
import type { Env } from "../env.ts";
import { findMailTrouble } from "../mail/mailer.ts";
import { getReachabilityProbe } from "../platform-settings.ts";
import { VERSION } from "../version.ts";
import { listBackups, listSentBackups } from "./backups.ts";
import { openBucket } from "./bucket.ts";
import { examineDatabase } from "./database-check.ts";
import { type CheckFinding, reportOk, reportProblem, reportWarning } from "./finding.ts";
import { examinePooler } from "./pooler-check.ts";

const BUILT_APP = fileURLToPath(new URL("../../dist/web/index.html", import.meta.url));
const LOW_SPACE_BYTES = 2 * 1024 ** 3;
const MIN_SPACE_BYTES = 200 * 1024 ** 2;
const CALL_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Checks all conditions of a successful start, without changes. A failing check does not stop the others. `connection`:
 * an open connection, or the reason why there is none.
 */
export async function examineInstallation(env: Env, connection: DatabaseConnection | Error): Promise<CheckFinding[]> {
  return [
    reportOk("Release", `${BRAND} ${VERSION} on Node ${process.versions.node}`),
    pages(),
    ...(await guarded("Database", () => examineDatabase(env, connection))),
    ...(await guarded("Pooler", () => examinePooler(env, connection))),
    ...(await guarded("Data folder", () => dataFolder(env))),
    ...(await guarded("Mail", () => mail(env))),
    ...(await guarded("Address", () => address(env))),
    ...proxies(env),
    ...(await guarded("Outgoing calls", () => outgoing(env))),
    ...(await guarded("Sign-in", () => signIn(env))),
    ...(await guarded("Backups", () => backups(env))),
    ...env.hints.map((hint) => reportWarning("Settings", hint, "Change the setting.")),
  ];
}

async function guarded(name: string, check: () => Promise<CheckFinding[]>): Promise<CheckFinding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      reportProblem(
        name,
        error instanceof Error ? error.message : String(error),
        "Fix this, then run the check again.",
      ),
    ];
  }
}

function pages(): CheckFinding {
  return existsSync(BUILT_APP)
    ? reportOk("Pages", "built")
    : reportWarning("Pages", "not built", "Run npm ci && npm run build, or copy dist/ from a build.");
}

const dataFolder = ({ DATA_DIR }: Env) => folder("Data folder", DATA_DIR, "DATA_DIR");

/** Checks that the folder can be written or created, and that enough space is free. */
async function folder(name: string, path: string, setting: string): Promise<CheckFinding[]> {
  // The first start creates a missing folder, so its nearest existing parent is checked.
  let nearest = resolve(path);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    if (!statSync(nearest).isDirectory()) throw new Error("It is a file.");
  } catch {
    return [reportProblem(name, `${path} cannot be written to`, `Give Lorekeep's user the right, or set ${setting}.`)];
  }
  const { bavail, bsize } = await statfs(nearest);
  const free = bavail * bsize;
  const found = `${path}, ${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free < MIN_SPACE_BYTES) return [reportProblem(name, found, "Free some space.")];
  return [free < LOW_SPACE_BYTES ? reportWarning(name, found, "Free some space.") : reportOk(name, found)];
}

async function mail({ SMTP_URL, DATA_DIR }: Env): Promise<CheckFinding[]> {
  if (!SMTP_URL)
    return [
      reportWarning(
        "Mail",
        `none, mails are written to ${DATA_DIR}/outbox`,
        "Set SMTP_URL before others are to sign up.",
      ),
    ];
  const trouble = await findMailTrouble(SMTP_URL);
  return [
    trouble
      ? reportProblem("Mail", trouble, "Fix it: sign-up and invitations need email.")
      : reportOk("Mail", "the server takes our user"),
  ];
}

/** Calls the product at its public URL, like its users. */
async function address(env: Env): Promise<CheckFinding[]> {
  const { host, hostname, port, protocol } = new URL(env.PUBLIC_URL);
  const allow = [...env.EGRESS_ALLOW, host, `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
  const fetch = createSafeFetch({ allow, timeoutMs: CALL_MS });
  try {
    const answer = await fetch(`${env.PUBLIC_URL}/health/live`);
    const { product } = (await answer.json()) as { product?: unknown };
    if (product === BRAND) return [reportOk("Address", `${env.PUBLIC_URL} leads to ${BRAND}`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      reportWarning("Address", `${env.PUBLIC_URL} does not answer: ${reason}`, "Fine while the product is stopped."),
    ];
  }
  return [reportProblem("Address", `${env.PUBLIC_URL} leads to another program`, "Correct PUBLIC_URL or the proxy.")];
}

function proxies({ PUBLIC_URL, TRUSTED_PROXIES }: Env): CheckFinding[] {
  if (TRUSTED_PROXIES.length > 0)
    return [reportOk("Proxies", `${TRUSTED_PROXIES.join(", ")} may say whom they speak for`)];
  if (!PUBLIC_URL.startsWith("https:")) return [];
  return [
    reportWarning(
      "Proxies",
      "none is trusted, though PUBLIC_URL is https",
      "Name the proxy in TRUSTED_PROXIES: limits count all visitors as one person otherwise.",
    ),
  ];
}

async function outgoing(env: Env): Promise<CheckFinding[]> {
  const ways = { allow: env.EGRESS_ALLOW, ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }) };
  const fetch = createSafeFetch({ ...ways, timeoutMs: CALL_MS });
  const probe = getReachabilityProbe(env);
  try {
    await fetch(probe, { method: "POST" });
    return [reportOk("Outgoing calls", `${probe.hostname} answers`)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const todo = env.EGRESS_PROXY
      ? "Check that the proxy of EGRESS_PROXY runs, and that it lets calls to the platforms you use through."
      : "Open the way to the platforms you use, or set EGRESS_PROXY or EGRESS_ALLOW.";
    return [reportWarning("Outgoing calls", reason, todo)];
  }
}

async function signIn(env: Env): Promise<CheckFinding[]> {
  if (!env.OIDC_ISSUER) return [reportOk("Sign-in", "by password")];
  const fetch = createSafeFetch({ allow: env.EGRESS_ALLOW, timeoutMs: CALL_MS });
  const issuer = env.OIDC_ISSUER.replace(/\/$/, "");
  try {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { issuer: named } = (await answer.json()) as { issuer?: unknown };
    if (typeof named === "string" && named.replace(/\/$/, "") === issuer)
      return [reportOk("Sign-in", `by ${new URL(issuer).hostname}`)];
  } catch {
    // The error is reported as the finding for an answer of another program.
  }
  return [
    reportProblem(
      "Sign-in",
      `${issuer} does not answer as an identity provider`,
      "Check OIDC_ISSUER and the way to it.",
    ),
  ];
}

async function backups(env: Env): Promise<CheckFinding[]> {
  const bucket = openBucket(env);
  if (!env.BACKUP_DIR && !bucket)
    return [
      reportWarning(
        "Backups",
        "none are scheduled",
        "Set BACKUP_DIR or BACKUP_S3_URL, or run lorekeep backup by a scheduler of yours.",
      ),
    ];
  const place = bucket ? "the bucket" : "BACKUP_DIR";
  const places = env.BACKUP_DIR ? await folder("Backups", env.BACKUP_DIR, "BACKUP_DIR") : [];
  if (places.some(({ state }) => state === "problem")) return places;
  const [last] = bucket ? await listSentBackups(bucket) : await listBackups(env.BACKUP_DIR ?? "");
  if (!last) return [reportWarning("Backups", `none in ${place} yet`, "A worker writes the first within ten minutes.")];
  const hours = Math.floor((Date.now() - last.at.getTime()) / HOUR_MS);
  const found = `the last one is ${hours} hours old`;
  const isLate = hours > env.BACKUP_EVERY_HOURS * 2;
  return [
    isLate
      ? reportProblem("Backups", found, "See the log of the worker for 'write-backup'.")
      : reportOk("Backups", env.BACKUP_RECIPIENTS.length > 0 ? `${found}, encrypted` : found),
  ];
}
