import { describe, expect, it } from "vitest";
import { type SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { CredentialsRejected, RateLimited } from "../errors.ts";
import { isSeenAsDeleted, readEverything } from "../testing/describe-chat-source.ts";
import { BENCH_CONFIG, buildMessages, buildTimestamp, START_MS, useSlack } from "./testing/slack-bench.ts";

const slack = useSlack();

describe("reading a long channel of Slack", () => {
  it("returns every message once, oldest first, at any tempo of writing", async () => {
    const bursts = Array.from({ length: 1_500 }, (_, index) => {
      const ms = START_MS + Math.floor(index / 300) * 40 * 86_400_000 + (index % 300) * 700;
      return { ts: `${Math.floor(ms / 1000)}.${String(index).padStart(6, "0")}`, user: "U1", text: `m${index}` };
    });
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: bursts }] });
    const { messages } = await readEverything(source, BENCH_CONFIG, "C1");
    expect(messages.map(({ text }) => text)).toEqual(bursts.map(({ text }) => text));
  });

  it("loses no message if it is stopped between two pages and started again", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: buildMessages(900) }] });
    const first = await source.readMessages(BENCH_CONFIG, "C1", null);
    const second = await source.readMessages(BENCH_CONFIG, "C1", first.nextCursor);
    const rest = await readEverything(source, BENCH_CONFIG, "C1", second.nextCursor);
    const ids = new Set([...first.messages, ...second.messages, ...rest.messages].map(({ externalId }) => externalId));
    expect(ids.size).toBe(900);
  });

  it("finds late replies, edits and deletions far behind the newest page", async () => {
    const { source, acme, pass } = await slack({
      channels: [{ id: "C1", name: "general", messages: buildMessages(2_500) }],
    });
    const first = await readEverything(source, BENCH_CONFIG, "C1");
    pass(86_400_000);
    acme.reply("C1", buildTimestamp(3), { user: "U2", text: "years later" });
    acme.edit("C1", buildTimestamp(5), "corrected");
    acme.delete("C1", buildTimestamp(9));
    const polls = [await readEverything(source, BENCH_CONFIG, "C1", first.cursor)];
    polls.push(await readEverything(source, BENCH_CONFIG, "C1", polls[0]?.cursor));
    const seen = polls.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(seen).toEqual(expect.arrayContaining(["years later", "corrected"]));
    const deleted = first.messages.filter((message) => polls.some((poll) => isSeenAsDeleted(poll, message)));
    expect(deleted.map(({ externalId }) => externalId)).toEqual([buildTimestamp(9)]);
  });

  it("does not treat messages that Slack's free plan hides after 90 days as deleted, nor an empty response as an emptied channel", async () => {
    const { source, acme, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: buildMessages(20) }] },
      { daysLater: 1 },
    );
    const first = await readEverything(source, BENCH_CONFIG, "C1");
    const channel = acme.channel("C1");
    pass(100 * 86_400_000);
    acme.post("C1", { user: "U1", text: "still here" });
    channel.messages = channel.messages.slice(15);
    const second = await readEverything(source, BENCH_CONFIG, "C1", first.cursor);
    expect(first.messages.filter((message) => isSeenAsDeleted(second, message))).toEqual([]);
    standIn.fail({
      match: "conversations.history",
      kind: { status: 200, body: { ok: true, messages: [], has_more: false } },
    });
    expect((await readEverything(source, BENCH_CONFIG, "C1", second.cursor)).complete).toEqual([]);
  });

  it("polls a quiet channel with one request", async () => {
    const { source, standIn, pass } = await slack({
      channels: [{ id: "C1", name: "general", messages: buildMessages(50) }],
    });
    const { cursor } = await readEverything(source, BENCH_CONFIG, "C1");
    pass(600_000);
    standIn.calls.splice(0);
    await readEverything(source, BENCH_CONFIG, "C1", cursor);
    expect(standIn.calls.map(({ path }) => path)).toEqual(["/api/conversations.history"]);
  });

  it("keeps its cursor small", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: buildMessages(3_000) }] });
    expect(JSON.stringify((await readEverything(source, BENCH_CONFIG, "C1")).cursor).length).toBeLessThan(500);
  });
});

