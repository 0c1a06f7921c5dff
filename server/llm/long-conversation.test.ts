import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../engine/model/tokens.ts";
import { statementsOf } from "../../shared/domain/article.ts";
import { CONTEXT, conversationOf, FINDING, SETTINGS, useLlmStage } from "./testing/llm-stage.ts";

const stage = useLlmStage();

const WINDOW = 6_000;
const SMALL = { LLM_CONTEXT_TOKENS: String(WINDOW) };
const THINGS = [
  "worker",
  "queue",
  "database",
  "mailer",
  "gateway",
  "scheduler",
  "cache",
  "proxy",
  "indexer",
  "billing",
];
const sentenceAbout = (index: number) =>
  `Host ${index} runs the ${THINGS[index % THINGS.length]}, so drain it and wait for the log line before you restart the machine.`;

/** What was asked before the article was read again. */
const askedToWrite = () => stage.llm.asked.filter(({ purpose }) => purpose !== "review");

const longConversation = (messages: number) =>
  conversationOf(
    "ana: In which order do I restart the machines?",
    ...Array.from({ length: messages }, (_, i) => `bo: ${sentenceAbout(i)}`),
  );

describe("A conversation beyond the model's window", () => {
  it("is read in parts that overlap, and becomes one article with its own messages as sources", async () => {
    const { engine, workspaceId } = await stage.newEngine(SMALL);
    const conversation = longConversation(200);
    const article = await engine.write(conversation, FINDING, CONTEXT);
    expect(article.writtenBy).toBe("llm");
    const purposes = askedToWrite().map(({ purpose }) => purpose);
    const parts = purposes.length - 1;
    expect(parts).toBeGreaterThan(2);
    expect(purposes).toEqual([...Array<string>(parts).fill("statements"), "article"]);
    const numbers = askedToWrite()
      .slice(0, -1)
      .map(({ data }) => (data.messages ?? []).map(({ number }) => number));
    expect(new Set(numbers.flat()).size).toBe(201);
    for (const [index, part] of numbers.slice(1).entries()) expect(part[0]).toBe((numbers[index]?.at(-1) ?? 0) - 1);
    for (const { instructions, prompt, schema } of askedToWrite()) {
      expect(estimateTokens(`${instructions}${prompt}${JSON.stringify(schema)}`)).toBeLessThan(WINDOW * 0.7);
    }
    const texts = new Map(conversation.messages.map(({ externalId, text }) => [externalId, text]));
    const statements = statementsOf(article);
    expect(statements.length).toBeGreaterThan(8);
    for (const { text, sources } of statements) expect(sources.some((id) => texts.get(id) === text)).toBe(true);
    const paid = (await stage.callsOf(workspaceId)).map(({ purpose }) => purpose);
    expect(paid.filter((purpose) => purpose !== "review").sort()).toEqual(
      [...Array<string>(parts).fill("condense"), "compose"].sort(),
    );
  });

  it("says something of every part", async () => {
    const { engine } = await stage.newEngine(SMALL);
    await engine.write(longConversation(120), FINDING, CONTEXT);
    const notes = askedToWrite().at(-1)?.data.statements ?? [];
    const parts = askedToWrite()
      .slice(0, -1)
      .map(({ data }) => data.messages ?? []);
    for (const part of parts) {
      const numbers = new Set(part.map(({ number }) => number));
      expect(notes.some(({ sources }) => sources.some((number) => numbers.has(number)))).toBe(true);
    }
  });

  it("may be one message of 40,000 characters: its pieces keep its number", async () => {
    const { engine } = await stage.newEngine(SMALL);
    const text = Array.from({ length: 400 }, (_, index) => sentenceAbout(index))
      .join(" ")
      .slice(0, 39_900);
    const article = await engine.write(
      conversationOf("ana: In which order do I restart the machines?", `bo: ${text}`),
      FINDING,
      CONTEXT,
    );
    expect(article.writtenBy).toBe("llm");
    const pieces = askedToWrite()
      .slice(0, -1)
      .flatMap(({ data }) => data.messages ?? [])
      .filter(({ number }) => number === 2);
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces.slice(0, -1)) expect(piece.text).toMatch(/^Host .*machine\.$/);
    expect(pieces.map((piece) => piece.text).join(" ")).toBe(text);
    expect(new Set(statementsOf(article).flatMap(({ sources }) => sources))).toContain("m2");
  });

  it("is judged by its beginning and its end, in one call within the window", async () => {
    const { engine } = await stage.newEngine(SMALL);
    const finding = await engine.detect(longConversation(300), SETTINGS);
    expect(finding.reasons).toContain("the model sees knowledge in it");
    expect(stage.llm.asked).toHaveLength(1);
    const [asked] = stage.llm.asked;
    const numbers = asked?.data.messages?.map(({ number }) => number);
    expect([numbers?.[0], numbers?.at(-1)]).toEqual([1, 301]);
    expect(estimateTokens(`${asked?.instructions}${asked?.prompt}${JSON.stringify(asked?.schema)}`)).toBeLessThan(
      WINDOW * 0.7,
    );
  });

  it("without a blank or a full stop is cut all the same", async () => {
    const { engine } = await stage.newEngine(SMALL);
    const blob = "QmFzZTY0".repeat(4_000);
    await engine.write(
      conversationOf(
        "ana: How do I restart the worker after a deployment?",
        `bo: ${blob}`,
        "bo: Restart it with the scheduler.",
      ),
      FINDING,
      CONTEXT,
    );
    expect(stage.llm.asked.length).toBeGreaterThan(3);
  });

  it("is the local engine's when it is far too long", async () => {
    const { engine, workspaceId } = await stage.newEngine({ LLM_CONTEXT_TOKENS: "5000" });
    const article = await engine.write(longConversation(1_500), FINDING, CONTEXT);
    expect(article.writtenBy).toBe("local");
    expect(stage.llm.asked).toEqual([]);
    expect((await stage.logsOf(workspaceId)).map(({ message }) => message)).toEqual([
      "The conversation is too long for the model; the local engine wrote this article.",
    ]);
  });
});
