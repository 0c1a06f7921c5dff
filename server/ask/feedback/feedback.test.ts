import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ArticleAnswer } from "../../../shared/contract/ask.ts";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { AnswerVote } from "../../../shared/domain/ask.ts";
import { newId } from "../../db/new-id.ts";
import { answerArticles, articleReports, channelAudiences, channels, givenAnswers, users } from "../../db/schema.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { unzip } from "../../workspace/accounts/testing/unzip.ts";
import { forgetGivenAnswers } from "./given-answer-queries.ts";

let test: TestApp;
let owner: SignedIn;
let viewer: SignedIn;
let articleId: string;
let channelId: string;

const QUESTION = "How do I calibrate the label printer?";

beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
});
beforeEach(async () => {
  owner = await test.signIn();
  const { workspaceId } = owner.viewer;
  viewer = await join("viewer");
  channelId = (await buildChannel(test.db, { workspaceId, name: "help" })).id;
  articleId = await write("Label printer prints blank labels", "Hold pause to calibrate the label printer.");
});
afterAll(() => test.close());

const join = async (membership: "viewer" | "reviewer") =>
  test.signIn(await buildUser(test.db, { workspaceId: owner.viewer.workspaceId, membership, firstName: "Grace" }));

async function write(title: string, text: string, authorName = "Ingrid") {
  const { workspaceId } = owner.viewer;
  const statement = { form: "sentence" as const, text, language: null, sources: ["m1"] };
  const { id } = await buildArticle(test.db, {
    workspaceId,
    channelId,
    channelName: "help",
    title,
    summary: [],
    summaryText: text,
    body: [{ role: "answer", heading: null, layout: "prose", statements: [statement] }],
    authorName,
  });
  const source = { workspaceId, articleId: id, channelId, messageExternalId: "m1", authorName };
  await buildArticleSource(test.db, source);
  return id;
}

/** Asks a question and returns its id. */
async function ask(person: SignedIn, question = QUESTION, asking = newId()): Promise<string> {
  const answer = await person.inject({ method: "POST", url: "/api/ask", payload: { question, asking } });
  expect(answer.statusCode).toBe(200);
  return asking;
}
const say = (person: SignedIn, id: string, vote: AnswerVote | null, note?: string) =>
  person.inject({ method: "PUT", url: `/api/answers/${id}`, payload: { vote, question: QUESTION, note } });
const open = async (person: SignedIn, id: string, article = articleId) =>
  (await person.inject({ method: "POST", url: `/api/answers/${id}/opened`, payload: { articleId: article } }))
    .statusCode;
const reported = async (person: SignedIn): Promise<InboxItem[]> =>
  (await person.inject({ url: "/api/inbox?kind=reported" })).json().items;
const reasons = async (person: SignedIn) => (await reported(person)).map(({ reason }) => reason);
const countOn = async (person: SignedIn, id = articleId): Promise<number> =>
  (await person.inject({ url: `/api/articles/${id}` })).json().questionsAnswered;
const counted = async (person: SignedIn) => (await person.inject({ url: "/api/analytics/answered" })).json();

/** Moves the times of all answers of the test back by `days`. */
async function daysPass(days: number): Promise<void> {
  const back = sql`make_interval(hours => ${Math.round(days * 24)})`;
  const { workspaceId } = owner.viewer;
  await test.db
    .update(givenAnswers)
    .set({ createdAt: sql`created_at - ${back}`, askedAgainAt: sql`asked_again_at - ${back}` })
    .where(eq(givenAnswers.workspaceId, workspaceId));
  await test.db
    .update(answerArticles)
    .set({ openedAt: sql`opened_at - ${back}` })
    .where(eq(answerArticles.workspaceId, workspaceId));
}

async function close() {
  await test.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channelId));
  await test.db.update(channelAudiences).set({ isPublic: false }).where(eq(channelAudiences.channelId, channelId));
}

