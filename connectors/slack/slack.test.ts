import { afterEach, describe, expect, it } from "vitest";
import {
  ALL_SCOPES,
  type SlackMessage,
  type SlackStandIn,
  type SlackTeamData,
  startSlackStandIn,
} from "../../stand-ins/slack/slack-stand-in.ts";
import type { ChatSource, RemoteChannel } from "../chat-source.ts";
import { CredentialsRejected, MissingPermission, NotFound, RateLimited } from "../errors.ts";
import { describeChatSource, readEverything, sawDeletion } from "../testing/describe-chat-source.ts";
import type { SlackConfig } from "./manifest.ts";
import { createSlackSource, type SlackSourceOptions } from "./source.ts";

const START = Date.UTC(2026, 5, 1);
const CONFIG: SlackConfig = { botToken: "xoxb-acme-1", signingSecret: "s" };
const PEOPLE = [
  { id: "U1", name: "ana", profile: { display_name: "Ana" } },
  { id: "U2", name: "bo", real_name: "Bo Berg", deleted: true },
  { id: "UAPP", name: "deploys", is_bot: true },
];

function team(more: Partial<SlackTeamData> = {}): SlackTeamData {
  return {
    team: { id: "T1", name: "Acme", domain: "acme" },
    botToken: CONFIG.botToken,
    scopes: ALL_SCOPES,
    users: PEOPLE,
    channels: [{ id: "C1", name: "general", messages: [] }],
    ...more,
  };
}

/** The `index`-th message after the start, a minute apart. */
const tsAt = (index: number, start = START) => `${Math.floor(start / 1000) + index * 60}.000100`;
const talk = (count: number): SlackMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    type: "message",
    ts: tsAt(index),
    user: "U1",
    text: `message ${index}`,
  }));

const open: SlackStandIn[] = [];
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});

