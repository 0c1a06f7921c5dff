import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../shared/contract/open-questions.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { newId } from "../../db/new-id.ts";
import {
  articleSources,
  articles,
  channelAudiences,
  channels,
  chatIntegrations,
  notifications,
  openQuestions,
  questionPosts,
  users,
} from "../../db/schema.ts";
import { useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { buildArticle, buildUser } from "../../testing/factories.ts";
import type { SignedIn } from "../../testing/test-app.ts";
import { answerInChat } from "../in-chat/answer-in-chat.ts";
import { checkOpenQuestions } from "./check-questions.ts";
import { sendQuestionPosts } from "./post-in-threads.ts";
import { findSameQuestion } from "./same-question.ts";

const stage = useLiveStage();
/** Returns a channel in which Bo explained how to restart the printer. */
async function newKnowingChannel() {
  const channel = await stage.newLiveChannel({
    said: buildThread("KNOW that?", "To restart the printer, hold the printer button for ten seconds."),
  });
  await channel.run("analyse");
  return channel;
}

const mention = ({ externalId }: StageChannel, text: string, user = "UANA") =>
  stage.team.post(externalId, { user, text: `<@${stage.team.bot.id}> ${text}` });
const postsIn = ({ externalId }: StageChannel) =>
  stage.team.channel(externalId).messages.filter(({ bot_id }) => bot_id !== undefined);
const listOf = async (person: SignedIn): Promise<OpenQuestion[]> =>
  (await person.inject({ url: "/api/questions" })).json();
const ask = async (person: SignedIn, question: string, asking?: string) =>
  expect((await person.inject({ method: "POST", url: "/api/ask", payload: { question, asking } })).statusCode).toBe(
    200,
  );
const press = (person: SignedIn, id: string, action: "ask" | "dismiss", payload?: object) =>
  person.inject({ method: "POST", url: `/api/questions/${id}/${action}`, ...(payload && { payload }) });
const join = async ({ workspaceId }: StageChannel, membership: "viewer" | "reviewer" | "editor") =>
  stage.signIn(await buildUser(stage.db, { workspaceId, membership }));

/** Lists the question after the chat got the answer that nobody has explained it. */
async function listed(person: SignedIn, many: number): Promise<OpenQuestion[]> {
  await expect
    .poll(async () => {
      await answerInChat(stage.deps);
      return (await listOf(person)).length;
    })
    .toBe(many);
  return listOf(person);
}

/** Somebody explains it, and the job checks. */
async function explain({ workspaceId, id: channelId }: StageChannel, title: string, text: string) {
  const article = await buildArticle(stage.db, {
    workspaceId,
    channelId,
    title,
    summaryText: text,
    summary: [{ form: "sentence", text, language: null, sources: ["m1"] }],
  });
  await look(workspaceId);
  return article;
}
async function look(workspaceId: string) {
  await stage.db.update(openQuestions).set({ checkedAt: null }).where(eq(openQuestions.workspaceId, workspaceId));
  await checkOpenQuestions(stage.deps);
}

async function close({ id }: StageChannel) {
  await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, id));
  await stage.db.update(channelAudiences).set({ isPublic: false }).where(eq(channelAudiences.channelId, id));
}

describe("What nobody has explained", () => {
  it("is one question however often it is asked in near the same words: how often, by how many, where, and who may know", async () => {
    const channel = await newKnowingChannel();
    await stage.db
      .update(chatIntegrations)
      .set({ teamUrl: "https://acme.slack.com/" })
      .where(eq(chatIntegrations.id, channel.integrationId));
    mention(channel, "who replaces the printer button?");
    mention(channel, "Who replaces the button of the printer?", "UBO");
    mention(channel, "who orders coffee beans?");
    await listed(channel.person, 2);
    const about = async (word: string) =>
      (await listOf(channel.person)).find(({ question }) => question.includes(word));
    await expect.poll(async () => (await about("printer"))?.times).toBe(2);
    const printer = await about("printer");
    expect(printer).toMatchObject({ state: "open", times: 2, people: 2 });
    const [{ name } = { name: "" }] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(printer?.places.map(({ channelName }) => channelName)).toEqual([name, name]);
    expect(printer?.places[0]?.permalink).toContain(`https://acme.slack.com/archives/${channel.externalId}/p`);
    expect(await about("coffee")).toMatchObject({
      question: "who orders coffee beans?",
      times: 1,
      people: 1,
      article: null,
    });
    expect(await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId))).toHaveLength(1);
  });

  it("holds no words of the chat: a deleted message is off the list", async () => {
    const channel = await newKnowingChannel();
    const { ts } = mention(channel, "who orders coffee beans?");
    await listed(channel.person, 1);
    const rows = await stage.db.select().from(openQuestions).where(eq(openQuestions.workspaceId, channel.workspaceId));
    expect(JSON.stringify(rows)).not.toContain("coffee");
    stage.team.delete(channel.externalId, ts);
    await expect.poll(async () => (await listOf(channel.person)).length).toBe(0);
  });

  it("is not listed when it was answered", async () => {
    const channel = await newKnowingChannel();
    await ask(channel.person, "How do I restart the printer?");
    expect(await listOf(channel.person)).toEqual([]);
  });
});

