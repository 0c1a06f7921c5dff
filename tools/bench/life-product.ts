import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { pino } from "pino";
import { freePorts } from "../../scripts/free-ports.mjs";
import { findLayout, removeDataFolder } from "../../server/db/embedded/layout.ts";
import { getProductConnection } from "../../server/db/embedded/reach-server.ts";
import { createPool } from "../../server/db/pool.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { loadEnv } from "../../server/env.ts";
import { checkPublishedPages } from "../../server/jobs/page-jobs.ts";
import { openDeps } from "../../server/open-deps.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import type { Company } from "./company.ts";
import { RetryingVisitor } from "./kills-visitor.ts";
import { SIGNING_SECRET } from "./life-company.ts";
import { listAllPages } from "./life-search.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
/** Longer than the product's default, because real servers share this machine's processor. */
const UNRESOLVED_WAIT_SECONDS = 20;
const ACCOUNT = {
  firstName: "Lia",
  lastName: "Life",
  email: "lia@bench.example",
  company: "Larkmoor Supply",
  password: "lorekeep-bench",
};

/** The real product in two processes, with one log file, connected to the stand-ins of the company. */
export interface LifeProduct {
  pool: pg.Pool;
  visitor: RetryingVisitor;
  logFile: string;
  channels: { id: string; channelId: string }[];
  /** Kills the worker with SIGKILL and starts a new worker at once. */
  killWorker(): Promise<void>;
  analyse(channelId: string): void;
  /** Runs the worker's daily check of every page now. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export async function startLifeProduct(company: Company): Promise<LifeProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-life-"));
  const logFile = join(dataDir, "product.log");
  const log = createWriteStream(logFile, { flags: "a" });
  const [port = 0] = await freePorts(1);
  const web = `http://127.0.0.1:${port}`;
  const start = (service: "web" | "worker"): ChildProcess => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, `--services=${service}`], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        LLM_PROVIDER: "",
        LOG_LEVEL: "debug",
        UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS),
        PORT: String(port),
        ...company.environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.on("data", (chunk) => log.write(chunk));
    child.stderr?.on("data", (chunk) => log.write(chunk));
    return child;
  };
  const webProcess = start("web");
  let worker = start("worker");
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const layout = await findLayout(dataDir, () => undefined);
  const pool = createPool(getProductConnection(layout), { max: 3, applicationName: "lorekeep bench" });
  pool.on("error", () => undefined);
  let looker: Awaited<ReturnType<typeof openDeps>> | null = null;
  const close = async () => {
    await looker?.close();
    await pool.end();
    await Promise.all([end(webProcess, "SIGTERM"), end(worker, "SIGTERM")]);
    log.end();
    if (process.env["KEEP"]) await keep(dataDir, company);
    else await removeDataFolder(dataDir);
  };
  try {
    await waitUntilTrue(async () => (await pool.query("select count(*) from users")).rowCount === 1, 90_000);
    const { workspaceId } = await createAccount({ db: openDatabase(pool) }, { ...ACCOUNT, verified: true });
    await pool.query(
      `insert into workspace_settings (workspace_id, sensitivity, min_message_length, detection_keywords, monitoring_mode)
       values ($1, 10, 20, '{}', 'automatic')
       on conflict (workspace_id) do update set monitoring_mode = 'automatic', sensitivity = 10`,
      [workspaceId],
    );
    const visitor = new RetryingVisitor([web]);
    await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
    // Switches drafts off, so that every article is published.
    await visitor.call("PUT", "/api/review-settings", {
      ...DEFAULT_REVIEW_SETTINGS,
      reviewNewChannels: false,
      acceptedRisk: 100,
    });
    const channels = await connect(company, visitor);
    company.slack.deliveries.sendTo(`${web}/api/slack/events`);
    return {
      pool,
      visitor,
      logFile,
      channels,
      async killWorker() {
        await end(worker, "SIGKILL");
        worker = start("worker");
      },
      analyse(channelId) {
        const channel = channels.find((row) => row.channelId === channelId);
        if (channel) visitor.poke("POST", "/api/analyze", { channelId: channel.id });
      },
      async look() {
        looker ??= await openDeps(
          loadEnv({
            DATA_DIR: dataDir,
            UNRESOLVED_WAIT_SECONDS: String(UNRESOLVED_WAIT_SECONDS),
            ...company.environment,
          }),
          pino({ level: "silent" }),
        );
        await pool.query(
          `update publications set swept_at = now() - interval '25 hours'
           where id in (select id from publications for update skip locked)`,
        );
        await checkPublishedPages(looker.deps, new AbortController().signal);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function keep(dataDir: string, company: Company): Promise<void> {
  await writeFile(join(dataDir, "pages.json"), JSON.stringify(await listAllPages(company), null, 1));
  process.stdout.write(`Database, log and pages are kept in ${dataDir}.\n`);
}

async function connect(company: Company, visitor: RetryingVisitor): Promise<LifeProduct["channels"]> {
  for (const { integration } of company.platforms) await visitor.call("POST", "/api/integrations", integration);
  const { id: integrationId } = await visitor.call<{ id: string }>("POST", "/api/collaboration-integrations", {
    name: "Slack",
    platform: "slack",
    config: { botToken: company.botToken, signingSecret: SIGNING_SECRET },
  });
  await visitor.call("POST", `/api/collaboration-integrations/${integrationId}/test`);
  const channels: LifeProduct["channels"] = [];
  for (const { id, name } of company.team.data.channels) {
    const wanted = { channelId: id, channelName: name, platform: "slack", isActive: true, checkFrequencyMinutes: 60 };
    channels.push(await visitor.call("POST", "/api/channels", { ...wanted, integrationId }));
  }
  return channels;
}

/** Waits for the condition. Returns false when it did not become true in time. */
export async function waitUntilTrue(
  check: () => Promise<boolean>,
  patienceMs: number,
  everyMs = 250,
): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(everyMs))
    if (await check().catch(() => false)) return true;
  return false;
}

/** True when no work is left: no run, publication, waiting article or event. */
export async function isProductIdle(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ waiting: number }>(`select
    (select count(*)::int from runs where state in ('queued', 'running'))
    + (select count(*)::int from publications where state in ('queued', 'in-flight'))
    + (select count(*)::int from article_rechecks)
    + (select count(*)::int from chat_events where state = 'waiting') as waiting`);
  return rows[0]?.waiting === 0;
}