/** A Slack and a source with one clock; sleeping moves it. */
async function slack(
  data: Partial<SlackTeamData> = {},
  options: Partial<SlackSourceOptions> & { limits?: "tiers" | "one-a-minute"; daysLater?: number } = {},
) {
  let now = START + (options.daysLater ?? 300) * 86_400_000;
  const slept: number[] = [];
  const standIn = await startSlackStandIn({
    teams: [team(data)],
    now: () => now,
    ...(options.limits && { limits: options.limits }),
  });
  open.push(standIn);
  const source = createSlackSource({
    apiBaseUrl: standIn.apiBaseUrl,
    fetch,
    clock: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    ...options,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { standIn, source, slept, pass, acme: standIn.team("T1"), now: () => now };
}

async function allChannels(source: ChatSource<SlackConfig>): Promise<RemoteChannel[]> {
  const all: RemoteChannel[] = [];
  for await (const page of source.listChannels(CONFIG)) all.push(...page);
  return all;
}

describeChatSource("Slack", async () => {
  const { standIn, source, pass, acme } = await slack();
  open.splice(open.indexOf(standIn), 1);
  let channels = 0;
  const faults = {
    "rate-limited": { status: 429, retryAfter: 120, body: { ok: false, error: "ratelimited" } },
    garbage: { garbage: "html" },
    "server-error": { status: 503 },
  } as const;
  return {
    source,
    config: CONFIG,
    rejectedConfig: { ...CONFIG, botToken: "xoxb-of-nobody" },
    rejectedSecret: "xoxb-of-nobody",
    unknownChannelId: "CNOWHERE",
    newChannel: async () => {
      channels += 1;
      const id = `CNEW${channels}`;
      acme.data.channels.push({ id, name: `new-${channels}`, messages: [] });
      return id;
    },
    say: async (channelId, text, inThreadOf) => {
      pass(1000);
      const message = { user: "U1", text };
      return (inThreadOf ? acme.reply(channelId, inThreadOf, message) : acme.post(channelId, message)).ts;
    },
    edit: async (channelId, id, text) => void acme.edit(channelId, id, text),
    remove: async (channelId, id) => acme.delete(channelId, id),
    failNext: (how) => standIn.fail({ match: "conversations.history", kind: faults[how] }),
    pass,
    close: () => standIn.close(),
  };
});

describe("checking Slack's credentials", () => {
  it("names the team and the bot, and what will not work", async () => {
    const { source } = await slack({ scopes: ["channels:read", "channels:history", "users:read"] });
    const check = await source.check(CONFIG);
    expect(check).toMatchObject({ account: "Acme (bot lorekeep)", teamId: "T1", teamUrl: "https://acme.slack.com/" });
    expect(check.warnings).toEqual([
      "Without groups:read and groups:history private channels cannot be monitored.",
      "Without channels:join the bot cannot join public channels by itself: invite it to each one.",
      "Without chat:write Lorekeep cannot ask in threads whether an article is right.",
    ]);
  });

  it.each(["channels:read", "channels:history", "users:read"])("names the missing scope %s", async (scope) => {
    const { source } = await slack({ scopes: ALL_SCOPES.filter((granted) => granted !== scope) });
    const failure = await source.check(CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingPermission);
    expect(failure).toMatchObject({ scope, message: expect.stringContaining(scope) });
  });

  it("does not take a user token", async () => {
    const { source } = await slack();
    await expect(source.check({ ...CONFIG, botToken: "xoxp-1" })).rejects.toThrow(/starts with xoxb-/);
  });

  it("asks for an invitation when the bot is in no channel", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", is_member: false, messages: [] }] });
    expect((await source.check(CONFIG)).warnings).toEqual([
      "The bot is in no channel yet. Type /invite @lorekeep in each channel that is to be monitored.",
    ]);
  });

  it("says what to do when the token was revoked", async () => {
    const { source, standIn } = await slack();
    standIn.fail({ match: "auth.test", kind: { status: 200, body: { ok: false, error: "token_revoked" } } });
    const failure = await source.check(CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialsRejected);
    expect(failure).toMatchObject({ message: expect.stringContaining("revoked") });
  });
});

describe("Slack's channels", () => {
  it("are all listed, thousands of them, archived ones marked", async () => {
    const channels = Array.from({ length: 2_345 }, (_, index) => ({
      id: `C${index}`,
      name: `c-${index}`,
      is_archived: index === 7,
      messages: [],
    }));
    const { source } = await slack({ channels });
    const listed = await allChannels(source);
    expect(listed).toHaveLength(2_345);
    expect(listed.filter(({ isArchived }) => isArchived).map(({ externalId }) => externalId)).toEqual(["C7"]);
  });

  it("are the public ones when the app may not see private ones", async () => {
    const channels = [
      { id: "C1", name: "open", messages: [] },
      { id: "G1", name: "secret", is_private: true, messages: [] },
    ];
    const all = await slack({ channels });
    expect((await allChannels(all.source)).map(({ isPrivate }) => isPrivate)).toEqual([false, true]);
    const few = await slack({ channels, scopes: ["channels:read"] });
    expect((await allChannels(few.source)).map(({ name }) => name)).toEqual(["open"]);
  });

  it("are joined when the app may, else a person is asked to invite the bot", async () => {
    const channels = [{ id: "C1", name: "general", is_member: false, messages: talk(1) }];
    const allowed = await slack({ channels });
    expect((await readEverything(allowed.source, CONFIG, "C1")).messages).toHaveLength(1);
    const forbidden = await slack({ channels, scopes: ["channels:read", "channels:history", "users:read"] });
    const failure = await readEverything(forbidden.source, CONFIG, "C1").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotFound);
    expect(failure).toMatchObject({ message: "The bot is not in this channel. Type /invite @lorekeep there." });
  });

  it("stay readable when they are archived", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "old", is_archived: true, messages: talk(3) }] });
    expect((await readEverything(source, CONFIG, "C1")).messages).toHaveLength(3);
  });
});

