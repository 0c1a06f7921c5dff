import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { buildThread, type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import { articles, channels, chatIntegrations, messages, privateQuestions } from "../../db/schema.ts";
import { keepConnectionsOpen } from "../../ingest/live/index.ts";
import { APP_TOKEN, SIGNING_SECRET, useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { answerPrivately } from "./answer-privately.ts";
import { handleChatInteraction } from "./handle-interaction.ts";
import { forgetPrivateQuestions } from "./private-question-queries.ts";

const stage = useLiveStage();

const LOOKING = "Looking it up. The answer comes here in a moment, and only you see it.";

/** Returns a channel with an article about the printer, written from its conversation. */
async function newKnowingChannel(secrets?: Record<string, string>) {
  const said = buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
  const channel = await stage.newLiveChannel({ said, ...(secrets && { secrets }) });
  await channel.run("analyse");
  return channel;
}

const ask = ({ externalId }: StageChannel, text: string, { user = "UCY", times = 1 } = {}) =>
  stage.slack.command(TEAM_ID, { channelId: externalId, user, command: "/lorekeep", text }, times);
const toldIn = ({ externalId }: StageChannel) =>
  stage.slack.privateAnswers.filter(({ channelId }) => channelId === externalId);
const wordsIn = (channel: StageChannel) =>
  toldIn(channel).map(({ user, text, blocks }) => `${user}: ${blocks.length > 0 ? JSON.stringify(blocks) : text}`);
const rowsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(privateQuestions).where(eq(privateQuestions.workspaceId, workspaceId));
/** Does all due work now, besides the worker that looks for it each second. */
const done = (channel: StageChannel) =>
  expect
    .poll(async () => {
      await answerPrivately(stage.deps);
      return (await rowsOf(channel)).filter(({ sealed }) => sealed !== null).length;
    })
    .toBe(0);
/** Ends every wait of the worker's rows. */
const later = ({ workspaceId }: StageChannel) =>
  stage.db
    .update(privateQuestions)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(privateQuestions.workspaceId, workspaceId));

describe("Whoever asks with /lorekeep", () => {
  it("is told at once that it is looked up, then the sentences and who said them; nobody else sees it", async () => {
    const channel = await newKnowingChannel();
    const before = stage.team.channel(channel.externalId).messages.length;
    await ask(channel, "how do I restart the printer?");
    await done(channel);
    expect(wordsIn(channel)).toEqual([`UCY: ${LOOKING}`, expect.stringContaining("hold the printer button for ten")]);
    expect(wordsIn(channel)[1]).toMatch(/bo in #help-\d+.*Article: .*\/articles\//);
    expect(stage.team.channel(channel.externalId).messages).toHaveLength(before);
  });

  it("is told nothing of an article that waits for review", async () => {
    const channel = await newKnowingChannel();
    await stage.db.update(articles).set({ state: "review" }).where(eq(articles.workspaceId, channel.workspaceId));
    await ask(channel, "how do I restart the printer?");
    await done(channel);
    expect(wordsIn(channel)).toHaveLength(2);
    expect(wordsIn(channel).join()).not.toContain("ten");
  });

  it("leaves no words behind, neither as messages nor beside them, and in a day no trace", async () => {
    const channel = await newKnowingChannel();
    await ask(channel, "how do I restart the <zebra> printer?");
    await done(channel);
    const stored = await stage.db.select().from(messages).where(eq(messages.workspaceId, channel.workspaceId));
    expect(JSON.stringify(stored)).not.toContain("zebra");
    expect(await rowsOf(channel)).toMatchObject([{ askedBy: "UCY", sealed: null }]);
    await stage.db.update(privateQuestions).set({ createdAt: sql`now() - interval '25 hours'` });
    await forgetPrivateQuestions(stage.db);
    expect(await rowsOf(channel)).toEqual([]);
  });

  it.each(["", "  ", "help"])("and says '%s' is told how to ask", async (text) => {
    const channel = await stage.newLiveChannel();
    await ask(channel, text);
    expect(wordsIn(channel)).toEqual([expect.stringContaining("/lorekeep how do I reset my password?")]);
    expect(await rowsOf(channel)).toEqual([]);
  });

  it("is answered once, however often Slack tells of it", async () => {
    const channel = await newKnowingChannel();
    await ask(channel, "how do I restart the printer?", { times: 4 });
    await done(channel);
    expect(toldIn(channel)).toHaveLength(2);
    expect(await rowsOf(channel)).toHaveLength(1);
  });

  it("is never answered twice: an answer whose fate nobody knows is not sent again", async () => {
    const channel = await newKnowingChannel();
    stage.slack.fail({ match: "/commands/", kind: { afterWork: "reset" } });
    await ask(channel, "how do I restart the printer?");
    await expect.poll(() => toldIn(channel).length).toBe(2);
    stage.slack.clearFaults();
    await later(channel);
    await done(channel);
    expect(toldIn(channel)).toHaveLength(2);
  });

  it("is answered later when Slack asks us to wait, once", async () => {
    const channel = await newKnowingChannel();
    stage.slack.fail({ match: "/commands/", kind: { status: 429, retryAfter: 1 } });
    await ask(channel, "how do I restart the printer?");
    await expect.poll(() => stage.slack.calls.some(({ status }) => status === 429)).toBe(true);
    stage.slack.clearFaults();
    await done(channel);
    expect(toldIn(channel)).toHaveLength(2);
  });

  it.each(["UGUEST", "USTRANGER"])("as the guest %s is told that guests get no answers", async (user) => {
    const channel = await newKnowingChannel();
    stage.team.data.users.push({ id: "UGUEST", name: "gil", is_restricted: true });
    await ask(channel, "how do I restart the printer?", { user });
    await done(channel);
    expect(wordsIn(channel)[1]).toContain("Guests get no answers here.");
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
  });

  it("hears nothing of what is not for everybody of the workspace", async () => {
    const channel = await newKnowingChannel();
    await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channel.id));
    await ask(channel, "how do I restart the printer?");
    await done(channel);
    expect(wordsIn(channel)[1]).toContain("No answer found.");
    expect(wordsIn(channel).join()).not.toContain("ten seconds");
  });

  it("is told so where the integration is switched off", async () => {
    const channel = await newKnowingChannel({ signingSecret: "of this one alone" });
    await stage.db
      .update(chatIntegrations)
      .set({ isActive: false })
      .where(eq(chatIntegrations.id, channel.integrationId));
    const answer = await send(commandBody(channel), "of this one alone");
    expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining("switched off") });
    expect(await rowsOf(channel)).toEqual([]);
  });

  it("is answered by the workspace whose app was asked, and by no other that reads the same channel", async () => {
    const channel = await newKnowingChannel();
    const other = await newKnowingChannel({ signingSecret: "of somebody else" });
    await ask(channel, "how do I restart the printer?");
    await done(channel);
    expect(await rowsOf(other)).toEqual([]);
  });

  it("is answered over Socket Mode, too", async () => {
    Object.assign(stage.team.data, { appToken: APP_TOKEN });
    const channel = await newKnowingChannel({ signingSecret: "unused", appToken: APP_TOKEN });
    const connections = keepConnectionsOpen(stage.deps, handleChatInteraction, { lookEveryMs: 50 });
    try {
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(1);
      await ask(channel, "how do I restart the printer?");
      await done(channel);
      expect(wordsIn(channel)).toEqual([`UCY: ${LOOKING}`, expect.stringContaining("ten seconds")]);
    } finally {
      await connections.stop();
      stage.slack.socketMode.refresh(stage.team);
    }
  });
});

const commandBody = ({ externalId }: StageChannel) =>
  new URLSearchParams({
    command: "/lorekeep",
    team_id: TEAM_ID,
    channel_id: externalId,
    user_id: "UCY",
    trigger_id: `1.${externalId}`,
    response_url: `${stage.slack.url}/commands/${TEAM_ID}/none`,
    text: "how do I restart the printer?",
  }).toString();
async function send(payload: string, secret?: string, at?: number) {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(secret && signatureHeaders(payload, secret, at)),
  };
  const answer = await stage.app.inject({ method: "POST", url: "/api/slack/commands", headers, payload });
  return { statusCode: answer.statusCode, body: answer.body };
}

it("A command is refused when it is not signed, signed by another secret or long ago", async () => {
  const channel = await newKnowingChannel();
  const body = commandBody(channel);
  expect((await send(body)).statusCode).toBe(401);
  expect((await send(body, "another secret")).statusCode).toBe(401);
  expect((await send(body, SIGNING_SECRET, Date.now() - 6 * 60_000)).statusCode).toBe(401);
  expect(await rowsOf(channel)).toEqual([]);
  expect((await send(body, SIGNING_SECRET)).statusCode).toBe(200);
  expect(await rowsOf(channel)).toHaveLength(1);
});
