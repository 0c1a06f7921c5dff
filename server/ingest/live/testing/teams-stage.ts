import { and, eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { createSafeFetch } from "../../../../connectors/safe-fetch.ts";
import { createTeamsSource } from "../../../../connectors/teams/source.ts";
import { PATIENCE_MS } from "../../../../scripts/patience.ts";
import type { TeamsChannel } from "../../../../tools/stand-ins/teams/channel.ts";
import {
  ALL_PERMISSIONS,
  startTeamsStandIn,
  type TeamsStandIn,
} from "../../../../tools/stand-ins/teams/teams-stand-in.ts";
import { createScriptedEngine } from "../../../analysis/testing/scripted-engine.ts";
import { handleChatInteraction } from "../../../ask/in-chat/handle-interaction.ts";
import { newId } from "../../../db/new-id.ts";
import { activityLogs, channels, chatEvents, messages } from "../../../db/schema.ts";
import { buildSettings } from "../../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../../testing/test-app.ts";
import { startWorker } from "../../../worker.ts";
import { keepConnectionsOpen } from "../hold-connections.ts";
import { createConnectorsWith } from "./google-chat-stage.ts";

export const WAIT = { timeout: PATIENCE_MS, interval: 50 };
export const PUBLIC_URL = "https://lorekeep.acme.com";
const TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
const TEAM = "team-1";
export const CONFIG = { tenantId: TENANT, appId: "app-1", appSecret: "a-long-app-secret", teamId: TEAM };

/** The listening application with its worker, and a Microsoft Teams stand-in that reaches the application's public address. */
export interface TeamsStage extends TestApp {
  microsoft: TeamsStandIn;
  /** True if Microsoft can reach the public address. */
  isReachable: boolean;
  /** Starts to renew subscriptions, until `stopHolding`. */
  hold(): void;
  stopHolding(): Promise<void>;
  newPlace(): TeamsChannel;
  /** Creates a workspace that monitors a new channel with these credentials. */
  monitor(options?: MonitorOptions): Promise<MonitoredChannel>;
}

interface MonitorOptions {
  mode?: "automatic" | "manual";
  config?: Partial<typeof CONFIG>;
  /** An existing channel of the stand-in, instead of a new channel. */
  place?: TeamsChannel;
}

export type MonitoredChannel = Awaited<ReturnType<typeof monitorChannel>>;

export async function openTeamsStage(publicUrl = PUBLIC_URL): Promise<TeamsStage> {
  const stage = { isReachable: true } as TeamsStage;
  let origin = "http://127.0.0.1:1";
  const microsoft = await startTeamsStandIn({
    tenantId: TENANT,
    apps: [
      { appId: CONFIG.appId, secret: CONFIG.appSecret, permissions: ALL_PERMISSIONS },
      { appId: "app-2", secret: CONFIG.appSecret, permissions: ALL_PERMISSIONS },
      { appId: "app-lists", secret: CONFIG.appSecret, permissions: ["Channel.ReadBasic.All"] },
    ],
    teams: [
      {
        id: TEAM,
        displayName: "Acme",
        people: [
          { id: "u-ana", name: "Ana Alm" },
          { id: "u-bo", name: "Bo Berg" },
        ],
        channels: [],
      },
    ],
    reach: (url) => url.replace(publicUrl, stage.isReachable ? origin : "http://127.0.0.1:1"),
    isLimited: false,
  });
  const fetch = createSafeFetch({ allow: [new URL(microsoft.url).host] });
  const teams = createTeamsSource({
    fetch,
    apiBaseUrl: microsoft.apiBaseUrl,
    loginUrl: microsoft.loginUrl,
    isUnlimited: true,
    liveTimes: { channelsEveryMs: 25, lookEveryMs: 60_000, lookAgainMs: 200 },
  });
  const app = await createTestApp({
    connectors: createConnectorsWith(fetch, { teams }),
    engines: { forWorkspace: async () => createScriptedEngine(), description: "test" },
    variables: { PUBLIC_URL: publicUrl },
  });
  origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
  const worker = await startWorker(app.deps);
  const holders: { stop(): Promise<void> }[] = [];
  const stopHolding = async () => {
    await Promise.all(holders.splice(0).map((holder) => holder.stop()));
  };
  return Object.assign(stage, app, {
    microsoft,
    stopHolding,
    hold: () => void holders.push(keepConnectionsOpen(app.deps, handleChatInteraction, { lookEveryMs: 25 })),
    newPlace: () => addPlace(microsoft),
    monitor: (options: MonitorOptions = {}) => monitorChannel(app, microsoft, options),
    async close() {
      await stopHolding();
      await worker.stop();
      await app.close();
      await microsoft.close();
    },
  });
}

async function call({ inject }: SignedIn, method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object) {
  const answer = await inject({ method, url, ...(payload && { payload }) });
  expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([url, 200, ""]);
  return answer.json();
}

async function monitorChannel(
  { db, signIn }: TestApp,
  microsoft: TeamsStandIn,
  { mode = "automatic", config, place = addPlace(microsoft) }: MonitorOptions,
) {
  const person = await signIn();
  const { workspaceId } = person.viewer;
  await buildSettings(db, { workspaceId, monitoringMode: mode });
  const integration = await call(person, "POST", "/api/collaboration-integrations", {
    name: "Teams",
    platform: "teams",
    config: { ...CONFIG, ...config },
  });
  const channel = await call(person, "POST", "/api/channels", {
    channelId: `${TEAM}/${place.data.id}`,
    channelName: place.data.displayName,
    platform: "teams",
    integrationId: integration.id,
    isActive: true,
    checkFrequencyMinutes: 1440,
  });
  // A check has just ended, so later messages come from notifications.
  await db.update(channels).set({ lastChecked: new Date() }).where(eq(channels.id, channel.id));
  const rows = () => db.select().from(messages).where(eq(messages.channelId, channel.id));
  const texts = async () => (await rows()).filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text);
  const paths = (part: string) =>
    microsoft.calls.map((one) => `${one.method} ${decodeURIComponent(one.path)}`).filter((one) => one.includes(part));
  return {
    person,
    workspaceId,
    integration,
    channel,
    place,
    rows,
    texts,
    analyse: () => call(person, "POST", "/api/analyze", { channelId: channel.id }),
    subscription: () => microsoft.subscriptions.of(place),
    isFollowed: () => vi.waitFor(() => expect(microsoft.subscriptions.of(place)).toBeDefined(), WAIT),
    isRead: (expected: string[]) =>
      vi.waitFor(async () => expect((await texts()).sort()).toEqual(expected.toSorted()), WAIT),
    /** Counts the requests for single messages of this channel. */
    gets: () => paths(`/channels/${place.data.id}/messages/`).filter((path) => /^GET .*\/\d+$/.test(path)).length,
    deltas: () => paths(`/channels/${place.data.id}/messages/delta`).length,
    events: () =>
      db
        .select()
        .from(chatEvents)
        .where(
          and(eq(chatEvents.workspaceId, workspaceId), eq(chatEvents.channelExternalId, `${TEAM}/${place.data.id}`)),
        ),
    changeChannel: (change: object) => call(person, "PATCH", `/api/collaboration-channels/${channel.id}`, change),
    changeIntegration: (change: object) =>
      call(person, "PATCH", `/api/collaboration-integrations/${integration.id}`, change),
    removeIntegration: () => call(person, "DELETE", `/api/collaboration-integrations/${integration.id}`),
    arrival: async () => {
      const [{ arrival }] = await call(person, "GET", "/api/collaboration-integrations");
      return arrival as { isAtOnce: boolean; why: string | null };
    },
    reading: async () => {
      const [{ reading }] = await call(person, "GET", "/api/channels");
      return reading as { isLive: boolean; liveTrouble: string | null };
    },
    log: async () => {
      const entries = await db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
      return entries.map(({ message }) => message);
    },
  };
}

function addPlace(microsoft: TeamsStandIn): TeamsChannel {
  return microsoft.addChannel(TEAM, { id: `19:${newId()}@thread.tacv2`, displayName: "Support" });
}
