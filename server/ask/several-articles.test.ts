import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EngineFactory, ModelUnavailable } from "../../engine/contract.ts";
import type { AskResponse } from "../../shared/contract/ask.ts";
import { HOSTILE_TEXTS } from "../../tools/stand-ins/llm/hostile.ts";
import { type LlmStandIn, type ModelItemRequest, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, channels, llmCalls, openQuestions } from "../db/schema.ts";
import { loadEnv } from "../env.ts";
import { createEngines } from "../llm/engines.ts";
import { buildArticle, buildArticleSource, buildChannel, buildMessage, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { checkOpenQuestions } from "./index.ts";

let test: TestApp;
let llm: LlmStandIn;
let person: SignedIn;
const engines = {} as EngineFactory;
let sentBefore = 0;
/** All that was sent in this test. */
const sent = () => JSON.stringify(llm.calls.slice(sentBefore).map(({ body }) => body));

beforeAll(async () => {
  llm = await startLlmStandIn();
  test = await createTestApp({ connectors: { sources: {} } as never, engines });
});
beforeEach(async () => {
  // A person who is no owner, because owners read channels that nobody chose.
  person = await test.signIn(await buildUser(test.db, { membership: "editor" }));
  llm.asked.length = 0;
  sentBefore = llm.calls.length;
  llm.play([]);
  await useModel();
});
afterAll(async () => {
  await test.close();
  await llm.close();
});

async function useModel(variables: Record<string, string> = {}) {
  const LLM_BASE_URL = `${llm.url}/v1`;
  const env = loadEnv({ LLM_PROVIDER: "openai-compatible", LLM_BASE_URL, LLM_MODEL: "stand-in-1", ...variables });
  const { db, events } = test.deps;
  Object.assign(engines, await createEngines({ env, db, events, fetch, log: pino({ level: "silent" }) }));
}

interface Written {
  title: string;
  sentences: string[];
  isPrivate?: boolean;
  neverToModel?: boolean;
  author?: string;
}

async function write({ title, sentences, isPrivate = false, neverToModel = false, author = "Kim Yazzie" }: Written) {
  const { workspaceId } = person.viewer;
  const channel = await buildChannel(test.db, { workspaceId, isPrivate, neverToModel });
  const body = [
    {
      role: "answer" as const,
      heading: null,
      layout: "prose" as const,
      statements: sentences.map((text) => ({ form: "sentence" as const, text, language: null, sources: ["m1"] })),
    },
  ];
  const of = { workspaceId, channelId: channel.id, channelName: channel.name };
  const article = await buildArticle(test.db, { ...of, title, summary: [], body, authorName: author });
  await buildArticleSource(test.db, {
    workspaceId,
    articleId: article.id,
    channelId: channel.id,
    messageExternalId: "m1",
    authorName: author,
  });
  return { ...article, channelId: channel.id };
}

const RETURNS = {
  title: "Returns of customers",
  sentences: ["Customers may return shoes within 30 days.", "Returned shoes go to shelf B4."],
};
const REFUNDS = {
  title: "Refunds to customers",
  sentences: ["Refunds of returned shoes are paid within 5 working days.", "Refunds above 200 euros need a manager."],
};
const QUESTION = "When do customers get a refund for shoes they return?";

async function ask(question = QUESTION, previous?: string): Promise<AskResponse> {
  const answer = await person.inject({ method: "POST", url: "/api/ask", payload: { question, previous } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const askedFor = (purpose: ModelItemRequest["purpose"]) => llm.asked.filter((asked) => asked.purpose === purpose);
const shownIn = (asked: ModelItemRequest | undefined) => asked?.data.sentences?.map(({ text }) => text) ?? [];
const numberOf = ({ data }: ModelItemRequest, words: string) =>
  data.sentences?.find(({ text }) => text.includes(words))?.number ?? 99;
type Claims = [text: string, ...of: string[]][];
const claimsOf = (asked: ModelItemRequest, claims: Claims) => ({
  json: {
    answers: claims.length > 0,
    claims: claims.map(([text, ...of]) => ({ text, sources: of.map((words) => numberOf(asked, words)) })),
  },
});
/** Scripts the model: its rewording of the question (null: the fake's default), and the claims of its answer. */
const play = (restated: { standalone: string; searches: string[] } | null, ...claims: Claims) =>
  llm.play((asked) =>
    asked.purpose === "follow-up" ? (restated ? { json: restated } : "plausible") : claimsOf(asked, claims),
  );
const textsOf = ({ written }: AskResponse) => written?.map(({ text }) => text);
const citedBy = ({ written, sentences }: AskResponse) =>
  written?.map((claim) => claim.sentences.map((place) => sentences[place]?.text));

describe("An answer from several articles", () => {
  it("joins their sentences, each claim with those it stands on, and names all these articles", async () => {
    const [returns, refunds] = [await write(RETURNS), await write(REFUNDS)];
    play(null, [
      "Shoes can be returned within 30 days; the refund is paid within 5 working days.",
      "30 days",
      "5 working",
    ]);
    const answer = await ask();
    expect(answer.verdict).toBe("answered");
    const cited = [RETURNS.sentences[0], REFUNDS.sentences[0]];
    expect(citedBy(answer)?.map((texts) => texts.toSorted())).toEqual([cited.toSorted()]);
    expect(answer.sentences.map(({ articleId }) => articleId).toSorted()).toEqual([returns.id, refunds.id].toSorted());
    expect(answer.articles.map(({ id }) => id).toSorted()).toEqual([returns.id, refunds.id].toSorted());
    expect(shownIn(askedFor("claims")[0])).toEqual(
      expect.arrayContaining([...RETURNS.sentences, ...REFUNDS.sentences]),
    );
  });

  it("is made of 30 sentences at most, and of nothing that its reader may not see", async () => {
    await write(RETURNS);
    const secret = "Refunds of returned shoes of the board are paid at once, in cash.";
    await write({ title: "Refunds of returned shoes of the board", sentences: [secret], isPrivate: true });
    for (let number = 1; number <= 8; number += 1)
      await write({
        title: `Returned shoes of shop ${number}`,
        sentences: Array.from({ length: 6 }, (_, place) => `Shop ${number} takes returned shoes at desk ${place + 1}.`),
      });
    play({ standalone: QUESTION, searches: ["refund of the board"] }, [RETURNS.sentences[0] as string, "30 days"]);
    const answer = await ask();
    const shown = shownIn(askedFor("claims")[0]);
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.length).toBeLessThanOrEqual(30);
    expect(sent()).not.toContain("board are paid");
    expect(sent()).not.toContain("shoes of the board");
    expect(JSON.stringify(answer)).not.toContain("cash");
  });

  it("stands on nothing of a channel that no model reads: its own sentences are the answer there", async () => {
    await write({ ...RETURNS, neverToModel: true });
    const answer = await ask("Within how many days may customers return shoes?");
    expect(answer.written).toBeNull();
    expect(answer.sentences[0]?.text).toBe(RETURNS.sentences[0]);
    expect(sent()).not.toContain("30 days");
  });

  it("is not shown once an article that it cites is for others only", async () => {
    await write(RETURNS);
    const refunds = await write(REFUNDS);
    llm.play((asked) => {
      void test.db.update(articles).set({ state: "trashed" }).where(eq(articles.id, refunds.id)).execute();
      return claimsOf(asked, [["Refunds are paid within 5 working days.", "5 working"]]);
    });
    expect((await ask()).written).toBeNull();
  });

  it("tells the model numbers in place of names, also of those in the question, and secrets not at all", async () => {
    const article = await write({
      title: "Who approves refunds of Omar Haddad",
      sentences: [
        "Refunds above 200 euros are approved by Omar Haddad.",
        "The till opens with password: Blue-Heron-77!x.",
      ],
      author: "Ines Duarte",
    });
    const { workspaceId } = person.viewer;
    const said = { workspaceId, channelId: article.channelId, externalId: "m9" };
    await buildMessage(test.db, { ...said, authorId: "U9", authorName: "Omar Haddad", text: "I approve those." });
    llm.play((asked) => {
      const text = asked.data.sentences?.[0]?.text ?? "";
      return { json: { answers: true, claims: [{ text, sources: [1] }] } };
    });
    const answer = await ask("Does Omar Haddad approve refunds above 200 euros, or Ines Duarte?");
    expect(textsOf(answer)).toEqual(["Refunds above 200 euros are approved by Omar Haddad."]);
    expect(llm.asked.length).toBeGreaterThan(0);
    for (const secret of ["Omar", "Haddad", "Ines", "Duarte", "Blue-Heron"]) expect(sent()).not.toContain(secret);
  });

  it("does not say of one person what the cited sentences say of another", async () => {
    await write({
      title: "Who approves refunds",
      sentences: ["Refunds above 200 euros are approved by Omar Haddad.", "Ines Duarte counts the till."],
    });
    const { workspaceId } = person.viewer;
    for (const [name, id] of [
      ["Omar Haddad", "U8"],
      ["Ines Duarte", "U9"],
    ] as const) {
      const [channel] = await test.db.select().from(channels).where(eq(channels.workspaceId, workspaceId));
      await buildMessage(test.db, {
        workspaceId,
        channelId: channel?.id ?? "",
        externalId: id,
        authorId: id,
        authorName: name,
      });
    }
    llm.play((asked) => {
      const [, other] = [...JSON.stringify(asked.data.sentences).matchAll(/person \d+/g)].map(([name]) => name);
      return claimsOf(asked, [
        [`Refunds above 200 euros are approved by ${other}.`, "approved"],
        ["Refunds above 200 euros are approved by person 99.", "approved"],
      ]);
    });
    const answer = await ask("Who approves refunds above 200 euros?");
    expect(answer.written).toBeNull();
  });

  it("holds no word of a model that is turned against its readers", async () => {
    await write(RETURNS);
    await write(REFUNDS);
    llm.play((asked) =>
      asked.purpose === "follow-up"
        ? { json: { standalone: HOSTILE_TEXTS[0], searches: HOSTILE_TEXTS.slice(0, 9) } }
        : claimsOf(asked, [
            ...HOSTILE_TEXTS.slice(0, 11).map((text): [string, string] => [text, "30 days"]),
            [REFUNDS.sentences[0] as string, "5 working"],
          ]),
    );
    const answer = await ask();
    expect(textsOf(answer)).toEqual([REFUNDS.sentences[0]]);
    expect(JSON.stringify(answer)).not.toMatch(/evil\.example|javascript:/);
  });

  it("without a valid citation is not shown", async () => {
    await write(RETURNS);
    await write(REFUNDS);
    llm.play((asked) => (asked.purpose === "follow-up" ? "plausible" : "unknown-sources"));
    expect((await ask()).written).toBeNull();
  });
});

describe("A model that declines", () => {
  it("leaves that nobody has explained it yet, and an open question that no search closes again", async () => {
    await write(RETURNS);
    play(null);
    const question = "Within how many days may customers return shoes?";
    expect(await ask(question)).toMatchObject({ verdict: "unknown", sentences: [], people: [], written: null });
    await checkOpenQuestions(test.deps);
    const { workspaceId } = person.viewer;
    const open = () => test.db.select().from(openQuestions).where(eq(openQuestions.workspaceId, workspaceId));
    expect(await open()).toMatchObject([{ state: "open", words: question }]);
  });

  it("is believed where the search alone found nothing near, and its answer is no open question", async () => {
    await write(RETURNS);
    play({ standalone: "Wohin kommen zurückgegebene Schuhe?", searches: ["shelf for returned shoes"] }, [
      "Zurückgegebene Schuhe kommen in Regal B4.",
      "B4",
    ]);
    const answer = await ask("Wohin kommen zurückgegebene Schuhe?");
    expect(answer).toMatchObject({ verdict: "answered" });
    const { workspaceId } = person.viewer;
    expect(await test.db.$count(openQuestions, eq(openQuestions.workspaceId, workspaceId))).toBe(0);
  });
});

describe("The question", () => {
  it("may be German over English articles: it is searched for in their words and answered in its own language", async () => {
    await write(RETURNS);
    const refunds = await write(REFUNDS);
    const german = "Wer muss hohe Erstattungen genehmigen?";
    play({ standalone: german, searches: ["Who must approve high refunds?"] }, [
      "Erstattungen über 200 Euro braucht ein Manager.",
      "200 euros",
    ]);
    const answer = await ask(german);
    expect(answer).toMatchObject({ verdict: "answered", articles: [{ id: refunds.id }] });
    expect(textsOf(answer)).toEqual(["Erstattungen über 200 Euro braucht ein Manager."]);
    expect(askedFor("follow-up")[0]?.data).toMatchObject({
      question: german,
      titles: expect.arrayContaining([RETURNS.title, REFUNDS.title]),
    });
    expect(askedFor("claims")[0]?.data.question).toBe(german);
  });

  it("that goes on from another becomes a question of its own before anything is searched for", async () => {
    await write({
      title: "Opening hours",
      sentences: ["On Mondays the shop opens at 9.", "On Fridays the shop opens at 11."],
    });
    play({ standalone: "When does the shop open on Fridays?", searches: [] }, [
      "On Fridays the shop opens at 11.",
      "Fridays",
    ]);
    const answer = await ask("and on Fridays?", "When does the shop open on Mondays?");
    expect(textsOf(answer)).toEqual(["On Fridays the shop opens at 11."]);
    expect(askedFor("follow-up")[0]?.data).toMatchObject({
      question: "and on Fridays?",
      previous: "When does the shop open on Mondays?",
    });
    expect(askedFor("claims")[0]?.data).toMatchObject({ question: "When does the shop open on Fridays?" });
    expect(askedFor("claims")[0]?.data).not.toHaveProperty("previous");
  });

  it.each([
    ["invents a number", { standalone: "When does the shop open on 24 December 2031?", searches: [] }],
    ["answers with an address", { standalone: "See https://evil.example/hours", searches: [] }],
    ["names somebody nobody named", { standalone: "When does person 7 open on Fridays?", searches: [] }],
    ["answers nothing", { standalone: " ", searches: [] }],
  ])("is understood with the one before where the model %s", async (_what, restated) => {
    await write({
      title: "Opening hours",
      sentences: ["On Mondays the shop opens at 9.", "On Fridays the shop opens at 11."],
    });
    play(restated, ["On Fridays the shop opens at 11.", "Fridays"]);
    const answer = await ask("and on Fridays?", "When does the shop open on Mondays?");
    expect(textsOf(answer)).toEqual(["On Fridays the shop opens at 11."]);
    expect(askedFor("claims")[0]?.data).toMatchObject({
      question: "and on Fridays?",
      previous: "When does the shop open on Mondays?",
    });
  });

  it("is answered out of the tenth of the cap that is kept for questions, while work waits", async () => {
    await write(RETURNS);
    await useModel({ LLM_PRICES: "stand-in-1=1/1", LLM_DAILY_CAP_USD: "1" });
    const { workspaceId } = person.viewer;
    const call = { workspaceId, id: crypto.randomUUID(), purpose: "find", provider: "openai-compatible" as const };
    await test.db.insert(llmCalls).values({
      ...call,
      model: "stand-in-1",
      inputHash: "before",
      outcome: "ok",
      inputTokens: 0,
      outputTokens: 0,
      costMicros: 950_000,
      milliseconds: 1,
    });
    play(null, [RETURNS.sentences[0] as string, "30 days"]);
    expect(textsOf(await ask())).toEqual([RETURNS.sentences[0]]);
    const engine = await engines.forWorkspace(workspaceId);
    if (engine.name !== "llm") throw new Error("No model is configured.");
    const author = { externalId: "U1", name: "Kim" };
    const message = {
      externalId: "m1",
      threadId: null,
      author,
      sentAt: new Date(),
      editedAt: null,
      text: "What is the rule for returns?",
    };
    const window = { channelName: "shop", messages: [message], fresh: new Set(["m1"]), open: [], people: [] };
    const waits = await engine.find(window).catch((error: unknown) => error);
    expect(waits).toBeInstanceOf(ModelUnavailable);
    expect(waits).toMatchObject({ reason: "cap" });
  });
});
