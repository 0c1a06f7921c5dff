import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { listStatements } from "../../shared/domain/article.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, channels, modelSettings } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildUser } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";
import {
  type AnalysisStage,
  buildAnsweredQuestion,
  buildThread,
  openStage,
  type StageChannel,
} from "./testing/analysis-stage.ts";
import { waitForRun } from "./wait-for-run.ts";

const TOPICS = [
  "the staging database",
  "the invoice archive",
  "the badge printer",
  "the warehouse scanner",
  "the mail relay",
];

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});
beforeEach(() => {
  llm.asked.length = 0;
  llm.play([]);
  stage.engine.current = createLocalEngine();
});

/** Returns a channel with this many excerpts, in a workspace that now has a model. */
async function newExcerpts(
  count: number,
  said = TOPICS.slice(0, count).flatMap(buildAnsweredQuestion),
): Promise<StageChannel> {
  stage.engine.current = createLocalEngine();
  const channel = await stage.newChannel(said);
  await channel.run("analyse");
  expect(await articlesOf(channel)).toHaveLength(count);
  await withModel(channel);
  return channel;
}

async function withModel({ workspaceId }: StageChannel): Promise<void> {
  await stage.db
    .insert(modelSettings)
    .values({ workspaceId, provider: "openai", models: { main: "gpt-6.2-sol", check: "gpt-6-luna" } });
  const env = {
    ...stage.deps.env,
    LLM_PROVIDER: "openai-compatible" as const,
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
    LLM_OWN_KEYS: false,
  };
  const engines = await createEngines({ ...stage.deps, env, fetch });
  stage.engine.current = await engines.forWorkspace(workspaceId);
}

const articlesOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId)).orderBy(articles.id);
const post = async (person: SignedIn, path: string, payload: object = {}) => {
  const answer = await person.inject({ method: "POST", url: `/api/excerpts/${path}`, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const offerTo = async (person: SignedIn, query = "") => (await person.inject({ url: `/api/excerpts${query}` })).json();
const written = (purpose: string) => llm.asked.filter((asked) => asked.purpose === purpose).length;

async function writeAll(channel: StageChannel, payload: object = {}) {
  const { status, body } = await post(channel.person, "write", payload);
  expect([status, body]).toEqual([200, { runId: expect.any(String), count: expect.any(Number) }]);
  return waitForRun(stage.deps, channel.workspaceId, body.runId, 60_000);
}

describe("An excerpt, once there is a model", () => {
  it("says what writing it costs, is written up on request, and is restored with its words by an undo", async () => {
    const channel = await newExcerpts(1);
    const [before] = await articlesOf(channel);
    expect(before).toMatchObject({ form: "excerpt", engine: "local", version: 1 });
    const offer = await offerTo(channel.person, `?articleId=${before?.id}`);
    expect(offer).toEqual({
      count: 1,
      messages: 4,
      minutes: { least: 1, most: 1 },
      model: "gpt-6.2-sol",
      dollars: expect.any(Number),
      suggested: null,
      undo: null,
    });
    expect(offer.dollars).toBeGreaterThan(0.001);
    expect(offer.dollars).toBeLessThan(0.05);

    const run = await writeAll(channel, { ids: [before?.id] });
    expect(run).toMatchObject({ state: "done", result: { articlesUpdated: 1, problems: [] } });
    const [after] = await articlesOf(channel);
    expect(after).toMatchObject({ id: before?.id, form: "written", engine: "llm", version: 2 });
    const page = (await channel.person.inject({ url: `/api/articles/${before?.id}` })).json();
    expect(page.savedFromChat).toBeUndefined();
    expect(page.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(await offerTo(channel.person)).toMatchObject({ count: 0, undo: { runId: run.id, count: 1 } });

    expect(await post(channel.person, "undo", { runId: run.id })).toEqual({
      status: 200,
      body: { restored: 1, left: 0, message: "" },
    });
    const [restored] = await articlesOf(channel);
    const { title, summary, body, confidence, reasons, state, tags } = before ?? {};
    expect(restored).toMatchObject({ form: "excerpt", engine: "local", version: 3, title, summary, body });
    expect(restored).toMatchObject({ confidence, reasons, state, tags });
    expect((await post(channel.person, "undo", { runId: run.id })).status).toBe(409);
    // It is an excerpt again in every respect: it can be rewritten again, and its channel continues as before.
    expect(await offerTo(channel.person)).toMatchObject({ count: 1 });
    expect((await writeAll(channel)).result).toMatchObject({ articlesUpdated: 1 });
  });

  it("stays as it is where a person edited it, and the run says so", async () => {
    const channel = await newExcerpts(2);
    const [edited, other] = await articlesOf(channel);
    const summary = [{ form: "sentence" as const, text: "Mine.", language: null, sources: [], hand: HAND }];
    await stage.db
      .update(articles)
      .set({ summary })
      .where(eq(articles.id, edited?.id ?? ""));
    // It was edited after the run began.
    const run = await channel.run("write", { articleIds: [edited?.id ?? "", other?.id ?? ""] });
    expect(run.result?.problems).toEqual(["1 excerpt stays as before because a person edited the text."]);
    const rows = await articlesOf(channel);
    expect(rows.find(({ id }) => id === edited?.id)).toMatchObject({ form: "excerpt", version: 1, summary });
    expect(rows.find(({ id }) => id === other?.id)).toMatchObject({ form: "written" });
    expect((await offerTo(channel.person, `?articleId=${edited?.id}`)).count).toBe(0);
  });

  it("stays as it is where the model would publish nothing of the conversation", async () => {
    const channel = await newExcerpts(1);
    const [before] = await articlesOf(channel);
    llm.play(({ purpose }) =>
      purpose === "write"
        ? { json: { outcome: "articles", why: "small talk", known: null, articles: [] } }
        : "plausible",
    );
    const run = await writeAll(channel);
    expect(await articlesOf(channel)).toEqual([before]);
    expect(run.result?.problems).toEqual([
      "1 excerpt stays as before because the model would publish nothing of the conversation.",
    ]);
  });

  it("is offered neither of a channel that is never sent to a model nor where none is set up", async () => {
    const channel = await newExcerpts(1);
    await stage.db.update(channels).set({ neverToModel: true }).where(eq(channels.id, channel.id));
    expect((await offerTo(channel.person)).count).toBe(0);
    expect((await post(channel.person, "write")).status).toBe(409);
    await stage.db.update(channels).set({ neverToModel: false }).where(eq(channels.id, channel.id));
    await stage.db.delete(modelSettings).where(eq(modelSettings.workspaceId, channel.workspaceId));
    expect(await offerTo(channel.person)).toEqual({
      count: 1,
      messages: 4,
      minutes: { least: 1, most: 1 },
      model: null,
      dollars: null,
      suggested: { model: "claude-sonnet-5-5", dollars: expect.any(Number) },
      undo: null,
    });
    expect((await post(channel.person, "write")).body.message).toBe(
      "No language model is set up: an owner or admin can choose one.",
    );
  });

  it("of a private channel is neither counted nor written nor restored for others, nor in another workspace", async () => {
    const channel = await newExcerpts(1);
    const [article] = await articlesOf(channel);
    await stage.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channel.id));
    const colleague = await stage.signIn(
      await buildUser(stage.db, { workspaceId: channel.workspaceId, membership: "admin" }),
    );
    const stranger = await stage.signIn();
    for (const who of [colleague, stranger]) {
      expect((await offerTo(who, `?articleId=${article?.id}`)).count).toBe(0);
      expect((await post(who, "write", { ids: [article?.id] })).status).toBe(409);
    }
    expect(written("write")).toBe(0);
  });
});

const HAND = {
  what: "written" as const,
  by: "0198c0de-0000-7000-8000-000000000000",
  at: "2026-11-28T22:00:00Z",
  words: [],
};

describe("Many excerpts at once", () => {
  it("wait where the model is away, go on by themselves, and are paid for once each", async () => {
    const channel = await newExcerpts(5);
    let writings = 0;
    llm.play(({ purpose }) => {
      if (purpose !== "write") return "plausible";
      writings += 1;
      return writings > 2 ? { status: 503 } : "plausible";
    });
    const { body } = await post(channel.person, "write");
    await expect
      .poll(async () => (await waitForRun(stage.deps, channel.workspaceId, body.runId, 0)).progress.step)
      .toContain("It resumes automatically.");
    const halfway = (await articlesOf(channel)).filter(({ form }) => form === "written").length;
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(5);
    // A second request meanwhile starts nothing.
    expect((await post(channel.person, "write")).body.message).toBe("These are being written up already.");

    llm.play([]);
    // The run reports its wait before its job is back in the queue.
    const startNow = "update pgboss.job set start_after = now() where name = 'run' and state < 'active'";
    await expect.poll(async () => (await stage.db.$client.query(startNow)).rowCount).toBe(1);
    const run = await waitForRun(stage.deps, channel.workspaceId, body.runId, 60_000);
    expect(run).toMatchObject({ state: "done", result: { articlesUpdated: 5 } });
    const after = await articlesOf(channel);
    expect(after.map(({ form, version }) => [form, version])).toEqual(Array.from({ length: 5 }, () => ["written", 2]));

    // An article that a person changed keeps the change; the others are restored.
    const [changed] = after;
    await stage.db
      .update(articles)
      .set({ version: 3 })
      .where(eq(articles.id, changed?.id ?? ""));
    expect((await post(channel.person, "undo", { runId: run.id })).body).toEqual({
      restored: 4,
      left: 1,
      message: "The article was changed since. It stays as it is.",
    });
    expect((await articlesOf(channel)).map(({ form }) => form).sort()).toEqual([
      ...Array.from({ length: 4 }, () => "excerpt"),
      "written",
    ]);
  });

  it("of a thread with two matters become two articles, and an undo leads the second to the excerpt", async () => {
    const said = buildThread(
      "How do I order a badge? And where is the parking list kept?",
      "You have to fill in the form on the intranet: open `https://intra.acme.example/badge`, fill in the form and send it. Badges come in two days.",
      "The parking list is kept at the reception desk. You have to ask there and sign the list, then you get a number.",
      "That worked, thank you!",
    );
    const channel = await newExcerpts(1, said);
    const [before] = await articlesOf(channel);
    const article = (title: string, number: number, text: string) => ({
      kind: "faq",
      sections: [
        {
          role: "answer",
          heading: null,
          layout: "prose",
          statements: [{ text, sources: [number] }],
        },
      ],
      title,
      summary: [{ text, sources: [number] }],
      difficulty: "beginner",
      priority: "medium",
      category: "Office",
      tags: [],
      keywords: [],
    });
    llm.play(({ purpose }) =>
      purpose === "write"
        ? {
            json: {
              articles: [
                article("Ordering a badge", 2, "Badges come in two days."),
                article("Parking list", 3, "The parking list is kept at the reception desk."),
              ],
              outcome: "articles",
              known: null,
              why: null,
            },
          }
        : "plausible",
    );
    const run = await writeAll(channel);
    const after = await articlesOf(channel);
    expect(after.map(({ form }) => form)).toEqual(["written", "written"]);
    expect((await post(channel.person, "undo", { runId: run.id })).body).toMatchObject({ restored: 1 });
    const [restored, second] = await articlesOf(channel);
    expect(restored).toMatchObject({ form: "excerpt", title: before?.title });
    expect(listStatements(restored ?? { summary: [], body: [] })).toEqual(
      listStatements(before ?? { summary: [], body: [] }),
    );
    expect(second).toMatchObject({ state: "merged", mergedInto: before?.id });
  });
});
