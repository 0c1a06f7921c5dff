import { describe, expect, it } from "vitest";
import { statementsOf } from "../../shared/domain/article.ts";
import type { Asked } from "../../stand-ins/llm/llm-stand-in.ts";
import { answered, CONTEXT, conversationOf, FINDING, useLlmStage } from "./testing/llm-stage.ts";

const stage = useLlmStage();

const CERTAIN = { ...FINDING, score: 0.95 };
const RESET = "Run `npm run db:reset` on the jump host.";
const RESTART = "Restart the worker so that the staging database is seeded again.";

const articleOf = (...texts: string[]) => ({
  json: {
    title: "Reset the staging database",
    summary: [{ text: texts[0], sources: [2] }],
    sections: [
      {
        role: "steps",
        heading: null,
        layout: "steps",
        statements: texts.map((text) => ({ form: "sentence", text, language: null, sources: [2] })),
      },
    ],
    contentType: "howto",
    difficulty: "beginner",
    priority: "medium",
    category: "Operations",
    tags: ["staging"],
    keywords: ["reset"],
  },
});
const reviewOf = (found: object = {}) => ({
  json: { wrong: [], missing: [], title: "good", reads: "document", verdict: "publish", ...found },
});
const purposes = () => stage.llm.asked.map(({ purpose }) => purpose);
const dataOf = (purpose: Asked["purpose"]) => stage.llm.asked.filter((asked) => asked.purpose === purpose);

describe("An article that a model wrote is read by it a second time, beside the conversation", () => {
  it("and is as sure as that reading says", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play([articleOf(RESET), reviewOf()]);
    const article = await engine.write(answered(), CERTAIN, CONTEXT);
    expect(article).toMatchObject({ writtenBy: "llm", confidence: 0.85, doubts: [] });
    const [asked] = dataOf("review");
    expect(asked?.data.messages?.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(asked?.data.article).toMatchObject({
      title: "Reset the staging database",
      statements: [
        { number: 1, part: "summary", text: RESET, sources: [2] },
        { number: 2, part: "steps", text: RESET, sources: [2] },
      ],
    });
  });

  it("is never surer than the conversation is knowledge", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play([articleOf(RESET), reviewOf()]);
    expect((await engine.write(answered(), { ...FINDING, score: 0.4 }, CONTEXT)).confidence).toBe(0.4);
  });

  it("waits for a person where many talk at once, and says why", async () => {
    const { engine } = await stage.newEngine();
    const conversation = answered();
    for (const message of conversation.messages) {
      message.threadId = null;
      if (message.author.externalId !== conversation.messages[0]?.author.externalId)
        message.text = `ana: ${message.text}`;
    }
    stage.llm.play([articleOf(RESET), reviewOf()]);
    const article = await engine.write(conversation, CERTAIN, CONTEXT);
    expect(article.confidence).toBeLessThan(0.8);
    expect(article.doubts?.join()).toContain("call each other by name");
  });

  it("and written once more where something is wrong or missing", async () => {
    const { engine } = await stage.newEngine();
    const missing = [{ what: "The worker has to be restarted.", sources: [2] }];
    stage.llm.play([articleOf(RESET), reviewOf({ missing, verdict: "edit" }), articleOf(RESET, RESTART), reviewOf()]);
    const article = await engine.write(answered(), CERTAIN, CONTEXT);
    expect(purposes()).toEqual(["article", "review", "article", "review"]);
    const again = dataOf("article")[1];
    expect(again?.data.review).toMatchObject({ wrong: [], missing, title: "good" });
    expect(again?.data.lastArticle).toMatchObject({ title: "Reset the staging database" });
    expect(statementsOf(article).map(({ text }) => text)).toEqual([RESET, RESET, RESTART]);
    expect(article).toMatchObject({ confidence: 0.85, doubts: [] });
  });

  it("and keeps nothing that both readings call wrong, and says that it is unsure", async () => {
    const { engine } = await stage.newEngine();
    const wrong = { wrong: [{ statement: 3, why: "taken back" }], verdict: "edit" };
    stage.llm.play([articleOf(RESET, RESTART), reviewOf(wrong), articleOf(RESET, RESTART), reviewOf(wrong)]);
    const article = await engine.write(answered(), CERTAIN, CONTEXT);
    expect(statementsOf(article).map(({ text }) => text)).toEqual([RESET, RESET]);
    expect(article.confidence).toBeLessThan(0.8);
    expect(article.doubts).toContain("the model left out what the chat does not bear out");
  });

  it("and keeps the first version where the second is worse", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play([
      articleOf(RESET),
      reviewOf({ title: "bad", verdict: "edit" }),
      articleOf(RESTART),
      reviewOf({ verdict: "reject" }),
    ]);
    const article = await engine.write(answered(), CERTAIN, CONTEXT);
    expect(statementsOf(article).map(({ text }) => text)).toEqual([RESET, RESET]);
    expect(article.doubts).toContain("the title may not be clear");
  });

  it("and waits for a person where it could not be read again", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play(({ purpose }) => (purpose === "review" ? "invalid-json" : articleOf(RESET)));
    const article = await engine.write(answered(), CERTAIN, CONTEXT);
    expect(article).toMatchObject({ writtenBy: "llm", confidence: 0.5 });
    expect(article.doubts).toEqual(["the model did not read it a second time"]);
    expect(await stage.logsOf(workspaceId)).toEqual([]);
  });

  it("and is not believed about a statement that does not exist", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play([articleOf(RESET), reviewOf({ wrong: [{ statement: 9, why: "not said" }], verdict: "edit" })]);
    await engine.write(answered(), CERTAIN, CONTEXT);
    expect(purposes()).toEqual(["article", "review", "review"]);
  });
});

