import { pino } from "pino";
import { createConnectors } from "../../../../connectors/registry.ts";
import { createPool } from "../../../db/pool.ts";
import { openDatabase } from "../../../db/workspace-scope.ts";
import type { Deps } from "../../../deps.ts";
import { loadEnv } from "../../../env.ts";
import { createBrowserEvents } from "../../../http/browser-events.ts";
import { loadKeyRing } from "../../../secrets/key-file.ts";
import { answerInChat } from "../answer-in-chat.ts";

/** The input of a separate process that answers due questions once; tests kill it midway. */
export interface AnsweringOrder {
  connection: object | string;
  dataDir: string;
  slackApiUrl?: string;
  googleChatApiUrl?: string;
  googleTokenUrl?: string;
  /** Uses a model that never answers. */
  modelHangs?: boolean;
}

const { connection, dataDir, modelHangs, ...urls } = JSON.parse(process.argv[2] ?? "") as AnsweringOrder;
const log = pino({ level: "silent" });
const env = loadEnv({ DATA_DIR: dataDir, PUBLIC_URL: "http://localhost:3000" });
const pool = createPool(connection, { max: 4, applicationName: "lorekeep test answerer" });
const deps: Pick<Deps, "env" | "log" | "db" | "events" | "secrets" | "connectors" | "engines" | "fetch"> = {
  env,
  log,
  db: openDatabase(pool),
  events: createBrowserEvents(pool, log),
  secrets: loadKeyRing({ env, dataDir }),
  connectors: createConnectors({ fetch, slackDistribution: "internal", ...urls }),
  engines: {
    forWorkspace: async () => ({}) as never,
    description: "none: answering judges and writes nothing",
    ...(modelHangs && { writeAnswer: () => new Promise<never>(() => undefined) }),
  },
  fetch,
};
await answerInChat(deps as Deps);
process.stdout.write("done\n");
process.exit(0);
