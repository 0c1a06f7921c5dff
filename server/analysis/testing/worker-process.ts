import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createConnectors } from "../../../connectors/registry.ts";
import { createPool } from "../../db/pool.ts";
import { openDatabase } from "../../db/workspace-scope.ts";
import { loadEnv } from "../../env.ts";
import { createBrowserEvents } from "../../http/browser-events.ts";
import { createEngines } from "../../llm/engines.ts";
import { startQueue } from "../../queue/start-queue.ts";
import { loadKeyRing } from "../../secrets/key-file.ts";
import { startWorker } from "../../worker.ts";
import { createScriptedEngine } from "./scripted-engine.ts";

/** The input of a worker in its own process, for tests that kill it. Its engine is slow. */
export interface WorkerOrder {
  connection: object | string;
  dataDir: string;
  slackApiUrl: string;
  millisecondsAConversation: number;
  /** The address of the model that serves as the worker's engine. */
  modelUrl?: string;
}

const order = JSON.parse(process.argv[2] ?? "") as WorkerOrder;
const log = pino({ level: "silent" });
const model = order.modelUrl && {
  LLM_PROVIDER: "openai-compatible",
  LLM_BASE_URL: order.modelUrl,
  LLM_MODEL: "stand-in-1",
};
const env = loadEnv({ DATA_DIR: order.dataDir, ...model });
const pool = createPool(order.connection, { max: 8, applicationName: "lorekeep test worker" });
const db = openDatabase(pool);
const engine = createScriptedEngine({ onDetect: () => sleep(order.millisecondsAConversation) });
const events = createBrowserEvents(pool, log);
await startWorker({
  env,
  log,
  db,
  queue: await startQueue({ db, log }),
  events,
  mailer: { send: async () => {}, close: () => {} },
  secrets: loadKeyRing({ env, dataDir: order.dataDir }),
  connectors: createConnectors({
    fetch: globalThis.fetch,
    slackDistribution: "internal",
    slackApiUrl: order.slackApiUrl,
  }),
  engines: model
    ? await createEngines({ env, db, events, log, fetch })
    : { forWorkspace: async () => engine, description: "scripted" },
  payment: null,
  connections: {},
  identityProvider: null,
  readTxtRecords: async () => [],
  fetch,
});
process.stdout.write("ready\n");