describe("A question of a person", () => {
  const change = (person: SignedIn, asking: string, question: string, isListed: boolean) =>
    person.inject({ method: "PUT", url: `/api/answers/${asking}/listing`, payload: { question, isListed } });

  it("that was shown an answer is listed when they ask for it, who is told then, and off again when they want", async () => {
    const channel = await newKnowingChannel();
    const { person } = channel;
    const [question, asking] = ["Who replaces the printer button?", newId()];
    await ask(person, question, asking);
    expect(await listOf(person)).toEqual([]);
    for (const _ of ["once", "twice"]) expect((await change(person, asking, question, true)).statusCode).toBe(200);
    expect(await listOf(person)).toMatchObject([{ question, times: 1, isAskedHere: true, mayKnow: [{ name: "bo" }] }]);
    await change(person, asking, question, false);
    expect(await listOf(person)).toEqual([]);
    await change(person, asking, question, true);
    await explain(channel, "Who replaces the printer button", "Facilities replaces the printer button.");
    const told = await stage.db.select().from(notifications).where(eq(notifications.workspaceId, channel.workspaceId));
    expect(told.map(({ userId }) => userId)).toContain(person.viewer.userId);
  });

  it("that nobody explained is off the list when they want, also after the answer is shown again; others keep theirs", async () => {
    const channel = await newKnowingChannel();
    const [person, other] = [channel.person, await join(channel, "editor")];
    const [question, asking] = ["Who orders coffee beans?", newId()];
    await ask(person, question, asking);
    await ask(other, question, newId());
    expect(await listOf(person)).toMatchObject([{ question, times: 2 }]);
    expect((await change(other, asking, question, false)).statusCode).toBe(404);
    await change(person, asking, question, false);
    expect(await listOf(other)).toMatchObject([{ question, times: 1 }]);
    const again = await person.inject({ method: "POST", url: "/api/ask", payload: { question, asking } });
    expect(again.json()).toMatchObject({ isListed: false });
    expect(await listOf(other)).toMatchObject([{ question, times: 1 }]);
  });
});

describe("A question that was shown an answer", () => {
  const listedAfter = async (person: SignedIn, asking: string, vote: "right" | "wrong") => {
    const url = `/api/answers/${asking}`;
    const payload = { vote, question: "Who replaces the printer button?" };
    expect((await person.inject({ method: "PUT", url, payload })).statusCode).toBe(200);
    return listOf(person);
  };

  it("is listed only once the person says that the answer is wrong", async () => {
    const { person } = await newKnowingChannel();
    const asking = newId();
    await ask(person, "Who replaces the printer button?", asking);
    expect(await listOf(person)).toEqual([]);
    expect(await listedAfter(person, asking, "right")).toEqual([]);
    expect(await listedAfter(person, asking, "wrong")).toMatchObject([
      { question: "Who replaces the printer button?", mayKnow: [{ id: "UBO" }] },
    ]);
  });
});