describe("reading a long channel of Slack", () => {
  it("gives every message once, oldest first, whatever its tempo", async () => {
    const bursts = Array.from({ length: 1_500 }, (_, index) => {
      const ms = START + Math.floor(index / 300) * 40 * 86_400_000 + (index % 300) * 700;
      return { ts: `${Math.floor(ms / 1000)}.${String(index).padStart(6, "0")}`, user: "U1", text: `m${index}` };
    });
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: bursts }] });
    const { messages } = await readEverything(source, CONFIG, "C1");
    expect(messages.map(({ text }) => text)).toEqual(bursts.map(({ text }) => text));
  });

  it("loses nothing when it is stopped between two pages and begun again", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(900) }] });
    const first = await source.readMessages(CONFIG, "C1", null);
    const second = await source.readMessages(CONFIG, "C1", first.nextCursor);
    const rest = await readEverything(source, CONFIG, "C1", second.nextCursor);
    const ids = new Set([...first.messages, ...second.messages, ...rest.messages].map(({ externalId }) => externalId));
    expect(ids.size).toBe(900);
  });

  it("finds late replies, edits and deletions far behind the newest page", async () => {
    const { source, acme, pass } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(2_500) }] });
    const first = await readEverything(source, CONFIG, "C1");
    pass(86_400_000);
    acme.reply("C1", tsAt(3), { user: "U2", text: "years later" });
    acme.edit("C1", tsAt(5), "corrected");
    acme.delete("C1", tsAt(9));
    const polls = [await readEverything(source, CONFIG, "C1", first.cursor)];
    polls.push(await readEverything(source, CONFIG, "C1", polls[0]?.cursor));
    const seen = polls.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(seen).toEqual(expect.arrayContaining(["years later", "corrected"]));
    const deleted = first.messages.filter((message) => polls.some((poll) => sawDeletion(poll, message)));
    expect(deleted.map(({ externalId }) => externalId)).toEqual([tsAt(9)]);
  });

  it("does not take for deleted what Slack's free plan hides after 90 days, nor an empty answer for an emptied channel", async () => {
    const { source, acme, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: talk(20) }] },
      { daysLater: 1 },
    );
    const first = await readEverything(source, CONFIG, "C1");
    const channel = acme.channel("C1");
    pass(100 * 86_400_000);
    acme.post("C1", { user: "U1", text: "still here" });
    channel.messages = channel.messages.slice(15);
    const second = await readEverything(source, CONFIG, "C1", first.cursor);
    expect(first.messages.filter((message) => sawDeletion(second, message))).toEqual([]);
    standIn.fail({
      match: "conversations.history",
      kind: { status: 200, body: { ok: true, messages: [], has_more: false } },
    });
    expect((await readEverything(source, CONFIG, "C1", second.cursor)).complete).toEqual([]);
  });

  it("takes a quiet channel's poll in one request", async () => {
    const { source, standIn, pass } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(50) }] });
    const { cursor } = await readEverything(source, CONFIG, "C1");
    pass(600_000);
    standIn.calls.splice(0);
    await readEverything(source, CONFIG, "C1", cursor);
    expect(standIn.calls.map(({ path }) => path)).toEqual(["/api/conversations.history"]);
  });

  it("keeps its cursor small", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(3_000) }] });
    expect(JSON.stringify((await readEverything(source, CONFIG, "C1")).cursor).length).toBeLessThan(500);
  });
});

