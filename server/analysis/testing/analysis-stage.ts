import type { Logger } from "pino";
import { createConnectors } from "../../../connectors/registry.ts";
import type { Engine } from "../../../engine/contract.ts";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import {
  ALL_SCOPES,
  type SlackMessage,
  type SlackStandIn,
  startSlackStandIn,
} from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import type { SlackTeam } from "../../../tools/stand-ins/slack/team.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { sealChatFields } from "../../integrations/credentials.ts";
import type { Payment } from "../../stripe/stripe.ts";
import { buildChannel, buildChatIntegration, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { startWorker } from "../../worker.ts";
import type { RunRow } from "../queries.ts";
import { type RunRequest, startRun } from "../start-run.ts";
import { waitForRun } from "../wait-for-run.ts";

export const TEAM_ID = "T1";
const TOKEN = "xoxb-test-1";

/** The application with its worker and its own Slack; each test creates its own channel. */
export interface AnalysisStage extends TestApp {
  slack: SlackStandIn;
  team: SlackTeam;
  /** Replaced by tests in which an engine fails. */
  engine: { current: Engine };
  /** Creates a workspace with one monitored channel and these messages. */
  newChannel(said?: SlackMessage[]): Promise<StageChannel>;
}

export interface StageChannel {
  workspaceId: string;
  integrationId: string;
  /** The row's id and Slack's id of the channel. */
  id: string;
  externalId: string;
  person: SignedIn;
  run(kind: RunRow["kind"], input?: RunRequest["input"]): Promise<RunRow>;
  start(kind: RunRow["kind"], input?: RunRequest["input"]): Promise<RunRow>;
}

/** Opens a stage. With `payment`, plans limit the number of messages. */
export async function openStage({
  workers = 1,
  payment = null,
  fetch = globalThis.fetch,
  log,
  variables = {},
}: {
  variables?: Record<string, string>;
  workers?: number;
  payment?: Payment | null;
  fetch?: typeof globalThis.fetch;
  log?: Logger;
} = {}): Promise<AnalysisStage & { close(): Promise<void> }> {
  saidLast = startOfConversation();
  const channels: { id: string; name: string; messages: SlackMessage[] }[] = [];
  const users = ["UANA", "UBO", "UCY"].map((id) => ({ id, name: id.slice(1).toLowerCase() }));
  const slack = await startSlackStandIn({
    // Another test covers Slack's rate limits.
    limits: "off",
    teams: [
      { team: { id: TEAM_ID, name: "Acme", domain: "acme" }, botToken: TOKEN, scopes: ALL_SCOPES, users, channels },
    ],
  });
  const team = slack.team(TEAM_ID);
  const engine = { current: createLocalEngine() };
  const app = await createTestApp({
    connectors: createConnectors({
      fetch,
      slackDistribution: "internal",
      slackApiUrl: `${slack.url}/api`,
    }),
    engines: { forWorkspace: async () => engine.current, description: "test" },
    payment,
    variables,
    ...(log && { log }),
  });
  const worker = workers > 0 ? await startWorker(app.deps) : null;
  let count = 0;

  async function newChannel(said: SlackMessage[] = []): Promise<StageChannel> {
    count += 1;
    const externalId = `C${String(count).padStart(6, "0")}`;
    const name = `help-${count}`;
    team.data.channels.push({ id: externalId, name, messages: [] });
    for (const { user = "UANA", text = "", ...message } of said) team.post(externalId, { user, text, ...message });
    const user = await buildUser(app.db);
    const { workspaceId } = user;
    const integrationId = newId();
    const sealed = sealChatFields(
      app.deps.secrets,
      { workspaceId, id: integrationId, platform: "slack", config: {}, secrets: {} },
      { botToken: TOKEN },
    );
    await buildChatIntegration(app.db, { workspaceId, id: integrationId, ...sealed, teamId: TEAM_ID });
    const channel = await buildChannel(app.db, { workspaceId, integrationId, externalId, name, teamId: TEAM_ID });
    const start: StageChannel["start"] = (kind, input = kind === "analyse" ? { channelIds: [channel.id] } : {}) =>
      inWorkspace(app.db, workspaceId, (scope) => startRun(app.deps, scope, { kind, input, requestedBy: user.id }));
    return {
      workspaceId,
      integrationId,
      id: channel.id,
      externalId,
      person: await app.signIn(user),
      start,
      run: async (kind, input) => waitForRun(app.deps, workspaceId, (await start(kind, input)).id, 60_000),
    };
  }

  return {
    ...app,
    slack,
    team,
    engine,
    newChannel,
    async close() {
      await worker?.stop();
      await slack.close();
      await app.close();
    },
  };
}

/** The start of a conversation, in seconds since 1970. */
const startOfConversation = () => Math.floor(Date.now() / 1000) - 500_000;
let saidLast = startOfConversation();
/** Builds a Slack message, a few seconds after the previous one; a stage's first is some days old. */
export function buildSlackMessage(user: string, text: string, more: Partial<SlackMessage> = {}): SlackMessage {
  saidLast += 7;
  return { type: "message", user, text, ts: `${saidLast}.000100`, ...more };
}

/** Builds a conversation in one thread, with people in turn. */
export function buildThread(...texts: string[]): SlackMessage[] {
  const messages = texts.map((text, index) => buildSlackMessage(["UANA", "UBO", "UCY"][index % 3] ?? "UANA", text));
  return messages.map((message) => ({ ...message, thread_ts: messages[0]?.ts ?? "" }));
}

/** Builds a question with a detailed answer, which the local engine judges as knowledge. */
export function buildAnsweredQuestion(topic = "the staging database"): SlackMessage[] {
  return buildThread(
    `How do I reset ${topic}? It refuses every connection since the update.`,
    `You have to stop the service first: run \`systemctl stop app\`, then run \`reset-db --force\` to reset ${topic}, and start the service again with \`systemctl start app\`.`,
    "If it still refuses connections, check that the port 5432 is open in the firewall.",
    "That worked, thank you!",
  );
}