describe("Who sees an open question", () => {
  it("asked in a private channel: only people who may read the channel, and no figure counts it for others", async () => {
    const channel = await newKnowingChannel();
    const other = await join(channel, "editor");
    mention(channel, "who orders coffee beans?");
    await listed(channel.person, 1);
    await ask(other, "Who orders the coffee beans?");
    expect((await listOf(other))[0]).toMatchObject({ times: 2, people: 2 });
    const [seen] = await listOf(other);
    await close(channel);
    expect(await listOf(other)).toMatchObject([{ times: 1, people: 1, places: [], isAskedHere: true }]);
    const [hidden] = await stage.db.select().from(openQuestions).where(eq(openQuestions.channelId, channel.id));
    expect((await press(other, hidden?.id ?? "", "dismiss")).statusCode).toBe(404);
    expect((await press(other, seen?.id ?? "", "dismiss")).statusCode).toBe(200);
    expect(await listOf(other)).toEqual([]);
    const left = await stage.db.select().from(openQuestions).where(eq(openQuestions.channelId, channel.id));
    expect(left[0]?.state).toBe("open");
  });

  it("asked in the product, who asked it and editors and above; what a deleted account asked is gone", async () => {
    const channel = await newKnowingChannel();
    const [viewer, reviewer, editor] = [
      await join(channel, "viewer"),
      await join(channel, "reviewer"),
      await join(channel, "editor"),
    ];
    await ask(viewer, "Who orders coffee beans?");
    await ask(viewer, "Who orders coffee beans?");
    expect(await listOf(viewer)).toMatchObject([{ question: "Who orders coffee beans?", times: 1 }]);
    expect(await listOf(editor)).toHaveLength(1);
    expect(await listOf(reviewer)).toEqual([]);
    await stage.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, viewer.viewer.userId));
    expect(await listOf(editor)).toEqual([]);
    await stage.db.delete(users).where(eq(users.id, viewer.viewer.userId));
    const left = await stage.db.select().from(openQuestions).where(eq(openQuestions.workspaceId, channel.workspaceId));
    expect(left).toEqual([]);
  });

  it("nobody of another workspace", async () => {
    const channel = await newKnowingChannel();
    await ask(channel.person, "Who orders coffee beans?");
    const [question] = await listOf(channel.person);
    const stranger = await stage.signIn();
    expect(await listOf(stranger)).toEqual([]);
    expect((await press(stranger, question?.id ?? "", "dismiss")).statusCode).toBe(404);
  });

  it("is not told of an answer that they may not read", async () => {
    const channel = await newKnowingChannel();
    const editor = await join(channel, "editor");
    await ask(channel.person, "Who orders coffee beans?");
    const { id } = await explain(channel, "Who orders coffee beans", "Priya orders coffee beans on Mondays.");
    const source = { workspaceId: channel.workspaceId, articleId: id, channelId: channel.id };
    await stage.db
      .insert(articleSources)
      .values({ ...source, messageExternalId: "m1", authorName: "Priya", sentAt: new Date(), text: "Priya orders." });
    expect(await listOf(editor)).toMatchObject([{ state: "answered", article: { id } }]);
    await close(channel);
    expect(await listOf(editor)).toMatchObject([{ state: "open", article: null }]);
  });
});

describe("Whoever asked", () => {
  it("in a thread is told there, once and by name, when an article answers it", async () => {
    const channel = await newKnowingChannel();
    const { ts } = mention(channel, "who orders coffee beans?");
    await listed(channel.person, 1);
    const { id } = await explain(channel, "Who orders coffee beans", "Priya orders coffee beans on Mondays.");
    await checkOpenQuestions(stage.deps);
    await Promise.all([sendQuestionPosts(stage.deps), sendQuestionPosts(stage.deps)]);
    await expect.poll(() => postsIn(channel).length).toBe(2);
    const [, told] = postsIn(channel);
    expect(told).toMatchObject({ thread_ts: ts });
    expect(JSON.stringify(told?.blocks)).toContain(`/articles/${id}`);
    expect(JSON.stringify(told?.blocks)).toContain('"user_id":"UANA"');
    expect(JSON.stringify(told?.blocks)).not.toContain("Priya");
    expect(await listOf(channel.person)).toMatchObject([{ state: "answered", article: { id } }]);
  });

  it("is told once by a worker that was killed in the middle", async () => {
    const channel = await newKnowingChannel();
    mention(channel, "who orders coffee beans?");
    await listed(channel.person, 1);
    stage.slack.fail({ match: "chat.postMessage", kind: { afterWork: "reset" } });
    await explain(channel, "Who orders coffee beans", "Priya orders coffee beans on Mondays.");
    const rows = () => stage.db.select().from(questionPosts).where(eq(questionPosts.channelId, channel.id));
    await expect
      .poll(async () => {
        await sendQuestionPosts(stage.deps);
        return postsIn(channel).length;
      })
      .toBe(2);
    await expect.poll(async () => (await rows())[0]?.intentAt).not.toBeNull();
    stage.slack.clearFaults();
    await expect
      .poll(async () => {
        await stage.db
          .update(questionPosts)
          .set({ nextAttemptAt: sql`now()`, intentAt: sql`intent_at - interval '1 hour'` })
          .where(eq(questionPosts.channelId, channel.id));
        await sendQuestionPosts(stage.deps);
        return (await rows()).map(({ state }) => state);
      })
      .toEqual(["posted"]);
    expect(postsIn(channel)).toHaveLength(2);
  });

  it("in the product finds it under the bell, once; the question is open again when the article is gone", async () => {
    const channel = await newKnowingChannel();
    const viewer = await join(channel, "viewer");
    await ask(viewer, "Who orders coffee beans?");
    const { id } = await explain(channel, "Who orders coffee beans", "Priya orders coffee beans on Mondays.");
    await checkOpenQuestions(stage.deps);
    const bell = (await viewer.inject({ url: "/api/notifications" })).json();
    expect(bell.notifications).toMatchObject([{ kind: "answered", article: { id } }]);
    await stage.db.update(articles).set({ state: "trashed" }).where(eq(articles.id, id));
    await checkOpenQuestions(stage.deps);
    expect(await listOf(viewer)).toMatchObject([{ state: "open", article: null }]);
    await stage.db.update(articles).set({ state: "stands" }).where(eq(articles.id, id));
    await look(channel.workspaceId);
    const told = await stage.db.select().from(notifications).where(eq(notifications.userId, viewer.viewer.userId));
    expect(told).toHaveLength(1);
  });

  it("before is told as soon as somebody asks the same and is answered", async () => {
    const channel = await newKnowingChannel();
    const viewer = await join(channel, "viewer");
    await ask(viewer, "Who orders coffee beans?");
    await buildArticle(stage.db, {
      workspaceId: channel.workspaceId,
      channelId: channel.id,
      title: "Who orders coffee beans",
      summary: [{ form: "sentence", text: "Priya orders coffee beans.", language: null, sources: ["m1"] }],
      updatedAt: new Date(Date.now() - 3_600_000),
    });
    await checkOpenQuestions(stage.deps);
    expect(await listOf(viewer)).toMatchObject([{ state: "open" }]);
    await ask(channel.person, "Who orders the coffee beans?");
    await checkOpenQuestions(stage.deps);
    expect(await listOf(viewer)).toMatchObject([{ state: "answered" }]);
  });
});