describe("threads of Slack", () => {
  const thread = (replies: number): SlackMessage[] => [
    { ts: buildTimestamp(0), thread_ts: buildTimestamp(0), user: "U1", text: "question" },
    ...Array.from({ length: replies }, (_, index) => ({
      ts: buildTimestamp(index + 1),
      thread_ts: buildTimestamp(0),
      user: "U2",
      text: `reply ${index}`,
    })),
  ];

  it("are read completely, even if they are long", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2_100) }] });
    const { messages } = await readEverything(source, BENCH_CONFIG, "C1");
    expect(messages.filter(({ threadId }) => threadId === buildTimestamp(0))).toHaveLength(2_101);
  });

  it("keep their replies when the first message is deleted", async () => {
    const { source, acme } = await slack({
      channels: [{ id: "C1", name: "general", messages: [...thread(2), ...buildMessages(0)] }],
    });
    acme.delete("C1", buildTimestamp(0));
    const { messages } = await readEverything(source, BENCH_CONFIG, "C1");
    expect(messages.map(({ text }) => text)).toEqual(["reply 0", "reply 1"]);
  });

  it("that disappear while the channel is read do not stop the reading", async () => {
    const { source, standIn } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2) }] });
    standIn.fail({
      match: "conversations.replies",
      kind: { status: 200, body: { ok: false, error: "thread_not_found" } },
    });
    const { messages, skipped } = await readEverything(source, BENCH_CONFIG, "C1");
    expect([messages.length, skipped.length]).toEqual([1, 0]);
  });

  it("are counted as skipped if Slack does not let a bot read them", async () => {
    const { source, standIn } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2) }] });
    standIn.fail({
      match: "conversations.replies",
      kind: { status: 200, body: { ok: false, error: "not_allowed_token_type" } },
    });
    const { skipped } = await readEverything(source, BENCH_CONFIG, "C1");
    expect(skipped).toEqual([
      { externalId: buildTimestamp(0), reason: "Slack does not let this app read the replies." },
    ]);
  });
});

describe("a message of Slack", () => {
  it("is written by a person: bots, joins and notices are omitted without being counted", async () => {
    const messages: SlackMessage[] = [
      { ts: buildTimestamp(0), user: "U1", text: "hello" },
      { ts: buildTimestamp(1), user: "U2", subtype: "channel_join", text: "<@U2> has joined the channel" },
      { ts: buildTimestamp(2), bot_id: "B1", subtype: "bot_message", text: "Deployed." },
      { ts: buildTimestamp(3), user: "UAPP", text: "Deployed again." },
      { ts: buildTimestamp(4), user: "UAPP", bot_id: "B1", text: "And again." },
      { ts: buildTimestamp(5), user: "U2", subtype: "channel_topic", text: "set the topic" },
      { ts: buildTimestamp(6), user: "U2", subtype: "me_message", text: "waves" },
    ];
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    const reading = await readEverything(source, BENCH_CONFIG, "C1");
    expect(reading.messages.map(({ author, text }) => `${author.name}: ${text}`)).toEqual([
      "Ana: hello",
      "Bo Berg: waves",
    ]);
    expect(reading.skipped).toEqual([]);
  });

  it("is skipped with a reason if it is malformed, and 950 others are read", async () => {
    const broken = [{ text: 7 }, { user: undefined }, { edited: "yesterday" }, { text: "" }, { user: { id: "U1" } }];
    const messages = buildMessages(1_000).map((message, index) =>
      index % 20 === 0 ? ({ ...message, ...broken[(index / 20) % 5] } as SlackMessage) : message,
    );
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    const reading = await readEverything(source, BENCH_CONFIG, "C1");
    expect(reading.messages).toHaveLength(950);
    expect(new Set(reading.skipped.map(({ externalId }) => externalId)).size).toBe(50);
    expect(new Set(reading.skipped.map(({ reason }) => reason))).toEqual(
      new Set([
        "Its 'text' is not what Slack documents.",
        "The message has no author.",
        "Its 'edited' is not what Slack documents.",
        "The message has no text.",
        "Its 'user' is not what Slack documents.",
      ]),
    );
  });

  it("may have 40,000 characters, right-to-left text and invisible characters", async () => {
    const long = "x".repeat(40_000);
    const rtl = "שלום \u200bעולם \u202eabc";
    const messages = [long, rtl].map((text, index) => ({ ts: buildTimestamp(index), user: "U1", text }));
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    expect((await readEverything(source, BENCH_CONFIG, "C1")).messages.map(({ text }) => text)).toEqual([long, rtl]);
  });

  it("shows the names of former members, unknown people and mentioned channels", async () => {
    const text = "<@U2> and <@U404> see <#C2> or <#C9|ops>";
    const channels = [
      { id: "C1", name: "general", messages: [{ ts: buildTimestamp(0), user: "U404", text }] },
      { id: "C2", name: "help", messages: [] },
    ];
    const { source } = await slack({ channels });
    const [message] = (await readEverything(source, BENCH_CONFIG, "C1")).messages;
    expect(message).toMatchObject({
      author: { externalId: "U404", name: "U404" },
      text: "@Bo Berg and @U404 see #help or #ops",
    });
  });
});

