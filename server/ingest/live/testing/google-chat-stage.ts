import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { createGoogleChatSource } from "../../../../connectors/google-chat/source.ts";
import { createConnectors } from "../../../../connectors/registry.ts";
import { createSafeFetch } from "../../../../connectors/safe-fetch.ts";
import type { Engine } from "../../../../engine/contract.ts";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
  USER_SCOPES,
} from "../../../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import { createScriptedEngine } from "../../../analysis/testing/scripted-engine.ts";
import { handleChatInteraction } from "../../../ask/in-chat/handle-interaction.ts";
import { activityLogs, articles, chatIntegrations, messages } from "../../../db/schema.ts";
import { buildSettings } from "../../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../../testing/test-app.ts";
import { startWorker } from "../../../worker.ts";
import { keepConnectionsOpen } from "../hold-connections.ts";

/** The token of a person who may read every space. */
export const PERSONS_TOKEN = "ya29.token-of-ana";
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const OTHER_ROBOT = "wiki@acme.iam.gserviceaccount.com";
const PEOPLE = [
  ...["Ana Alm", "Bo Berg"].map((name, index) => ({ id: `${index + 1}`, name })),
  { id: "99", name: "Lorekeep", isBot: true, serviceAccount: ROBOT },
];

/** The application with its worker, and a Google Chat stand-in in which each space has its own Pub/Sub topic. */
export interface GoogleChatStage extends TestApp {
  google: GoogleChatStandIn;
  /** The engine of the application; tests may replace it. */
  engine: { current: Engine };
  /** Starts the part of the worker that keeps live connections open, until `stopHolding`. */
  hold(lookEveryMs?: number): { stop(): Promise<void> };
  stopHolding(): Promise<void>;
  /** Stops the worker, so that due work waits. */
  stopWorking(): Promise<void>;
  /** Creates a workspace that monitors this space automatically, with a service account and its Pub/Sub subscription. */
  monitor(spaceId: string): Promise<MonitoredSpace>;
  /** Creates another workspace and service account, which uses the Pub/Sub subscription of `sharedWith`. */
  monitorAsOther(spaceId: string, sharedWith: string): Promise<MonitoredSpace>;
}

export type MonitoredSpace = Awaited<ReturnType<typeof monitorSpace>>;

export async function openGoogleChatStage(spaceIds: string[]): Promise<GoogleChatStage> {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const keyFileOf = (client_email: string) =>
    JSON.stringify({ type: "service_account", client_email, private_key: keys.privateKey });
  const scopes = ["chat.bot", "chat.app.messages.readonly", "pubsub"];
  const google = await startGoogleChatStandIn({
    spaces: spaceIds.map((id) => ({ id, displayName: "Operations", people: [...PEOPLE] })),
    tokens: { [PERSONS_TOKEN]: { kind: "user", scopes: USER_SCOPES } },
    serviceAccounts: [ROBOT, OTHER_ROBOT].map((clientEmail) => ({ clientEmail, publicKey: keys.publicKey, scopes })),
    pipes: spaceIds.map(pipeOf),
  });
  const fetch = createSafeFetch({ allow: [new URL(google.url).host] });
  const source = createGoogleChatSource({
    fetch,
    apiBaseUrl: google.url,
    tokenUrl: google.tokenUrl,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    live: {
      pubsubUrl: google.url,
      workspaceEventsUrl: google.url,
      subscriptionCallsPerSecond: Number.POSITIVE_INFINITY,
      times: { channelsEveryMs: 25, lookEveryMs: 100, lookAgainMs: 100, soonestMs: 25, firstRetryMs: 25 },
    },
  });
  const engine = { current: createScriptedEngine() };
  const app = await createTestApp({
    connectors: createConnectorsWith(fetch, { "google-chat": source }),
    engines: { forWorkspace: async () => engine.current, description: "test" },
  });
  const worker = await startWorker(app.deps);
  const holders: { stop(): Promise<void> }[] = [];
  const stopHolding = async () => {
    await Promise.all(holders.splice(0).map((holder) => holder.stop()));
  };
  return {
    ...app,
    google,
    engine,
    hold(lookEveryMs = 25) {
      const holder = keepConnectionsOpen(app.deps, handleChatInteraction, { lookEveryMs });
      holders.push(holder);
      return holder;
    },
    stopHolding,
    stopWorking: () => worker.stop(),
    monitor: (spaceId) => monitorSpace(app, google, { spaceId, pipeId: spaceId, accessToken: keyFileOf(ROBOT) }),
    monitorAsOther: (spaceId, pipeId) =>
      monitorSpace(app, google, { spaceId, pipeId, accessToken: keyFileOf(OTHER_ROBOT) }),
    async close() {
      await stopHolding();
      await worker.stop();
      await app.close();
      await google.close();
    },
  };
}

