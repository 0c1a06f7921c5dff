import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { buildThread, type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import { articles, channelAudiences, channels, chatAnswers, chatIntegrations, messages } from "../../db/schema.ts";
import { keepConnectionsOpen } from "../../ingest/live/index.ts";
import { APP_TOKEN, useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { buildArticle, buildArticleSource, buildChannel } from "../../testing/factories.ts";
import { answerInChat } from "./answer-in-chat.ts";
import { handleChatInteraction } from "./handle-interaction.ts";

const stage = useLiveStage();
const QUESTION = "how do I restart the printer?";

/** Returns a workspace that knows how to restart the printer, with its owner as `user` in Slack. */
async function newKnowing(secrets?: Record<string, string>) {
  const said = buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds.");
  const channel = await stage.newLiveChannel({ said, ...(secrets && { secrets }) });
  const user = `UD${channel.externalId}`;
  const { email } = (await channel.person.inject({ url: "/api/auth/user" })).json() as { email: string };
  stage.team.data.users.push({ id: user, name: "owner", email });
  await channel.run("analyse");
  return { ...channel, user, source: said[1]?.ts ?? "" };
}
type Knowing = Awaited<ReturnType<typeof newKnowing>>;

const write = ({ user }: Knowing, text: string, threadTs?: string) =>
  stage.team.post(stage.team.directWith(user).id, { user, text, ...(threadTs && { thread_ts: threadTs }) });
const postsTo = ({ user }: Pick<Knowing, "user">) =>
  stage.team.directWith(user).messages.filter(({ bot_id }) => bot_id !== undefined);
const wordsTo = (person: Pick<Knowing, "user">) => postsTo(person).map(({ blocks }) => JSON.stringify(blocks));
const rowsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(chatAnswers).where(eq(chatAnswers.workspaceId, workspaceId));
const statesOf = async (channel: StageChannel) => {
  await answerInChat(stage.deps);
  return (await rowsOf(channel)).map(({ state }) => state);
};
const answered = (channel: StageChannel, many = 1) =>
  expect.poll(() => statesOf(channel)).toEqual(Array.from({ length: many }, () => "answered"));

/** Builds an article of the person's channel, or of a private channel that they are not in. */
async function newArticleFor({ workspaceId, id, integrationId }: Knowing, title: string, { isPrivate = false } = {}) {
  const own = { workspaceId, integrationId, isPrivate, name: "board", teamId: TEAM_ID };
  const channelId = isPrivate ? (await buildChannel(stage.db, own)).id : id;
  if (isPrivate) {
    const isKnown = { isPublic: false, isKnown: true, membersReadAt: new Date() };
    await stage.db.update(channelAudiences).set(isKnown).where(eq(channelAudiences.channelId, channelId));
  }
  const article = await buildArticle(stage.db, { workspaceId, channelId, channelName: "board", title });
  await buildArticleSource(stage.db, { workspaceId, articleId: article.id, channelId, messageExternalId: title });
  return article;
}

describe("Whoever writes to the app alone", () => {
  it("is answered in the thread of their message, and sees that it is being looked up", async () => {
    const person = await newKnowing();
    const { ts } = write(person, QUESTION);
    await answered(person);
    expect(postsTo(person)).toMatchObject([{ thread_ts: ts }]);
    expect(wordsTo(person)[0]).toContain("hold the printer button for ten seconds");
    expect(stage.team.statuses.filter(({ threadTs }) => threadTs === ts)).toMatchObject([
      { status: "is looking up what your team has said", isOver: true },
    ]);
  });

  it("leaves no words here: neither as messages nor in the row", async () => {
    const person = await newKnowing();
    write(person, "how do I restart the zebra printer?");
    await answered(person);
    const stored = await stage.db.select().from(messages).where(eq(messages.workspaceId, person.workspaceId));
    expect(JSON.stringify([stored, await rowsOf(person)])).not.toContain("zebra");
  });

  it("is answered once, however often Slack tells of it", async () => {
    const person = await newKnowing();
    const message = write(person, QUESTION);
    const event = {
      type: "message",
      channel: stage.team.directWith(person.user).id,
      channel_type: "im",
      event_ts: message.ts,
      ...message,
    };
    for (let n = 0; n < 3; n++) expect((await stage.deliver(event)).statusCode).toBe(200);
    await answered(person);
    expect(postsTo(person)).toHaveLength(1);
  });

  it("is answered once by a worker that was killed in the middle: a lost answer is looked up in the thread", async () => {
    const person = await newKnowing();
    stage.slack.fail({ match: "chat.postMessage", kind: { afterWork: "reset" } });
    write(person, QUESTION);
    await expect.poll(() => postsTo(person).length).toBe(1);
    await expect.poll(async () => (await rowsOf(person))[0]?.intentAt).not.toBeNull();
    stage.slack.clearFaults();
    await expect
      .poll(async () => {
        await stage.db
          .update(chatAnswers)
          .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
          .where(eq(chatAnswers.workspaceId, person.workspaceId));
        return statesOf(person);
      })
      .toEqual(["answered"]);
    expect(postsTo(person)).toHaveLength(1);
  });

  it("may ask on in the thread: the question before helps", async () => {
    const person = await newKnowing();
    const { ts } = write(person, QUESTION);
    await answered(person);
    write(person, "and how many seconds?", ts);
    await answered(person, 2);
    expect(wordsTo(person)[1]).toContain("hold the printer button for ten seconds");
    write(person, "and how many holidays?");
    await answered(person, 3);
    expect(wordsTo(person)[2]).toContain("No answer found.");
  });

  it("is answered from what they may read themselves, and a colleague who is no member from what all may", async () => {
    const person = await newKnowing({ signingSecret: "of these alone" });
    await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, person.id));
    Object.assign(stage.team.channel(person.externalId), { is_private: true, members: [person.user] });
    await person.run("analyse");
    const ask = async (user: string) => {
      const { id } = stage.team.directWith(user);
      const ts = stage.team.post(id, { user, text: QUESTION }).ts;
      const event = { type: "message", channel: id, channel_type: "im", user, text: QUESTION, ts, event_ts: ts };
      expect((await stage.deliver(event, { by: "of these alone" })).statusCode).toBe(200);
    };
    await ask(person.user);
    await answered(person);
    expect(wordsTo(person)[0]).toContain("ten seconds");
    await ask("UCY");
    await answered(person, 2);
    // Other workspaces of this test's Slack answer too, so the test selects this one's answer.
    const row = (await rowsOf(person)).find(({ askedBy }) => askedBy === "UCY");
    const own = postsTo({ user: "UCY" }).find(({ ts }) => ts === row?.messageExternalId);
    expect(JSON.stringify(own?.blocks)).toContain("No answer found.");
  });

  it("as a guest is told that guests get no answers", async () => {
    const person = await newKnowing({ signingSecret: "for guests" });
    stage.team.data.users.push({ id: "UGUEST", name: "gil", is_restricted: true });
    const { id } = stage.team.directWith("UGUEST");
    const { ts } = stage.team.post(id, { user: "UGUEST", text: QUESTION });
    const event = { type: "message", channel: id, channel_type: "im", user: "UGUEST", text: QUESTION, ts };
    await stage.deliver({ ...event, event_ts: ts }, { by: "for guests" });
    await answered(person);
    expect(wordsTo({ user: "UGUEST" }).at(-1)).toContain("Guests get no answers here.");
  });

  it("is answered over Socket Mode, too", async () => {
    Object.assign(stage.team.data, { appToken: APP_TOKEN });
    const person = await newKnowing({ signingSecret: "unused", appToken: APP_TOKEN });
    const connections = keepConnectionsOpen(stage.deps, handleChatInteraction, { lookEveryMs: 50 });
    try {
      await expect.poll(() => stage.slack.socketMode.connections(stage.team)).toBe(1);
      write(person, QUESTION);
      await answered(person);
      expect(wordsTo(person)[0]).toContain("ten seconds");
    } finally {
      await connections.stop();
      // Otherwise the stage's own worker would answer it, and other tests' events would change it.
      await stage.db
        .update(chatIntegrations)
        .set({ isActive: false })
        .where(eq(chatIntegrations.id, person.integrationId));
      stage.slack.socketMode.refresh(stage.team);
    }
  });

  it("hears nothing where the integration is switched off", async () => {
    const person = await newKnowing({ signingSecret: "switched off" });
    await stage.db
      .update(chatIntegrations)
      .set({ isActive: false })
      .where(eq(chatIntegrations.id, person.integrationId));
    const { id } = stage.team.directWith(person.user);
    const event = {
      type: "message",
      channel: id,
      channel_type: "im",
      user: person.user,
      text: QUESTION,
      ts: "1.000001",
    };
    await stage.deliver({ ...event, event_ts: "1.000001" }, { by: "switched off" });
    expect(await rowsOf(person)).toEqual([]);
  });
});

