import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createConnectors } from "../../../connectors/registry.ts";
import { createPool } from "../../db/pool.ts";
import { openDatabase } from "../../db/workspace-scope.ts";
import { loadEnv } from "../../env.ts";
import { createBrowserEvents } from "../../http/browser-events.ts";
import { startQueue } from "../../queue/start-queue.ts";
import { loadKeyRing } from "../../secrets/key-file.ts";
import { startWorker } from "../../worker.ts";
import { scriptedEngine } from "./scripted-engine.ts";

/** A worker in a process of its own, for tests that kill it. Its engine takes its time over each conversation. */
export interface WorkerOrder {
  connection: object | string;
  dataDir: string;
  slackApiUrl: string;
  millisecondsAConversation: number;
}

const order = JSON.parse(process.argv[2] ?? "") as WorkerOrder;
const log = pino({ level: "silent" });
const env = loadEnv({ DATA_DIR: order.dataDir });
const pool = createPool(order.connection, { max: 8, applicationName: "lorekeep test worker" });
const db = openDatabase(pool);
const engine = scriptedEngine({ onDetect: () => sleep(order.millisecondsAConversation) });
await startWorker({
  env,
  log,
  db,
  queue: await startQueue({ db, log }),
  events: createBrowserEvents(pool, log),
  mailer: { send: async () => {}, close: () => {} },
  secrets: loadKeyRing({ env, dataDir: order.dataDir }),
  connectors: createConnectors({
    fetch: globalThis.fetch,
    slackDistribution: "internal",
    slackApiUrl: order.slackApiUrl,
  }),
  engines: { forWorkspace: async () => engine, description: "scripted" },
  payment: null,
  connections: {},
  identityProvider: null,
  readTxtRecords: async () => [],
  fetch,
});
process.stdout.write("ready\n");