/** Creates the product's connectors, with these sources instead of their usual ones. */
export function createConnectorsWith(
  fetch: typeof globalThis.fetch,
  sources: object,
): ReturnType<typeof createConnectors> {
  const others = createConnectors({ fetch, slackDistribution: "internal" });
  return { ...others, sources: { ...others.sources, ...sources } };
}

const pipeOf = (spaceId: string) => ({
  topic: `projects/acme/topics/of-${spaceId}`,
  subscription: `projects/acme/subscriptions/of-${spaceId}`,
});

export const postAs = async (person: SignedIn, url: string, payload?: object) =>
  (await person.inject({ method: "POST", url, ...(payload && { payload }) })).json();

/** Adds a space through the API, as a person does. */
export async function addSpace(person: SignedIn, spaceId: string, config: object) {
  const named = { name: "Chat", platform: "google-chat", config };
  const integration = await postAs(person, "/api/collaboration-integrations", named);
  const channel = await postAs(person, "/api/channels", {
    channelId: spaceId,
    channelName: "Operations",
    platform: "google-chat",
    isActive: true,
    checkFrequencyMinutes: 1440,
  });
  return { integration, channel };
}

async function monitorSpace(
  { db, signIn }: TestApp,
  google: GoogleChatStandIn,
  { spaceId, pipeId, accessToken }: { spaceId: string; pipeId: string; accessToken: string },
) {
  const person = await signIn();
  const { workspaceId } = person.viewer;
  await buildSettings(db, { workspaceId, monitoringMode: "automatic" });
  const { topic, subscription } = pipeOf(pipeId);
  const config = { accessToken, pubsubSubscription: subscription };
  const { integration, channel } = await addSpace(person, spaceId, config);
  const pipe = google.pubsub.pipe(topic);
  if (!pipe) throw new Error(`There is no topic of ${spaceId}.`);
  const rows = () => db.select().from(messages).where(eq(messages.channelId, channel.id));
  const texts = async () => (await rows()).filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text);
  return {
    person,
    workspaceId,
    integration,
    channel,
    accessToken,
    pipe,
    room: google.space(spaceId),
    rows,
    texts,
    test: () => postAs(person, `/api/collaboration-integrations/${integration.id}/test`),
    change: (config: object) =>
      person.inject({
        method: "PATCH",
        url: `/api/collaboration-integrations/${integration.id}`,
        payload: { config },
      }),
    stop: () =>
      person.inject({
        method: "PATCH",
        url: `/api/collaboration-channels/${channel.id}`,
        payload: { isActive: false },
      }),
    switchOff: () =>
      person.inject({
        method: "PATCH",
        url: `/api/collaboration-integrations/${integration.id}`,
        payload: { isActive: false },
      }),
    analyse: () => postAs(person, "/api/analyze", { channelId: channel.id }),
    article: async () => (await db.select().from(articles).where(eq(articles.workspaceId, workspaceId)))[0]?.bodyText,
    row: async () => (await db.select().from(chatIntegrations).where(eq(chatIntegrations.id, integration.id)))[0],
    log: async () => {
      const entries = await db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
      return entries.map(({ message }) => message);
    },
    isFollowed: () => expect.poll(() => google.events.of(spaceId)?.state).toBe("ACTIVE"),
    isRead: (expected: string[]) => expect.poll(async () => (await texts()).sort()).toEqual(expected.toSorted()),
    /** Waits until the channel's row has the expected state. */
    says: (expected: { isLive: boolean; liveTrouble: string | null }) =>
      expect
        .poll(async () => (await person.inject({ url: "/api/channels" })).json()[0].reading)
        .toMatchObject(expected),
  };
}