describe("Who may know", () => {
  it("is asked with one press, once, in the thread of the question", async () => {
    const channel = await newKnowingChannel();
    const { ts } = mention(channel, "who replaces the printer button?");
    const [question] = await listed(channel.person, 1);
    expect(question?.mayKnow).toMatchObject([{ id: "UBO", channelName: expect.any(String) }]);
    const presses = await Promise.all(
      [1, 2].map(() => press(channel.person, question?.id ?? "", "ask", { person: "UBO" })),
    );
    expect(presses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await sendQuestionPosts(stage.deps);
    await expect.poll(() => postsIn(channel).length).toBe(2);
    const [, asked] = postsIn(channel);
    expect(asked).toMatchObject({ thread_ts: ts });
    expect(JSON.stringify(asked?.blocks)).toContain('"user_id":"UBO"');
    await expect
      .poll(async () => (await listOf(channel.person))[0]?.asked)
      .toEqual({ name: question?.mayKnow[0]?.name, state: "posted" });
  });

  it("is asked where they explained what comes nearest when it was asked in the product; a stranger is not", async () => {
    const channel = await newKnowingChannel();
    await ask(channel.person, "Who replaces the printer button?");
    const [question] = await listOf(channel.person);
    expect((await press(channel.person, question?.id ?? "", "ask", { person: "UCY" })).statusCode).toBe(409);
    expect((await press(channel.person, question?.id ?? "", "ask", { person: "UBO" })).statusCode).toBe(200);
    await sendQuestionPosts(stage.deps);
    await expect.poll(() => postsIn(channel).length).toBe(1);
    expect(JSON.stringify(postsIn(channel)[0]?.blocks)).toContain("Who replaces the printer button?");
  });
});

describe("The first who may know", () => {
  it("is whoever explained it in the draft about it", async () => {
    const channel = await newKnowingChannel();
    const near = (await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId)))[0];
    await stage.db
      .update(articles)
      .set({ state: "draft" })
      .where(eq(articles.id, near?.id ?? ""));
    await ask(channel.person, "How do I restart the printer?");
    await checkOpenQuestions(stage.deps);
    expect(await listOf(channel.person)).toMatchObject([{ mayKnow: [{ id: "UBO" }] }]);
  });
});

describe("Near-identical questions", () => {
  it.each([
    ["Who orders the coffee beans?", "who orders coffee beans"],
    ["How can I reset my VPN token?", "How do I reset the VPN tokens?"],
    ["Where's the door code of the Berlin office", "What is the code for the door in the Berlin office?"],
  ])("'%s' is '%s'", (one, other) => expect(findSameQuestion(one, [{ text: other }])).toBeDefined());

  it.each([
    ["Who orders coffee beans?", "Who orders coffee cups?"],
    ["How do I reset the VPN token?", "How do I renew the VPN token?"],
    ["Where is the Berlin office?", "Where is the Paris office?"],
    ["???", "???"],
  ])("'%s' is not '%s'", (one, other) => expect(findSameQuestion(one, [{ text: other }])).toBeUndefined());
});