describe("Whoever asked says of the answer", () => {
  it("that it is wrong or outdated, and the inbox of its article says who asked what and why; a viewer may", async () => {
    expect((await say(viewer, await ask(viewer), "outdated", "It is the green\nbutton now.")).statusCode).toBe(200);
    expect((await say(owner, await ask(owner), "wrong")).statusCode).toBe(200);
    const items = await reported(owner);
    expect(items.map(({ article }) => article.id)).toEqual([articleId, articleId]);
    expect(items.map(({ reason }) => reason).toSorted()).toEqual([
      expect.stringMatching(
        /^Ada .*asked “How do I calibrate the label printer\?” and says that the answer is wrong\.$/,
      ),
      expect.stringMatching(/^Grace .*says that the answer is outdated: “It is the green button now\.”$/),
    ]);
  });

  it("one thing, which they change and take back: the inbox follows", async () => {
    const asking = await ask(viewer);
    await say(viewer, asking, "wrong");
    await say(viewer, asking, "wrong", "The cable is meant.");
    expect(await reasons(owner)).toEqual([expect.stringContaining("wrong: “The cable is meant.”")]);
    await say(viewer, asking, "outdated");
    expect(await reasons(owner)).toEqual([expect.stringContaining("outdated.")]);
    await say(viewer, asking, "right");
    expect(await reported(owner)).toEqual([]);
    expect(await countOn(owner)).toBe(1);
    await say(viewer, asking, null);
    expect(await countOn(owner)).toBe(0);
  });

  it("finds it said when the answer is shown again; another asking is another answer", async () => {
    const asking = await ask(viewer);
    await say(viewer, asking, "right");
    const payload = { question: QUESTION, asking };
    const again: ArticleAnswer = (await viewer.inject({ method: "POST", url: "/api/ask", payload })).json();
    expect(again).toMatchObject({ verdict: "answered", vote: "right" });
    const anew = { ...payload, asking: newId() };
    expect((await viewer.inject({ method: "POST", url: "/api/ask", payload: anew })).json()).toMatchObject({
      vote: null,
    });
  });

  it("is dismissed by who decides in the inbox, and stays dismissed when it is taken back; secrets are left out", async () => {
    const asking = await ask(viewer);
    await say(viewer, asking, "wrong", "The token is xoxb-123456789012-1234567890123-abcdefghijklmnopqrstuvwx.");
    const [item] = await reported(owner);
    expect(item?.reason).not.toContain("abcdefghij");
    const decide = (person: SignedIn) =>
      person.inject({ method: "POST", url: `/api/inbox/${item?.id}/decide`, payload: { choice: "keep" } });
    expect((await decide(viewer)).statusCode).toBe(403);
    expect((await decide(await join("reviewer"))).statusCode).toBe(200);
    expect(await reported(owner)).toEqual([]);
    expect((await say(viewer, asking, null)).statusCode).toBe(200);
    expect(await test.db.select().from(articleReports).where(eq(articleReports.answerId, asking))).toHaveLength(1);
  });
});

describe("Nobody else", () => {
  it("says anything of an answer that another person was given, in this workspace or another", async () => {
    const asking = await ask(viewer);
    for (const person of [owner, await test.signIn()]) {
      expect((await say(person, asking, "wrong")).statusCode).toBe(404);
      expect(await open(person, asking)).toBe(404);
      await ask(person, QUESTION, asking);
      expect((await say(person, asking, "wrong")).statusCode).toBe(404);
    }
    expect(await reported(owner)).toEqual([]);
  });

  it("who may not read the article sees anything of it: not the question, no figure, and adds nothing to it", async () => {
    const [asking, praised, blamed] = [await ask(viewer), await ask(owner), await ask(owner)];
    await say(owner, praised, "right");
    await say(owner, blamed, "wrong");
    expect(await reported(viewer)).toHaveLength(1);
    await close();
    await say(viewer, asking, "wrong", "It is blue.");
    expect(await test.db.select().from(articleReports).where(eq(articleReports.answerId, asking))).toEqual([]);
    expect(await reported(viewer)).toEqual([]);
    expect(await counted(viewer)).toEqual({ questions: 0, spared: [] });
    // The channel has no known chooser, so an owner may read it.
    expect(await reported(owner)).toHaveLength(1);
    expect(await counted(owner)).toMatchObject({ questions: 1 });
  });
});