describe("An answer to a person alone lives as long as its sources and its question", () => {
  it("is withdrawn when the message behind it is deleted", async () => {
    const person = await newKnowing();
    write(person, QUESTION);
    await answered(person);
    stage.team.delete(person.externalId, person.source);
    await expect
      .poll(async () => {
        await answerInChat(stage.deps);
        return wordsTo(person).join();
      })
      .not.toContain("ten seconds");
    expect(postsTo(person)).toHaveLength(1);
  });

  it("is corrected when the question is edited, and withdrawn when it is deleted", async () => {
    const person = await newKnowing();
    const { id } = stage.team.directWith(person.user);
    const { ts } = write(person, "who waters the plants on holidays?");
    await answered(person);
    expect(wordsTo(person)[0]).toContain("No answer found.");
    stage.team.edit(id, ts, QUESTION);
    const now = async () => {
      await answerInChat(stage.deps);
      return wordsTo(person)[0];
    };
    await expect.poll(now).toContain("ten seconds");
    stage.team.delete(id, ts);
    await expect.poll(now).toContain("This answer was withdrawn");
    expect(await stage.db.$count(articles, eq(articles.workspaceId, person.workspaceId))).toBe(1);
  });
});

it("Whoever opens the conversation with the app is offered what they may read, and nothing else, each time anew", async () => {
  const person = await newKnowing();
  const { id } = stage.team.directWith(person.user);
  const offered = () => stage.team.prompts.get(id)?.map(({ title, message }) => [title, message]);
  const titles = async () =>
    (await stage.db.select().from(articles).where(eq(articles.workspaceId, person.workspaceId))).map(
      ({ title }) => title,
    );
  stage.team.openApp(person.user);
  await expect.poll(offered).toEqual((await titles()).map((title) => [title, title]));
  expect(offered()).toHaveLength(1);

  // Somebody else's private channel, and a colleague who is no member.
  const open = await newArticleFor(person, "Where is the key of the stock room?");
  await newArticleFor(person, "Who is leaving in March?", { isPrivate: true });
  stage.team.openApp("UBO");
  stage.team.openApp(person.user);
  await expect.poll(() => offered()?.length).toBe(2);
  expect(offered()?.[0]).toEqual([open.title, open.title]);
  expect(JSON.stringify([...stage.team.prompts.values()])).not.toContain("March");
  expect(stage.team.prompts.get(stage.team.directWith("UBO").id)).toBeUndefined();
});

it("Direct messages between people are not taken, whoever tells of them", async () => {
  const person = await newKnowing({ signingSecret: "of people" });
  const body = {
    type: "event_callback",
    team_id: TEAM_ID,
    event_id: "EvPeople",
    event: { type: "message", channel: "DPEOPLE", channel_type: "im", user: "UANA", text: QUESTION, ts: "1.000001" },
    authorizations: [{ team_id: TEAM_ID, user_id: "UBO", is_bot: false }],
  };
  const raw = JSON.stringify(body);
  expect((await stage.post(raw, signatureHeaders(raw, "of people"))).statusCode).toBe(200);
  expect(await rowsOf(person)).toEqual([]);
});