describe("What a model writes", () => {
  it("names a speaker whom it knows as a number only, and a name can be no markup", async () => {
    const { engine } = await stage.newEngine();
    const conversation = conversationOf(
      "ana: Who resets the staging database?",
      "bo: I reset the staging database every Monday, ask me before you do it.",
    );
    const [, answer] = conversation.messages;
    if (answer) answer.author.name = "Bo [Berg](https://evil.example) <b>";
    stage.llm.play([articleOf("Ask person 2 before you reset the staging database.", "person 7 resets the database.")]);
    const article = await engine.write(conversation, CERTAIN, CONTEXT);
    expect(JSON.stringify(stage.llm.calls.map(({ body }) => body))).not.toContain("Berg");
    const texts = statementsOf(article).map(({ text }) => text);
    expect(texts[0]).toMatch(/^Ask Bo Berg .* before you reset the staging database\.$/);
    expect(texts).toContain("A colleague resets the database.");
    expect(texts.join()).not.toMatch(/[[\]<>]|https:/);
  });

  it("may say a number in digits that was said as a word, and ask in other words", async () => {
    const { engine } = await stage.newEngine();
    const conversation = conversationOf(
      "ana: its a no isnt it, they come on thursday",
      "bo: R-40 is 11 on the mids and EIGHT on the ends, nothing else",
    );
    const statement = (text: string, sources: number[]) => ({ form: "sentence", text, language: null, sources });
    const { json } = articleOf("R-40 is 11 on the mids and 8 on the ends.");
    const question = {
      role: "question",
      heading: null,
      layout: "prose",
      statements: [statement("Which torque is right?", [1]), statement("Is 77 right?", [1])],
    };
    const answer = { ...json, title: "Rail R-40 -> 11 on the mids", sections: [question, ...json.sections] };
    stage.llm.play(({ purpose }) => (purpose === "article" ? { json: answer } : "plausible"));
    const article = await engine.write(conversation, CERTAIN, CONTEXT);
    expect(article.title).toBe("Rail R-40 -> 11 on the mids");
    expect(statementsOf(article).map(({ text }) => text)).toEqual([
      "R-40 is 11 on the mids and 8 on the ends.",
      "Which torque is right?",
      "R-40 is 11 on the mids and 8 on the ends.",
    ]);
  });
});
