import { createEmulator } from "emulate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-ports.mjs";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { MessagePage } from "../chat-source.ts";
import { createSlackSource } from "./source.ts";

/* A Slack emulator by other authors. It supports neither users.conversations, which a check calls, nor Socket Mode. */
let slack: { url: string; close(): Promise<void> };
const config = { botToken: "xoxb-independent-token", signingSecret: "0".repeat(32) };
const source = () => createSlackSource({ fetch, apiBaseUrl: `${slack.url}/api/` });

beforeAll(async () => {
  slack = await createEmulator({ service: "slack", port: await freePort() });
});
afterAll(() => slack.close());

async function call(method: string, args: Record<string, unknown>): Promise<Record<string, string>> {
  const headers = { authorization: "Bearer xoxb-person", "content-type": "application/json" };
  const answer = await fetch(`${slack.url}/api/${method}`, { method: "POST", headers, body: JSON.stringify(args) });
  const said = (await answer.json()) as Record<string, string>;
  expect(said).toMatchObject({ ok: true });
  return said;
}

async function everything(channelId: string): Promise<ChatMessage[]> {
  const all: ChatMessage[] = [];
  let page: MessagePage | null = null;
  while (!page?.done) {
    page = await source().readMessages(config, channelId, page?.nextCursor ?? null);
    all.push(...page.messages);
  }
  return all;
}

it("reads an independent Slack emulator: its channels, history with threads, edits and deletions", async () => {
  const channels = (await Array.fromAsync(source().listChannels(config))).flat();
  const general = channels.find(({ name }) => name === "general");
  if (!general) throw new Error("There is no channel.");
  const channel = general.externalId;
  const first = await call("chat.postMessage", { channel, text: "How is the worker restarted?" });
  const reply = await call("chat.postMessage", { channel, thread_ts: first.ts, text: "With `systemctl`." });
  const last = await call("chat.postMessage", { channel, text: "Never mind." });
  const history = async () => (await everything(channel)).map(({ text }) => text);
  expect(await history()).toEqual(expect.arrayContaining(["How is the worker restarted?", "Never mind."]));
  await call("chat.update", { channel, ts: first.ts, text: "How is the billing worker restarted?" });
  await call("chat.update", { channel, ts: reply.ts, text: "With `systemctl restart`." });
  await call("chat.delete", { channel, ts: last.ts });
  expect(await history()).toEqual(expect.arrayContaining(["How is the billing worker restarted?"]));
  expect(await history()).not.toContain("Never mind.");
  // The emulator's history does not mark messages that start a thread, unlike Slack's.
  const { messages } = (await source().rereadThreads?.(config, channel, [String(first.ts)])) ?? { messages: [] };
  expect(messages.find(({ externalId }) => externalId === reply.ts)).toMatchObject({
    text: "With `systemctl restart`.",
    threadId: first.ts,
  });
});

it("opens the form for correcting an article on an independent Slack emulator, once per button press", async () => {
  const headers = { authorization: `Bearer ${config.botToken}`, "content-type": "application/json" };
  const asBot = async (method: string, args: object) =>
    (
      await fetch(`${slack.url}/api/${method}`, { method: "POST", headers, body: JSON.stringify(args) })
    ).json() as Promise<{
      members: { id: string; is_bot: boolean }[];
      trigger_id: string;
    }>;
  const { members } = await asBot("users.list", {});
  const user_id = members.find(({ is_bot }) => !is_bot)?.id;
  const { trigger_id: trigger } = await asBot("views.generateTriggerId", { user_id });
  const field = (id: string, text: string) => ({ id, label: "Words", text, isCode: false, now: null });
  const form = {
    questionId: "01980000-0000-7000-8000-000000000000",
    channelId: "C1",
    articleUrl: "https://lorekeep.acme.example/articles/1",
    edition: "0123456789abcdef",
    publishes: true,
    isLate: false,
    title: field("title", "How the worker is restarted"),
    sections: [{ heading: "Steps", fields: [field("1", "Run `systemctl restart billing`.")] }],
    added: "",
  };
  const open = (id: string) => source().questions?.fixes?.open(config, form, id, new AbortController().signal);
  expect(await open(trigger)).toBe(true);
  const views = async () => (await (await fetch(`${slack.url}/?tab=views`)).text()).match(/\bmodal\b/g)?.length;
  const shown = await views();
  expect(await open(trigger)).toBe(true);
  expect(await views()).toBe(shown);
  await expect(open("no trigger")).rejects.toThrow();
});
