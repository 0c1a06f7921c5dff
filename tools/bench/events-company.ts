import { eq } from "drizzle-orm";
import { pino } from "pino";
import type { ChatSource } from "../../connectors/chat-source.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createSlackSource } from "../../connectors/slack/source.ts";
import type { Engine } from "../../engine/contract.ts";
import { groupWindow } from "../../engine/find/index.ts";
import { newId } from "../../server/db/new-id.ts";
import { channels, chatIntegrations, workspaceSettings, workspaces } from "../../server/db/schema.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import type { Deps } from "../../server/deps.ts";
import { loadEnv } from "../../server/env.ts";
import { createBrowserEvents } from "../../server/http/browser-events.ts";
import { sealChatFields } from "../../server/integrations/credentials.ts";
import { startQueue } from "../../server/queue/start-queue.ts";
import { loadKeyRing } from "../../server/secrets/key-file.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import type { SlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import { BENCH_SECRET, BENCH_TEAM, BENCH_TOKEN } from "./chat-day.ts";
import type { onFreshDatabase } from "./fresh-database.ts";

type Pool = Parameters<Parameters<typeof onFreshDatabase>[0]>[0];

/** An engine that finds no knowledge, because the benchmark measures only reading. */
const NO_ENGINE: Engine = {
  name: "local",
  group: async (window) => groupWindow(window),
  detect: async () => ({ score: 0, isKnowledge: false, contentType: "howto", reasons: ["not looked at"] }),
  write: () => Promise.reject(new Error("Nothing is to be written")),
};

/** Opens the dependencies of a product process on a benchmark's database. Slack is read with the given clock. */
export async function openBenchDeps(
  pool: Pool,
  dataDir: string,
  slackUrl: string,
  clock: () => number = Date.now,
): Promise<Deps> {
  const log = pino({ level: "error" }, pino.destination(2));
  const env = loadEnv({ DATA_DIR: dataDir });
  const db = openDatabase(pool);
  const events = createBrowserEvents(pool, log);
  await events.start();
  const connectors = createConnectors({ fetch, slackDistribution: "internal" });
  const slack = createSlackSource({ fetch, clock, apiBaseUrl: `${slackUrl}/api/` });
  return {
    env,
    log,
    db,
    events,
    queue: await startQueue({ db, log }),
    mailer: { send: async () => {}, close: () => {} },
    secrets: loadKeyRing({ env, dataDir }),
    connectors: { ...connectors, sources: { ...connectors.sources, slack: slack as ChatSource<never> } },
    engines: { forWorkspace: async () => NO_ENGINE, description: "none" },
    payment: null,
    connections: {},
    identityProvider: null,
    readTxtRecords: async () => [],
    fetch,
  };
}

/** Connects a workspace that monitors every channel of the team. Returns the ids of the product's channels. */
export async function connectTeam(
  { db, secrets }: Deps,
  slack: SlackStandIn,
): Promise<{ workspaceId: string; channelIds: string[] }> {
  const workspaceId = newId();
  const integrationId = newId();
  await db.insert(workspaces).values({ id: workspaceId, name: "Bench" });
  await db
    .insert(workspaceSettings)
    .values({ ...DEFAULT_DETECTION_SETTINGS, workspaceId, monitoringMode: "automatic" });
  const row = { workspaceId, id: integrationId, platform: "slack" as const, config: {}, secrets: {} };
  const sealed = sealChatFields(secrets, row, { botToken: BENCH_TOKEN, signingSecret: BENCH_SECRET });
  await db.insert(chatIntegrations).values({ ...row, ...sealed, name: "Bench", teamId: BENCH_TEAM });
  for (const { id, name } of slack.team(BENCH_TEAM).data.channels) {
    await db.insert(channels).values({
      workspaceId,
      id: newId(),
      integrationId,
      platform: "slack",
      externalId: id,
      teamId: BENCH_TEAM,
      name,
      checkFrequencyMinutes: 1440,
    });
  }
  const made = await db.select({ id: channels.id }).from(channels).where(eq(channels.workspaceId, workspaceId));
  return { workspaceId, channelIds: made.map(({ id }) => id) };
}
