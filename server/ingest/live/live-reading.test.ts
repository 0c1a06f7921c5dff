import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SlackMessage } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { startRun } from "../../analysis/start-run.ts";
import { buildSlackMessage, buildThread, type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { waitForRun } from "../../analysis/wait-for-run.ts";
import { handleChatInteraction } from "../../ask/in-chat/handle-interaction.ts";
import { newId } from "../../db/new-id.ts";
import { activityLogs, articles, channels, chatIntegrations, runs, threadQuestions } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { startRunsOfQuietConversations } from "../../jobs/analyse-quiet-conversations.ts";
import { checkDueChannels } from "../../jobs/check-due-channels.ts";
import { buildSettings } from "../../testing/factories.ts";
import { keepConnectionsOpen } from "./hold-connections.ts";
import { APP_TOKEN, type LiveStage, openLiveStage } from "./testing/live-stage.ts";

let stage: LiveStage;
beforeAll(async () => {
  stage = await openLiveStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const integrationRow = async (id: string) =>
  (await stage.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, id)))[0];

/** Runs the scheduled check of one channel now. */
async function check({ workspaceId, id }: StageChannel) {
  const run = await inWorkspace(stage.db, workspaceId, (scope) =>
    startRun(stage.deps, scope, { kind: "analyse", input: { channelIds: [id] }, requestedBy: null }),
  );
  return waitForRun(stage.deps, workspaceId, run.id, 60_000);
}

/** Makes a person press a button over the socket, and waits until the press is stored. */
async function pressOverSocket({ workspaceId, id: channelId, externalId }: StageChannel) {
  const id = newId();
  const { ts } = stage.team.post(externalId, {
    user: stage.team.bot.id,
    bot_id: "B1",
    text: "Is it right?",
    blocks: [{ type: "actions", block_id: `lorekeep-${id}`, elements: [{ type: "button", action_id: "fix" }] }],
  });
  const asked = { state: "asked" as const, messageExternalId: ts, threadId: "1.1", askedOf: "UBO" };
  await stage.db.insert(threadQuestions).values({ ...asked, workspaceId, id, channelId });
  await stage.slack.press(TEAM_ID, { channelId: externalId, ts, user: "UBO", action: "fix" });
  await expect
    .poll(async () => (await stage.db.select().from(threadQuestions).where(eq(threadQuestions.id, id)))[0]?.answeredAt)
    .not.toBeNull();
}

describe("With an app token", () => {
  it("one of many workers holds the socket, an event is acknowledged once stored, and a broken connection is made again", async () => {
    Object.assign(stage.team.data, { appToken: APP_TOKEN });
    const channel = await stage.newLiveChannel({ secrets: { signingSecret: "unused", appToken: APP_TOKEN } });
    const workers = [1, 2].map(() => keepConnectionsOpen(stage.deps, handleChatInteraction, { lookEveryMs: 50 }));
    try {
      await expect.poll(async () => (await integrationRow(channel.integrationId))?.liveSince).not.toBeNull();
      expect(stage.slack.socketMode.connections(stage.team)).toBe(1);
      stage.team.post(channel.externalId, { user: "UANA", text: "over the socket" });
      await expect.poll(() => stage.textsOf(channel.id)).toEqual(["over the socket"]);
      await pressOverSocket(channel);

      stage.slack.socketMode.refresh(stage.team);
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(0);
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(1);
      stage.team.post(channel.externalId, { user: "UBO", text: "over the next one" });
      await expect.poll(() => stage.textsOf(channel.id)).toContain("over the next one");

      await stage.db
        .update(chatIntegrations)
        .set({ isActive: false })
        .where(eq(chatIntegrations.id, channel.integrationId));
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(0);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  });

  it("that Slack does not accept, the integration says so", async () => {
    const { integrationId, person } = await stage.newLiveChannel({ secrets: { appToken: "xapp-wrong" } });
    const worker = keepConnectionsOpen(stage.deps, handleChatInteraction, { lookEveryMs: 50 });
    try {
      await expect
        .poll(async () => (await integrationRow(integrationId))?.liveTrouble)
        .toContain("does not accept the app token");
      const [channel] = (await person.inject({ url: "/api/channels" })).json();
      expect(channel.reading).toMatchObject({ isLive: false, liveTrouble: expect.stringContaining("xapp-") });
    } finally {
      await worker.stop();
    }
  });
});

describe("In automatic monitoring", () => {
  it("a conversation is analysed once it is quiet, not while it goes on", async () => {
    const channel = await stage.newLiveChannel({ said: [buildSlackMessage("UANA", "hello")] });
    await channel.run("analyse");
    const tell = ({ user, ts, text, thread_ts }: SlackMessage) =>
      stage.deliver({ type: "message", channel: channel.externalId, user, ts, text, ...(thread_ts && { thread_ts }) });
    for (const message of buildThread("KNOW how it went", "like this", "thanks")) await tell(message);
    const now = Math.floor(Date.now() / 1000);
    for (const [index, text] of ["KNOW how it goes", "wait, I am writing"].entries())
      await tell({ user: "UANA", ts: `${now - 2 + index}.000200`, thread_ts: `${now - 2}.000200`, text });
    await stage.applied();
    await stage.db.execute(sql`update runs set created_at = now() - interval '1 hour'`);
    await Promise.all([startRunsOfQuietConversations(stage.deps), startRunsOfQuietConversations(stage.deps)]);
    const quietRuns = async () =>
      (await stage.db.select().from(runs).where(eq(runs.workspaceId, channel.workspaceId))).filter(
        ({ input }) => input.onlyQuiet,
      );
    await expect.poll(() => quietRuns()).toMatchObject([{ state: "done" }]);
    const written = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(written.map(({ title }) => title)).toEqual(["KNOW how it went"]);
    const [listed] = (await channel.person.inject({ url: "/api/channels" })).json();
    expect(listed.reading).toMatchObject({ isLive: true, waiting: { messages: 0, conversations: 1 } });
  });

  it("a check finds what no event told: new messages, edits and deletions, also in old threads without a new reply", async () => {
    const old = buildThread("A question", "will be edited", "will be deleted", "stays");
    const channel = await stage.newLiveChannel({ said: [...old, buildSlackMessage("UBO", "alone")] });
    await channel.run("analyse");
    const now = Math.floor(Date.now() / 1000);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await stage.db
      .update(chatIntegrations)
      .set({ liveSince: ago(60) })
      .where(eq(chatIntegrations.id, channel.integrationId));
    await stage.db
      .update(channels)
      .set({ lastChecked: ago(30) })
      .where(eq(channels.id, channel.id));
    const [, edited, deleted] = old;
    stage.team.edit(channel.externalId, edited?.ts ?? "", "was edited");
    stage.team.delete(channel.externalId, deleted?.ts ?? "");
    stage.team.post(channel.externalId, { user: "UCY", text: "nobody was told", ts: `${now - 600}.000300` });
    await check(channel);
    const texts = await stage.textsOf(channel.id);
    expect(texts).toEqual(["A question", "was edited", "stays", "alone", "nobody was told"]);
    const [listed] = (await channel.person.inject({ url: "/api/channels" })).json();
    expect(listed.reading).toMatchObject({ filledIn: 1, readTo: new Date((now - 600) * 1000).toISOString() });
    const log = await stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, channel.workspaceId));
    expect(log.map(({ message }) => message).join("\n")).toContain(
      "1 message had not arrived as live events. The check found and added them.",
    );
  });

  it("many workers that look at the same moment check a channel once", async () => {
    const channel = await stage.newChannel([buildSlackMessage("UANA", "hello")]);
    await buildSettings(stage.db, { workspaceId: channel.workspaceId, monitoringMode: "automatic" });
    await Promise.all([1, 2, 3, 4].map(() => checkDueChannels(stage.deps)));
    const started = await stage.db.select().from(runs).where(eq(runs.workspaceId, channel.workspaceId));
    expect(started).toHaveLength(1);
  });

  it("what changed in the channel itself while nobody listened is found by its check", async () => {
    const channel = await stage.newLiveChannel({ said: [buildSlackMessage("UANA", "hello")] });
    await check(channel);
    Object.assign(stage.team.channel(channel.externalId), { name: "renamed", is_archived: true, is_private: true });
    await check(channel);
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row).toMatchObject({ name: "renamed", remoteState: "archived", isPrivate: true });
    expect(row?.heldSince).not.toBeNull();
    expect(row?.trouble).toContain("was archived in Slack");
  });
});
