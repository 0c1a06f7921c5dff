import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { createConnectors } from "../connectors/registry.ts";
import { createSafeDispatcher, createSafeFetch } from "../connectors/safe-fetch.ts";
import type { Encoder } from "../engine/encoder/meaning.ts";
import { createEncoderThread } from "../engine/thread/engine-thread.ts";
import { startEmbeddedPostgres } from "./db/embedded/start-embedded-postgres.ts";
import { createPool, type DatabaseConnection, isRetryable } from "./db/pool.ts";
import { openDatabase } from "./db/workspace-scope.ts";
import type { Deps } from "./deps.ts";
import { toEgressEntry } from "./egress-entry.ts";
import type { Env } from "./env.ts";
import { createOAuthConnections } from "./grants/connections.ts";
import { withGrantedTokens } from "./grants/granted-fetch.ts";
import { GrantedTokens } from "./grants/tokens.ts";
import { createBrowserEvents } from "./http/browser-events.ts";
import { createIdentityProvider } from "./identity/identity-provider.ts";
import { readTxtRecords } from "./identity/txt-records.ts";
import { createEngines } from "./llm/engines.ts";
import { listAllowedAddresses, listOperatorAddresses } from "./llm/workspace-models.ts";
import { createMailer } from "./mail/mailer.ts";
import { prepareDatabase } from "./operations/prepare-database.ts";
import { createSharedCallClocks } from "./pace/call-clock-queries.ts";
import { readConnectorAddresses } from "./platform-settings.ts";
import { startQueue } from "./queue/start-queue.ts";
import { openKeyRing } from "./secrets/open-key-ring.ts";
import { collectStartFindings } from "./start-findings.ts";
import { createPayment } from "./stripe/stripe.ts";
import { subscribeModules } from "./subscriptions.ts";
import { startErrorReports } from "./telemetry/error-reports.ts";
import { startTracing, traceCalls } from "./telemetry/tracing.ts";

const POOL_SIZE = 20;

export interface OpenDeps {
  deps: Deps;
  /** Sentences about the configuration, for the start message. */
  findings: string[];
  connection: DatabaseConnection;
  close(): Promise<void>;
}

const MAX_STARTS = 4;
const RESTART_DELAY_MS = 1_000;

/**
 * Opens all dependencies of a process one after the other, and closes them in reverse sequence. If another process
 * kills the embedded database meanwhile, it is opened again. `checkStop` throws if the start has to end before its next
 * long step.
 */
export async function openDeps(env: Env, log: Logger, checkStop: () => void = () => undefined): Promise<OpenDeps> {
  subscribeModules();
  for (let starts = 1; ; starts += 1) {
    try {
      return await openOnce(env, log, checkStop);
    } catch (error) {
      if (env.DATABASE_URL || starts === MAX_STARTS || !isRetryable(error)) throw error;
      log.warn("The database went away while the product was starting. It is tried again.");
      await sleep(RESTART_DELAY_MS);
    }
  }
}

async function openOnce(env: Env, log: Logger, checkStop: () => void): Promise<OpenDeps> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closers.reverse()) await step();
  };
  try {
    closers.push(...(await startTelemetry(env)));
    const { connection, description, close: closeConnection } = await openDatabaseConnection(env, log);
    closers.push(closeConnection);
    checkStop();
    const pool = createPool(connection, {
      max: POOL_SIZE,
      applicationName: "lorekeep",
      log: (sentence) => log.warn(sentence),
      pooler: env.DATABASE_POOLER_URL?.reveal(),
    });
    closers.push(() => pool.end());
    await prepareDatabase({ pool, connection, env, log });
    checkStop();
    const db = openDatabase(pool);
    const secrets = await openKeyRing(db, { env, dataDir: env.DATA_DIR });
    const events = createBrowserEvents(pool, log);
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
    const findings = await collectStartFindings(deps, description);
    return { deps, findings, connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts sending traces and errors to the operator's own servers, if configured. Returns functions that stop the
 * sending.
 */
async function startTelemetry(env: Env): Promise<(() => Promise<void>)[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, SENTRY_DSN: dsn } = env;
  if (!collector && !dsn) return [];
  const allow = [...env.EGRESS_ALLOW, ...toEgressEntry(collector), ...toEgressEntry(dsn?.reveal())];
  const fetch = createSafeFetch({ ...getEgressOptions(env), allow, timeoutMs: TELEMETRY_MS });
  return [await startTracing(env, fetch), startErrorReports(env, fetch)];
}

const getEgressOptions = (env: Env) => ({
  allow: env.EGRESS_ALLOW,
  ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }),
});

type BaseDeps = Pick<Deps, "env" | "db" | "events" | "log" | "secrets"> & { encoder: Encoder };

/** Opens all dependencies that call other machines. All calls use the guarded fetch. */
async function openOutgoing({ env, db, events, log, secrets, encoder }: BaseDeps) {
  const egress = getEgressOptions(env);
  const fetch = traceCalls(createSafeFetch(egress));
  /** The time limit is longer than that of the engines, so that the engines end a call without answer first. */
  const modelFetch = (places: string[]) =>
    traceCalls(
      createSafeFetch({
        ...egress,
        allow: [...egress.allow, ...places],
        timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000 * 6,
      }),
    );
  const engines = await createEngines({
    encoder,
    env,
    db,
    events,
    log,
    secrets,
    fetch: modelFetch(listOperatorAddresses(env)),
    ownFetch: modelFetch(listAllowedAddresses(env)),
  });
  const connections = createOAuthConnections(env, fetch);
  const tokens = new GrantedTokens({ db, secrets, connections });
  const connectors = createConnectors({
    fetch: withGrantedTokens(fetch, { tokens, secrets }),
    clocks: createSharedCallClocks(db, secrets, log),
    waitingFetch: traceCalls(
      createSafeFetch({ ...egress, timeoutMs: LONGEST_WAIT_MS, socketsPerHost: WAITING_AT_ONCE }),
    ),
    socketDispatcher: createSafeDispatcher(egress),
    ...readConnectorAddresses(env),
  });
  return { fetch, engines, connectors, connections };
}

/** The time limit of long polling. Platforms end an empty poll sooner. */
const LONGEST_WAIT_MS = 110_000;
const WAITING_AT_ONCE = 500;
const TELEMETRY_MS = 5_000;

/** Opens the database of DATABASE_URL. Without that variable, starts the embedded database or connects to it. */
export async function openDatabaseConnection(
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