describe("threads of Slack", () => {
  const thread = (replies: number): SlackMessage[] => [
    { ts: tsAt(0), thread_ts: tsAt(0), user: "U1", text: "question" },
    ...Array.from({ length: replies }, (_, index) => ({
      ts: tsAt(index + 1),
      thread_ts: tsAt(0),
      user: "U2",
      text: `reply ${index}`,
    })),
  ];

  it("are read to the end, however long", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2_100) }] });
    const { messages } = await readEverything(source, CONFIG, "C1");
    expect(messages.filter(({ threadId }) => threadId === tsAt(0))).toHaveLength(2_101);
  });

  it("keep their replies when the first message is deleted", async () => {
    const { source, acme } = await slack({
      channels: [{ id: "C1", name: "general", messages: [...thread(2), ...talk(0)] }],
    });
    acme.delete("C1", tsAt(0));
    const { messages } = await readEverything(source, CONFIG, "C1");
    expect(messages.map(({ text }) => text)).toEqual(["reply 0", "reply 1"]);
  });

  it("that vanish while the channel is read do not stop it", async () => {
    const { source, standIn } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2) }] });
    standIn.fail({
      match: "conversations.replies",
      kind: { status: 200, body: { ok: false, error: "thread_not_found" } },
    });
    const { messages, skipped } = await readEverything(source, CONFIG, "C1");
    expect([messages.length, skipped.length]).toEqual([1, 0]);
  });

  it("are counted as left out where Slack does not let a bot read them", async () => {
    const { source, standIn } = await slack({ channels: [{ id: "C1", name: "general", messages: thread(2) }] });
    standIn.fail({
      match: "conversations.replies",
      kind: { status: 200, body: { ok: false, error: "not_allowed_token_type" } },
    });
    const { skipped } = await readEverything(source, CONFIG, "C1");
    expect(skipped).toEqual([{ externalId: tsAt(0), reason: "Slack does not let this app read the replies." }]);
  });
});

