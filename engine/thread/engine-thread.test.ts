import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { KnowledgeText } from "../contract.ts";
import { createLocalEngine } from "../local-engine.ts";
import { createEncoderThread, createEngineThread } from "./engine-thread.ts";

const HOSTILE = new URL("./testing/hostile-program.ts", import.meta.url);
const LATE = new URL("./testing/late-program.ts", import.meta.url);
const NEVER = new URL("./testing/silent-program.ts", import.meta.url);
const SLOW = new URL("./testing/slow-program.ts", import.meta.url);
const SETTINGS = { sensitivity: 5, minMessageLength: 20, detectionKeywords: [] };
const CONTEXT = { channelName: "help", knownTags: [] };

function conversationOf(lines: string[]): Conversation {
  const messages = lines.map(
    (text, index): ChatMessage => ({
      externalId: `m${index}`,
      threadId: "m0",
      author: { externalId: `U${index % 3}`, name: `Person ${index % 3}` },
      sentAt: new Date(Date.UTC(2026, 10, 20, 9, index)),
      editedAt: null,
      text,
    }),
  );
  return { key: "m0", messages };
}

const knowledge = (title: string, text: string): KnowledgeText => ({
  title,
  contentType: "howto",
  statements: [{ form: "sentence", text }],
});
const KNOWN = knowledge("How to reset staging", "Run `npm run db:reset` on the jump host.");
const FRESH = knowledge("Staging is broken", "Restart the worker of staging first.");

const named = (key: string): Conversation => ({ key, messages: [] });

describe("the engine's thread", () => {
  it("judges and writes with the same result as the engine itself", async () => {
    const conversation = conversationOf([
      "How do I reset the staging database after a failed migration?",
      "Run `npm run db:reset` on the jump host, then restart the worker.",
      "That worked, thank you!",
    ]);
    const [thread, engine] = [createEngineThread(), createLocalEngine()];
    const finding = await thread.detect(conversation, SETTINGS);
    expect(finding).toEqual(await engine.detect(conversation, SETTINGS));
    expect(await thread.write(conversation, finding, CONTEXT)).toEqual(
      await engine.write(conversation, finding, CONTEXT),
    );
  });

  it("groups messages as the engine itself does", async () => {
    const { messages } = conversationOf(["How do I reset the database?", "Run the job.", "Who is at lunch?"]);
    const window = {
      messages: messages.map((message) => ({ ...message, threadId: null })),
      keys: new Map([["m0", "before"]]),
      threadKeys: new Map<string, string>(),
      sizes: [] as [string, number][],
      continued: [] as [string, string][],
    };
    const keys = await createEngineThread().group(window);
    expect(keys).toEqual(await createLocalEngine().group(window));
    expect([...keys.keys()]).toEqual(["m0", "m1", "m2"]);
    expect(keys.get("m0")).toBe("before");
  });

  it("finds the message with which a conversation changes its topic", async () => {
    const { messages } = conversationOf([
      "How do I reset the staging database after a failed migration?",
      "Run `npm run db:reset` on the jump host, then restart the worker.",
      "Where do I find the certificate for the VPN client on a new laptop?",
      "The certificate for the VPN client is in the password vault under Network. Import it in the client.",
    ]);
    const conversation = { key: "m0", messages: messages.map((message) => ({ ...message, threadId: null })) };
    expect(await createEngineThread().newTopic?.(conversation, KNOWN, ["m1"])).toEqual(["m2", "m3"]);
    expect(await createEngineThread().newTopic?.(conversation, KNOWN, ["m3"])).toEqual([]);
  });

  it("gets embeddings from the only encoder of the process", async () => {
    const read: string[] = [];
    const encode = async (texts: string[]) => {
      read.push(...texts);
      return texts.map(() => undefined);
    };
    await createEngineThread({ encoder: { encode } }).compare?.(KNOWN, FRESH);
    expect(read).toContain(KNOWN.title);
    expect(read).toContain("Restart the worker of staging first.");
  });

  it("compares without embeddings if the encoder starts slowly", async () => {
    const thread = createEngineThread({ encoder: createEncoderThread({ program: NEVER }) });
    const blind = createLocalEngine({ encode: async (texts) => texts.map(() => undefined) });
    expect(await thread.compare?.(KNOWN, FRESH)).toEqual(await blind.compare?.(KNOWN, FRESH));
  });

  it("does not count the start of a thread towards the time limit of a conversation", async () => {
    const thread = createEngineThread({ program: LATE, timeLimitMs: 5_000 });
    expect(await thread.detect(named("any"), SETTINGS)).toBe("answered");
  });

  it("omits embeddings while the encoder is starting, and uses them afterwards", async () => {
    const encoder = createEncoderThread({ program: SLOW, patienceMs: 20 });
    expect(await encoder.encode(["one", "three"])).toEqual([undefined, undefined]);
    await expect.poll(() => encoder.encode(["four"])).toEqual([[4]]);
  });

  it("does not block the process while it judges a thread of 5,000 messages", async () => {
    const conversation = conversationOf(
      Array.from({ length: 5_000 }, (_, index) => `Why does step ${index % 31} stop? Run \`make ${index}\` first.`),
    );
    let isJudged = false;
    const judged = createEngineThread()
      .detect(conversation, SETTINGS)
      .finally(() => (isJudged = true));
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    expect(isJudged).toBe(false);
    expect((await judged).score).toBeGreaterThanOrEqual(0);
  });

  it("ends after a time without requests, and a new thread answers the next request", async () => {
    const thread = createEngineThread({ program: HOSTILE, idleMs: 20 });
    const nameOfThread = () => thread.detect(named("which thread"), SETTINGS);
    let hasEnded = false;
    process.once("worker", (started) => started.once("exit", () => (hasEnded = true)));
    const first = await nameOfThread();
    await expect.poll(() => hasEnded).toBe(true);
    await expect.poll(nameOfThread).not.toEqual(first);
    const patient = createEngineThread({ program: HOSTILE, idleMs: 600_000 });
    const [one, other] = [
      await patient.detect(named("which thread"), SETTINGS),
      await patient.detect(named("which thread"), SETTINGS),
    ];
    expect(other).toEqual(one);
  });

  it("abandons a conversation that hangs, crashes or fails, and continues with the next one", async () => {
    const thread = createEngineThread({ program: HOSTILE, timeLimitMs: 5_000 });
    const given = ["hangs", "first", "dies", "second", "fails", "third"];
    const answers = await Promise.allSettled(given.map((key) => thread.detect(named(key), SETTINGS)));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([
      "Error: The engine took too long over a conversation",
      "first",
      "Error: The engine's thread ended while it looked at a conversation",
      "second",
      "Error: Cannot be read",
      "third",
    ]);
  });
});
