import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { buildEventEnvelope, signatureHeaders } from "../../../../tools/stand-ins/slack/event-deliveries.ts";
import type { SlackEvent } from "../../../../tools/stand-ins/slack/team.ts";
import { type AnalysisStage, openStage, type StageChannel } from "../../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../../analysis/testing/scripted-engine.ts";
import { chatEvents, chatIntegrations, messages } from "../../../db/schema.ts";
import { sealChatFields } from "../../../integrations/credentials.ts";
import { buildSettings } from "../../../testing/factories.ts";

export const SIGNING_SECRET = "stand-in-signing-secret";
export const APP_TOKEN = "xapp-test-1";

/** The listening application, its worker, and a Slack stand-in that sends signed events. */
export interface LiveStage extends AnalysisStage {
  /** The URL to which Slack sends events. */
  eventsUrl: string;
  /** Creates a channel of a new workspace whose integration has these credentials besides its bot token. */
  newLiveChannel(options?: LiveChannelOptions): Promise<StageChannel>;
  /** Sends one delivery as Slack does. `by` signs with another secret, `at` sets another time, `as` sends other bytes. */
  deliver(event: SlackEvent, how?: DeliveryOptions): Promise<{ statusCode: number; body: string }>;
  post(body: string, headers: Record<string, string>): Promise<{ statusCode: number; body: string }>;
  rowsOf(channelId: string): Promise<(typeof messages.$inferSelect)[]>;
  textsOf(channelId: string): Promise<string[]>;
  eventsOf(workspaceId: string): Promise<(typeof chatEvents.$inferSelect)[]>;
  /** Waits until every stored event is applied. */
  applied(): Promise<void>;
  close(): Promise<void>;
}

export interface LiveChannelOptions {
  mode?: "automatic" | "manual";
  said?: Parameters<AnalysisStage["newChannel"]>[0];
  secrets?: Record<string, string>;
}

export interface DeliveryOptions {
  by?: string;
  at?: number;
  eventId?: string;
}

/** Prepares the tests of a file: Slack sends events, and the engine writes articles from messages that contain KNOW. */
export function useLiveStage(): LiveStage {
  const stage = {} as LiveStage;
  beforeAll(async () => {
    Object.assign(stage, await openLiveStage());
    stage.engine.current = createScriptedEngine();
    stage.slack.deliveries.sendTo(stage.eventsUrl);
  });
  afterEach(() => stage.slack.clearFaults());
  afterAll(() => stage.close());
  return stage;
}

export async function openLiveStage(options: Parameters<typeof openStage>[0] = {}): Promise<LiveStage> {
  const stage = await openStage(options);
  const address = await stage.app.listen({ host: "127.0.0.1", port: 0 });
  const eventsUrl = `${address}/api/slack/events`;
  const { db, deps, team } = stage;
  const rowsOf = (channelId: string) =>
    db.select().from(messages).where(eq(messages.channelId, channelId)).orderBy(messages.externalId);

  const post: LiveStage["post"] = async (body, headers) => {
    const answer = await stage.app.inject({
      method: "POST",
      url: "/api/slack/events",
      headers: { "content-type": "application/json", ...headers },
      payload: body,
    });
    return { statusCode: answer.statusCode, body: answer.body };
  };

  return {
    ...stage,
    eventsUrl,
    post,
    rowsOf,
    textsOf: async (channelId) =>
      (await rowsOf(channelId)).filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text),
    eventsOf: (workspaceId) => db.select().from(chatEvents).where(eq(chatEvents.workspaceId, workspaceId)),
    async newLiveChannel({ mode = "automatic", said, secrets = { signingSecret: SIGNING_SECRET } } = {}) {
      const channel = await stage.newChannel(said);
      const { workspaceId, integrationId } = channel;
      const [row] = await db.select().from(chatIntegrations).where(eq(chatIntegrations.id, integrationId));
      if (!row) throw new Error("The stage made no integration.");
      const sealed = sealChatFields(deps.secrets, row, secrets);
      await db.update(chatIntegrations).set(sealed).where(eq(chatIntegrations.id, integrationId));
      await buildSettings(db, { workspaceId, monitoringMode: mode });
      return channel;
    },
    deliver(event, { by = SIGNING_SECRET, at, eventId } = {}) {
      const envelope = { ...buildEventEnvelope(team, event), ...(eventId && { event_id: eventId }) };
      const body = JSON.stringify(envelope);
      return post(body, signatureHeaders(body, by, at));
    },
    async applied() {
      await expect
        .poll(async () => (await db.execute(sql`select from chat_events where state = 'waiting'`)).rows)
        .toEqual([]);
    },
    async close() {
      stage.slack.deliveries.sendTo(undefined);
      await (stage as AnalysisStage & { close(): Promise<void> }).close();
    },
  };
}