describe("what counts as a message of Slack", () => {
  it("is what people say: bots, joins and notices are left out without being counted", async () => {
    const messages: SlackMessage[] = [
      { ts: tsAt(0), user: "U1", text: "hello" },
      { ts: tsAt(1), user: "U2", subtype: "channel_join", text: "<@U2> has joined the channel" },
      { ts: tsAt(2), bot_id: "B1", subtype: "bot_message", text: "Deployed." },
      { ts: tsAt(3), user: "UAPP", text: "Deployed again." },
      { ts: tsAt(4), user: "UAPP", bot_id: "B1", text: "And again." },
      { ts: tsAt(5), user: "U2", subtype: "channel_topic", text: "set the topic" },
      { ts: tsAt(6), user: "U2", subtype: "me_message", text: "waves" },
    ];
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    const reading = await readEverything(source, CONFIG, "C1");
    expect(reading.messages.map(({ author, text }) => `${author.name}: ${text}`)).toEqual([
      "Ana: hello",
      "Bo Berg: waves",
    ]);
    expect(reading.skipped).toEqual([]);
  });

  it("leaves 50 broken messages among 1,000 out, each with its reason, and takes the rest", async () => {
    const broken = [{ text: 7 }, { user: undefined }, { edited: "yesterday" }, { text: "" }, { user: { id: "U1" } }];
    const messages = talk(1_000).map((message, index) =>
      index % 20 === 0 ? ({ ...message, ...broken[(index / 20) % 5] } as SlackMessage) : message,
    );
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    const reading = await readEverything(source, CONFIG, "C1");
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

  it("may be 40,000 characters long, right to left, with characters nobody sees", async () => {
    const long = "x".repeat(40_000);
    const rtl = "שלום \u200bעולם \u202eabc";
    const messages = [long, rtl].map((text, index) => ({ ts: tsAt(index), user: "U1", text }));
    const { source } = await slack({ channels: [{ id: "C1", name: "general", messages }] });
    expect((await readEverything(source, CONFIG, "C1")).messages.map(({ text }) => text)).toEqual([long, rtl]);
  });

  it("names people who left, people unknown and channels mentioned", async () => {
    const text = "<@U2> and <@U404> see <#C2> or <#C9|ops>";
    const channels = [
      { id: "C1", name: "general", messages: [{ ts: tsAt(0), user: "U404", text }] },
      { id: "C2", name: "help", messages: [] },
    ];
    const { source } = await slack({ channels });
    const [message] = (await readEverything(source, CONFIG, "C1")).messages;
    expect(message).toMatchObject({
      author: { externalId: "U404", name: "U404" },
      text: "@Bo Berg and @U404 see #help or #ops",
    });
  });
});

describe("Slack's rate limits", () => {
  it("are waited for when the wait is short", async () => {
    const { source, standIn, slept } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(3) }] });
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 7 } });
    expect((await readEverything(source, CONFIG, "C1")).messages).toHaveLength(3);
    expect(slept).toEqual([7_000]);
  });

  it("put the work back when the wait is long, and no call is made before", async () => {
    const { source, standIn, pass } = await slack({ channels: [{ id: "C1", name: "general", messages: talk(3) }] });
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 90 } });
    await expect(source.readMessages(CONFIG, "C1", null)).rejects.toMatchObject({ retryAfterMs: 90_000 });
    pass(50_000);
    await expect(source.readMessages(CONFIG, "C1", null)).rejects.toBeInstanceOf(RateLimited);
    expect(standIn.calls).toHaveLength(1);
    pass(40_000);
    expect((await readEverything(source, CONFIG, "C1")).messages).toHaveLength(3);
  });

  it("are kept by ourselves: Slack never has to say 429", async () => {
    const roots = talk(200).map((message) => ({ ...message, thread_ts: message.ts }));
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

  it("of one request a minute and 15 messages are found out, and reading goes on slowly to the end", async () => {
    const { source, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: talk(100) }] },
      { pace: "slack", limits: "one-a-minute" },
    );
    expect((await readPatiently(source, pass)).size).toBe(100);
    expect(standIn.calls.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(2);
  });

  it("of one request a minute are kept from the start when the app is known to be sold", async () => {
    const { source, standIn, pass } = await slack(
      { channels: [{ id: "C1", name: "general", messages: talk(40) }] },
      { distribution: "commercial", limits: "one-a-minute" },
    );
    expect((await readPatiently(source, pass)).size).toBe(40);
    expect(standIn.calls.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("of one customer do not hold up another", async () => {
    const { source, standIn } = await slack();
    standIn.fail({ match: "conversations.history", kind: { status: 429, retryAfter: 300 } });
    await expect(source.readMessages(CONFIG, "C1", null)).rejects.toBeInstanceOf(RateLimited);
    await expect(source.readMessages({ ...CONFIG, botToken: "xoxb-other" }, "C1", null)).rejects.toBeInstanceOf(
      CredentialsRejected,
    );
  });

  /** As the queue does: put back when told to wait, with the cursor of the last page. */
  async function readPatiently(source: Awaited<ReturnType<typeof slack>>["source"], pass: (ms: number) => void) {
    const ids = new Set<string>();
    let cursor: Record<string, unknown> | null = null;
    for (let turn = 0; turn < 2_000; turn += 1) {
      try {
        const page = await source.readMessages(CONFIG, "C1", cursor);
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

describe("the address of a message", () => {
  it("is Slack's, with the thread for a reply", async () => {
    const { source, standIn } = await slack({
      channels: [
        {
          id: "C1",
          name: "general",
          messages: [
            { ts: tsAt(0), thread_ts: tsAt(0), user: "U1", text: "a" },
            { ts: tsAt(1), thread_ts: tsAt(0), user: "U1", text: "b" },
          ],
        },
      ],
    });
    const { messages } = await readEverything(source, CONFIG, "C1");
    for (const message of messages) {
      const ask = await fetch(
        `${standIn.apiBaseUrl}chat.getPermalink?channel=C1&message_ts=${message.externalId}&token=${CONFIG.botToken}`,
      );
      const { permalink } = (await ask.json()) as { permalink: string };
      expect(source.permalink({ teamUrl: "https://acme.slack.com/", channelId: "C1", message })).toBe(permalink);
    }
    expect(messages).toHaveLength(2);
  });
});