describe("A question counts as answered", () => {
  it("never by itself: nothing is counted before somebody says or does something", async () => {
    expect(await counted(owner)).toEqual({ questions: 0, spared: [] });
    await ask(viewer);
    await daysPass(4);
    expect(await countOn(owner)).toBe(0);
    expect(await counted(owner)).toEqual({ questions: 0, spared: [] });
  });

  it("when who asked says so, and spares who explained it one interruption each", async () => {
    await say(viewer, await ask(viewer), "right");
    await say(owner, await ask(owner), "right");
    const other = await write("Holidays left over", "Five days of holidays move to next year.", "Priya");
    const asking = await ask(owner, "How many holidays move to next year?");
    await say(owner, asking, "right");
    expect([await countOn(viewer), await countOn(viewer, other)]).toEqual([2, 1]);
    expect(await counted(viewer)).toEqual({
      questions: 3,
      spared: [
        { name: "Ingrid", count: 2 },
        { name: "Priya", count: 1 },
      ],
    });
    expect(await counted(await test.signIn())).toEqual({ questions: 0, spared: [] });
  });

  it("when who asked opened the article and asked nothing more on it for three days, not a moment earlier", async () => {
    expect(await open(viewer, await ask(viewer))).toBe(200);
    await ask(viewer, "How many holidays move to next year?");
    expect(await countOn(owner)).toBe(0);
    await daysPass(2.9);
    expect(await countOn(owner)).toBe(0);
    await daysPass(0.2);
    expect(await countOn(owner)).toBe(1);
    expect(await counted(owner)).toEqual({ questions: 1, spared: [{ name: "Ingrid", count: 1 }] });
  });

  it("not when they asked near the same again within three days; asking after that changes nothing", async () => {
    await open(viewer, await ask(viewer));
    await daysPass(2.9);
    await ask(viewer, "How is the printer for labels calibrated, the label printer?");
    await daysPass(10);
    expect(await countOn(owner)).toBe(0);
    await open(owner, await ask(owner));
    await daysPass(3.1);
    await ask(owner);
    expect(await countOn(owner)).toBe(1);
  });

  it("whatever somebody else asks, and however often the same answer is shown again", async () => {
    const asking = await ask(viewer);
    await open(viewer, asking);
    await ask(viewer, QUESTION, asking);
    await ask(owner);
    await daysPass(4);
    expect(await countOn(owner)).toBe(1);
  });

  it("not when they opened it and say that it is wrong, or opened it days later", async () => {
    const [wrong, late] = [await ask(viewer), await ask(owner)];
    await open(viewer, wrong);
    await say(viewer, wrong, "wrong");
    await daysPass(3.1);
    expect(await open(owner, late)).toBe(404);
    await daysPass(4);
    expect(await countOn(owner)).toBe(0);
  });
});

describe("What is kept of a question", () => {
  it("is none of its words, and fingerprints only until it is settled; what was said of it stays out without its name", async () => {
    const asking = await ask(viewer);
    const row = async () => (await test.db.select().from(givenAnswers).where(eq(givenAnswers.id, asking)))[0];
    expect(JSON.stringify(await row())).not.toMatch(/calibr|printer|label/i);
    expect((await row())?.matter).toHaveLength(3);
    await ask(owner);
    const all = await test.db.select().from(givenAnswers).where(eq(givenAnswers.workspaceId, owner.viewer.workspaceId));
    expect(new Set(all.flatMap(({ matter }) => matter)).size).toBe(6);
    const payload = { question: QUESTION };
    await viewer.inject({ method: "POST", url: "/api/ask", payload });
    expect(await test.db.$count(givenAnswers, eq(givenAnswers.workspaceId, owner.viewer.workspaceId))).toBe(2);
    await say(viewer, asking, "right");
    await daysPass(7);
    await forgetGivenAnswers(test.db);
    expect(await row()).toMatchObject({ matter: [], userId: viewer.viewer.userId });
    await daysPass(180);
    await forgetGivenAnswers(test.db);
    expect(await row()).toMatchObject({ userId: null });
    expect(await test.db.$count(givenAnswers, eq(givenAnswers.workspaceId, owner.viewer.workspaceId))).toBe(1);
    expect(await countOn(owner)).toBe(1);
  });

  it("is in the export of whoever asked, and in nobody else's", async () => {
    const asking = await ask(viewer);
    await say(viewer, asking, "right");
    const answersOf = async (person: SignedIn) => {
      const files = await unzip((await person.inject({ url: "/api/personal-data" })).rawPayload);
      const parts = ["answers-given", "articles-of-answers"].map((name) => files.get(`workspace/${name}.json`) ?? "[]");
      return parts.map((part) => JSON.parse(part));
    };
    expect(await answersOf(viewer)).toMatchObject([[{ id: asking, vote: "right" }], [{ answerId: asking, articleId }]]);
    expect(JSON.stringify(await answersOf(viewer))).not.toContain("matter");
    expect(await answersOf(owner)).toEqual([[], []]);
  });

  it("goes with the account, and what they said in the inbox does so at once", async () => {
    const asking = await ask(viewer);
    await say(viewer, asking, "wrong", "It is blue.");
    const { userId } = viewer.viewer;
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, userId));
    expect(await reported(owner)).toEqual([]);
    await test.db.delete(users).where(eq(users.id, userId));
    expect(await test.db.select().from(givenAnswers).where(eq(givenAnswers.id, asking))).toEqual([]);
    expect(await test.db.select().from(articleReports).where(eq(articleReports.answerId, asking))).toEqual([]);
  });
});