describe("Slack's rate limits", () => {
  it("cause a wait if the wait is short", async () => {
    const { source, standIn, slept } = await slack({
      channels: [{ id: "C1", name: "general", messages: buildMessages(3) }],
    });
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 7 } });
    expect((await readEverything(source, BENCH_CONFIG, "C1")).messages).toHaveLength(3);
    expect(slept).toEqual([7_000]);
  });

  it("return the work to the queue if the wait is long, and no call is made before its end", async () => {
    const { source, standIn, pass } = await slack({
      channels: [{ id: "C1", name: "general", messages: buildMessages(3) }],
    });
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 90 } });
    await expect(source.readMessages(BENCH_CONFIG, "C1", null)).rejects.toMatchObject({ retryAfterMs: 90_000 });
    pass(50_000);
    await expect(source.readMessages(BENCH_CONFIG, "C1", null)).rejects.toBeInstanceOf(RateLimited);
    expect(standIn.calls).toHaveLength(1);
    pass(40_000);
    expect((await readEverything(source, BENCH_CONFIG, "C1")).messages).toHaveLength(3);
  });

  it("are respected without Slack's status 429", async () => {
    const roots = buildMessages(200).map((message) => ({ ...message, thread_ts: message.ts }));
    const replies = roots.map(({ ts }) => ({
      ts: ts.replace(".000100", ".000200"),
      thread_ts: ts,
      user: "U2",
      text: "yes",
    }));
    const { source, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: [...roots, ...replies] }] },
      { pace: "slack", limits: "tiers" },
    );
    const ids = await readPatiently(source, pass);
    expect(ids.size).toBe(400);
    expect(standIn.calls.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("of one request a minute and 15 messages are detected, and reading continues slowly to the end", async () => {
    const { source, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: buildMessages(100) }] },
      { pace: "slack", limits: "one-a-minute" },
    );
    expect((await readPatiently(source, pass)).size).toBe(100);
    expect(standIn.calls.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(2);
  });

  it("of one request a minute are respected from the start if the app is known to be sold", async () => {
    const { source, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: buildMessages(40) }] },
      { distribution: "commercial", limits: "one-a-minute" },
    );
    expect((await readPatiently(source, pass)).size).toBe(40);
    expect(standIn.calls.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("of one customer do not delay another", async () => {
    const { source, standIn } = await slack();
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 300 } });
    await expect(source.readMessages(BENCH_CONFIG, "C1", null)).rejects.toBeInstanceOf(RateLimited);
    await expect(source.readMessages({ ...BENCH_CONFIG, botToken: "xoxb-other" }, "C1", null)).rejects.toBeInstanceOf(
      CredentialsRejected,
    );
  });

  /** Reads a channel like a job from the queue. If told to wait, tries again later with the cursor of the last page. */
  async function readPatiently(source: Awaited<ReturnType<typeof slack>>["source"], pass: (ms: number) => void) {
    const ids = new Set<string>();
    let cursor: Record<string, unknown> | null = null;
    for (let turn = 0; turn < 2_000; turn += 1) {
      try {
        const page = await source.readMessages(BENCH_CONFIG, "C1", cursor);
        for (const { externalId } of page.messages) ids.add(externalId);
        cursor = page.nextCursor;
        if (page.done) return ids;
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
        pass(error.retryAfterMs);
      }
    }
    throw new Error("Reading does not end.");
  }
});
