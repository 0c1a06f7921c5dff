import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { startEmbeddedPostgres } from "./db/embedded/start-embedded-postgres.ts";
import { createPool, type DatabaseConnection, isRetryable } from "./db/pool.ts";
import { hasAppRole, openDatabase } from "./db/workspace-scope.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { createLiveEvents } from "./http/live-events.ts";
import { createIdentityProvider } from "./identity/identity-provider.ts";
import { readTxtRecords } from "./identity/txt-records.ts";
import { createMailer } from "./mail/mailer.ts";
import { openOutgoing, startTelemetry } from "./open-outgoing.ts";
import { prepareDatabase } from "./operations/prepare-database.ts";
import { createEncoderThread } from "./pipeline/engine-thread/engine-thread.ts";
import { startQueue } from "./queue/start-queue.ts";
import { openKeyRing } from "./secrets/open-key-ring.ts";
import { createPayment } from "./stripe/stripe.ts";
import { subscribeModules } from "./subscriptions.ts";

const POOL_SIZE = 20;

export interface OpenDeps {
  deps: Deps;
  /** What was found and what is missing, a sentence each, for the start message. */
  findings: string[];
  connection: DatabaseConnection;
  close(): Promise<void>;
}

const MOST_STARTS = 4;
const START_AGAIN_MS = 1_000;

/**
 * Everything a process of Lorekeep needs, opened in order and closed in reverse. The product's own database may be killed while
 * another process of it starts, and is back within seconds: then it is opened again.
 */
export async function openDeps(env: Env, log: Logger): Promise<OpenDeps> {
  subscribeModules();
  for (let starts = 1; ; starts += 1) {
    try {
      return await openOnce(env, log);
    } catch (error) {
      if (env.DATABASE_URL || starts === MOST_STARTS || !isRetryable(error)) throw error;
      log.warn("The database went away while the product was starting. It is tried again.");
      await sleep(START_AGAIN_MS);
    }
  }
}

async function openOnce(env: Env, log: Logger): Promise<OpenDeps> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closers.reverse()) await step();
  };
  try {
    closers.push(...(await startTelemetry(env)));
    const { connection, description, close: closeConnection } = await openConnection(env, log);
    closers.push(closeConnection);
    const pool = createPool(connection, {
      max: POOL_SIZE,
      applicationName: "lorekeep",
      log: (sentence) => log.warn(sentence),
      pooler: env.DATABASE_POOLER_URL?.reveal(),
    });
    closers.push(() => pool.end());
    await prepareDatabase({ pool, connection, env, log });
    const db = openDatabase(pool);
    const secrets = await openKeyRing(db, { env, dataDir: env.DATA_DIR });
    const events = createLiveEvents(pool, log);
    await events.start();
    closers.push(() => events.stop());
    const queue = await startQueue({ db, log, runSlots: env.WORKER_CONCURRENCY });
    closers.push(() => queue.stop(0));
    const encoder = createEncoderThread();
    const { fetch, engines, connectors, connections } = await openOutgoing({ env, db, events, log, secrets, encoder });
    const payment = createPayment(env, fetch);
    const identityProvider = createIdentityProvider(env, fetch);
    const mailer = createMailer(env, log);
    closers.push(async () => mailer.close());
    const deps: Deps = {
      env,
      log,
      db,
      queue,
      events,
      mailer,
      secrets,
      connectors,
      connections,
      engines,
      encoder,
      payment,
      identityProvider,
      readTxtRecords,
      fetch,
    };
    const findings = await findingsOf(deps, description);
    return { deps, findings, connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findingsOf({ env, db, engines }: Deps, database: string): Promise<string[]> {
  return [
    `Database: ${database}`,
    `Data folder: ${env.DATA_DIR}`,
    `Engine: ${engines.description}`,
    env.SMTP_URL
      ? "Mail: by SMTP"
      : `Mail: none configured, emails go to ${env.DATA_DIR}/outbox and their links into this log`,
    `Payment: ${describePayment(env)}`,
    `Sign-in: ${describeSignIn(env)}`,
    ...((await hasAppRole(db)) ? [] : [NO_APP_ROLE]),
    ...env.hints,
  ];
}

function describePayment({ STRIPE_SECRET_KEY: key, STRIPE_API_URL: standIn }: Env): string {
  if (!key) return "none configured, everybody is on the Starter plan without limits";
  if (standIn) return `by the stand-in at ${standIn}, nobody is charged`;
  return key.reveal().includes("_live_") ? "by Stripe" : "by Stripe with test keys, nobody is charged";
}

function describeSignIn({ OIDC_ISSUER: issuer, OIDC_PASSWORD_SIGN_IN: passwordsWork }: Env): string {
  if (!issuer) return "by password";
  return `by ${issuer}, ${passwordsWork ? "and by password at /api/login?with=password" : "passwords are off"}`;
}

const NO_APP_ROLE =
  "Missing: the database role lorekeep_app. Queries are scoped to their workspace all the same; for the second line let an administrator run: CREATE ROLE lorekeep_app NOLOGIN; GRANT lorekeep_app TO the user of DATABASE_URL; then start once with a fresh database";

/** The database of the settings: DATABASE_URL, else the embedded one, started or joined. */
export async function openConnection(
  env: Env,
  log: Logger,
): Promise<{ connection: DatabaseConnection; description: string; close(): Promise<void> }> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  if (env.DATABASE_URL) {
    const url = env.DATABASE_URL.reveal();
    const { hostname, pathname } = new URL(url);
    return { connection: url, description: `PostgreSQL at ${hostname}${pathname}`, close: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: (sentence) => log.info(sentence) });
  const { connection, version } = embedded;
  return { connection, description: `PostgreSQL ${version}, embedded`, close: () => embedded.stop() };
}
