import { describe, expect, it } from "vitest";
import { ALL_SCOPES } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import type { ChatSource, RemoteChannel } from "../chat-source.ts";
import { CredentialsRejected, MissingPermission, NotFound } from "../errors.ts";
import { describeChatSource, readEverything } from "../testing/describe-chat-source.ts";
import type { SlackConfig } from "./manifest.ts";
import { BENCH_CONFIG, buildMessages, buildTimestamp, startSlack, useSlack } from "./testing/slack-bench.ts";

const slack = useSlack();

async function allChannels(source: ChatSource<SlackConfig>): Promise<RemoteChannel[]> {
  const all: RemoteChannel[] = [];
  for await (const page of source.listChannels(BENCH_CONFIG)) all.push(...page);
  return all;
}

describeChatSource("Slack", async () => {
  const { standIn, source, pass, acme } = await startSlack();
  let channels = 0;
  const faults = {
    "rate-limited": { status: 429, retryAfter: 120, body: { ok: false, error: "ratelimited" } },
    garbage: { garbage: "html" },
    "server-error": { status: 503 },
  } as const;
  return {
    source,
    config: BENCH_CONFIG,
    rejectedConfig: { ...BENCH_CONFIG, botToken: "xoxb-of-nobody" },
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
  it("names the team, the bot and the features that will not work", async () => {
    const { source, standIn } = await slack({ scopes: ["channels:read", "channels:history", "users:read"] });
    const check = await source.check(BENCH_CONFIG);
    const teamUrl = `${standIn.url}/workspaces/T1/`;
    expect(check).toMatchObject({ account: "Acme (bot lorekeep)", teamId: "T1", teamUrl });
    expect(check.warnings).toEqual([
      "Without groups:read and groups:history private channels cannot be monitored.",
      "Without channels:join the bot cannot join public channels automatically: invite it to each one.",
      "Without users:read.email members of private channels cannot be matched to people here: until it is added, only who chose such a channel, and whom an admin lets in, reads its articles.",
      "Without chat:write Lorekeep cannot ask in threads whether an article is right.",
      "Without im:history nobody can ask Lorekeep in a direct message. Add the scope and the event message.im as the setup guide says, and install the app again.",
      "Without commands nobody can ask with /lorekeep or for an article of a thread. Add the scope, the command and the shortcut as the setup guide says, and install the app again.",
    ]);
  });

  it.each(["channels:read", "channels:history", "users:read"])("names the missing scope %s", async (scope) => {
    const { source } = await slack({ scopes: ALL_SCOPES.filter((granted) => granted !== scope) });
    const failure = await source.check(BENCH_CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingPermission);
    expect(failure).toMatchObject({ scope, message: expect.stringContaining(scope) });
  });

  it("names all missing scopes at once, with their purposes", async () => {
    const { source } = await slack({ scopes: ["channels:read", "chat:write"] });
    await expect(source.check(BENCH_CONFIG)).rejects.toThrow(
      "The Slack app lacks the scopes channels:history (to read the messages of public channels), " +
        "users:read (to name who wrote a message). Add them under OAuth & Permissions",
    );
  });

  const APP = { ...BENCH_CONFIG, appToken: "xapp-acme-1" };
  const ofAppToken = async (data: Parameters<typeof slack>[0], config: SlackConfig = APP) =>
    (await (await slack(data)).source.check(config)).credentials?.find(({ field }) => field === "appToken");

  it("checks the app token by requesting a connection, and checks nothing if no app token was entered", async () => {
    const { source, standIn } = await slack({ appToken: "xapp-acme-1" });
    const opened = () => standIn.calls.filter(({ path }) => path.endsWith("/apps.connections.open")).length;
    expect((await source.check(BENCH_CONFIG)).credentials).toEqual([
      { field: "botToken", state: "proven", text: "Slack accepts it as Acme (bot lorekeep)." },
    ]);
    expect(opened()).toBe(0);
    expect((await source.check(APP)).credentials).toMatchObject([
      { field: "botToken", state: "proven" },
      { field: "appToken", state: "proven" },
    ]);
    expect(opened()).toBe(1);
  });

  it.each([
    ["of nobody", {}, "does not accept the app token"],
    ["without its scope", { appToken: "xapp-acme-1", appScopes: ["authorizations:read"] }, "connections:write"],
    ["with Socket Mode off", { appToken: "xapp-acme-1", isSocketModeOff: true }, "Socket Mode is switched off"],
  ])("explains the problem with an app token %s", async (_what, data, words) => {
    expect(await ofAppToken(data)).toMatchObject({ state: "refused", text: expect.stringContaining(words) });
  });

  it("an app token counts as neither valid nor refused while Slack has a failure", async () => {
    const { source, standIn } = await slack({ appToken: "xapp-acme-1" });
    standIn.fail({ match: "apps.connections.open", kind: { status: 503 } });
    expect((await source.check(APP)).credentials).toMatchObject([{ state: "proven" }, { state: "unknown" }]);
  });

  it("does not accept a user token", async () => {
    const { source } = await slack();
    await expect(source.check({ ...BENCH_CONFIG, botToken: "xoxp-1" })).rejects.toThrow(/starts with xoxb-/);
  });

  it("asks for an invitation if the bot is in no channel", async () => {
    const { source } = await slack({ channels: [{ id: "C1", name: "general", is_member: false, messages: [] }] });
    expect((await source.check(BENCH_CONFIG)).warnings).toEqual([
      "The bot is in no channel yet. Type /invite @lorekeep in each channel that is to be monitored.",
    ]);
  });

  it("explains what to do after the token was revoked", async () => {
    const { source, standIn } = await slack();
    standIn.fail({ match: "auth.test", kind: { status: 200, body: { ok: false, error: "token_revoked" } } });
    const failure = await source.check(BENCH_CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialsRejected);
    expect(failure).toMatchObject({ message: expect.stringContaining("revoked") });
  });
});

describe("Slack's channels", () => {
  it("are all listed, thousands of them, without archived ones", async () => {
    const channels = Array.from({ length: 2_345 }, (_, index) => ({
      id: `C${index}`,
      name: `c-${index}`,
      is_archived: index === 7,
      messages: [],
    }));
    const { source } = await slack({ channels });
    const listed = await allChannels(source);
    expect(listed).toHaveLength(2_344);
    expect(listed.map(({ externalId }) => externalId)).not.toContain("C7");
  });

  it.each([
    ["4,100 of them once", 4_100, 1],
    ["1,600 of them, five times within a minute", 1_600, 5],
  ])("are listed and tested within Slack's rate limits: %s", async (_what, count, times) => {
    const channels = Array.from({ length: count }, (_, index) => ({
      id: `C${index}`,
      name: `c-${index}`,
      is_member: false,
      messages: [],
    }));
    const { source, slept } = await slack({ channels }, { limits: "tiers" });
    for (let time = 0; time < times; time += 1) expect(await allChannels(source)).toHaveLength(count);
    expect((await source.check(BENCH_CONFIG)).teamId).toBe("T1");
    expect(slept).toEqual([]);
  });

  it("include only public channels if the app may not see private ones", async () => {
    const channels = [
      { id: "C1", name: "open", messages: [] },
      { id: "G1", name: "secret", is_private: true, messages: [] },
    ];
    const all = await slack({ channels });
    expect((await allChannels(all.source)).map(({ isPrivate }) => isPrivate)).toEqual([false, true]);
    const few = await slack({ channels, scopes: ["channels:read"] });
    expect((await allChannels(few.source)).map(({ name }) => name)).toEqual(["open"]);
  });

  it("and people have names without control characters, even if Slack sends some", async () => {
    const users = [{ id: "U1", name: "a\0na", profile: { display_name: "A\0na\u0007 \ud800\nAlm" } }];
    const channels = [{ id: "C1", name: "he\0lp\u009f\r\ndesk", messages: buildMessages(1) }];
    const { source } = await slack({ channels, users });
    expect((await allChannels(source)).map(({ name }) => name)).toEqual(["help desk"]);
    expect(await source.findChannel?.(BENCH_CONFIG, "C1")).toMatchObject({ name: "help desk" });
    const [message] = (await readEverything(source, BENCH_CONFIG, "C1")).messages;
    expect(message?.author.name).toBe("Ana \ufffd Alm");
  });

  it("are joined if the app may join; otherwise a person is asked to invite the bot", async () => {
    const channels = [{ id: "C1", name: "general", is_member: false, messages: buildMessages(1) }];
    const allowed = await slack({ channels });
    expect((await readEverything(allowed.source, BENCH_CONFIG, "C1")).messages).toHaveLength(1);
    const forbidden = await slack({ channels, scopes: ["channels:read", "channels:history", "users:read"] });
    const failure = await readEverything(forbidden.source, BENCH_CONFIG, "C1").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotFound);
    expect(failure).toMatchObject({ message: "The bot is not in this channel. Type /invite @lorekeep there." });
  });

  it("can still be read after they were archived", async () => {
    const { source } = await slack({
      channels: [{ id: "C1", name: "old", is_archived: true, messages: buildMessages(3) }],
    });
    expect((await readEverything(source, BENCH_CONFIG, "C1")).messages).toHaveLength(3);
  });
});

describe("the address of a message", () => {
  it("is Slack's own address, with the thread for a reply", async () => {
    const { source, standIn } = await slack({
      channels: [
        {
          id: "C1",
          name: "general",
          messages: [
            { ts: buildTimestamp(0), thread_ts: buildTimestamp(0), user: "U1", text: "a" },
            { ts: buildTimestamp(1), thread_ts: buildTimestamp(0), user: "U1", text: "b" },
          ],
        },
      ],
    });
    const { messages } = await readEverything(source, BENCH_CONFIG, "C1");
    const { teamUrl } = await source.check(BENCH_CONFIG);
    for (const message of messages) {
      const ask = await fetch(
        `${standIn.apiBaseUrl}chat.getPermalink?channel=C1&message_ts=${message.externalId}&token=${BENCH_CONFIG.botToken}`,
      );
      const { permalink } = (await ask.json()) as { permalink: string };
      expect(source.permalink({ teamUrl, channelId: "C1", message })).toBe(permalink);
    }
    expect(messages).toHaveLength(2);
  });
});
