import { afterEach, describe, expect, it } from "vitest";
import {
  ALL_PERMISSIONS,
  startTeamsStandIn,
  type TeamsStandIn,
  type TeamsStandInOptions,
} from "../../tools/stand-ins/teams/teams-stand-in.ts";
import { CredentialsRejected, MissingPermission, NotFound, RateLimited, Unreachable } from "../errors.ts";
import { describeChatSource, isSeenAsDeleted, readEverything } from "../testing/describe-chat-source.ts";
import type { TeamsConfig } from "./manifest.ts";
import { createTeamsSource } from "./source.ts";

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
const TEAM = "fbe2bf47-16c8-47cf-b4a5-4b9b187c508b";
const CONFIG: TeamsConfig = { tenantId: TENANT, appId: "app-1", appSecret: "s3cret-value", teamId: TEAM };
const idOf = (name: string) => `19:${name}@thread.tacv2`;
const GENERAL = `${TEAM}/${idOf("general")}`;
const PEOPLE = [
  { id: "u-ana", name: "Ana Alm", email: "ana@acme.com", roles: ["owner" as const] },
  { id: "u-bo", name: "Bo Berg", email: "bo@acme.com" },
  { id: "u-guest", name: "Guy", email: "guy@other.com", roles: ["guest" as const] },
  { id: "u-partner", name: "Pat", email: "pat@partner.com", tenantId: "99999999-0abd-43db-aa7b-16eadd115d34" },
  { id: "u-bot", name: "Deploys", isApp: true },
];

const open: TeamsStandIn[] = [];
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});

/** Starts a Teams stand-in and a source. Both use one clock, which sleeping advances. */
async function teams(options: Partial<TeamsStandInOptions> = {}) {
  let now = START;
  const standIn = await startTeamsStandIn({
    tenantId: TENANT,
    apps: [{ appId: "app-1", secret: "s3cret-value", permissions: ALL_PERMISSIONS }],
    teams: [
      { id: TEAM, displayName: "Acme", people: PEOPLE, channels: [{ id: idOf("general"), displayName: "General" }] },
    ],
    now: () => now,
    ...options,
  });
  open.push(standIn);
  const pass = (ms: number) => {
    now += ms;
  };
  const source = createTeamsSource({
    fetch,
    apiBaseUrl: standIn.apiBaseUrl,
    loginUrl: standIn.loginUrl,
    time: { now: () => now, sleep: async (ms) => pass(ms) },
  });
  const read = (from: Parameters<typeof readEverything>[3] = null, config = CONFIG) =>
    readEverything(source, config, GENERAL, from);
  return {
    standIn,
    source,
    pass,
    read,
    get general() {
      return standIn.channel(idOf("general"));
    },
  };
}

const pathsOf = ({ calls }: TeamsStandIn, part: string) =>
  calls.map(({ path }) => decodeURIComponent(path)).filter((path) => path.includes(part));
const throttled = ({ calls }: TeamsStandIn) => calls.filter(({ status }) => status === 429);

describeChatSource("Microsoft Teams", async () => {
  const { standIn, source, pass } = await teams();
  open.splice(open.indexOf(standIn), 1);
  let channels = 0;
  const faults = {
    "rate-limited": { status: 429, retryAfter: 120 },
    garbage: { garbage: "wrong-json" },
    "server-error": { status: 503 },
  } as const;
  const channelOf = (channelId: string) => standIn.channel(channelId.slice(channelId.indexOf("/") + 1));
  return {
    source,
    config: CONFIG,
    rejectedConfig: { ...CONFIG, appSecret: "of-nobody" },
    rejectedSecret: "of-nobody",
    unknownChannelId: `${TEAM}/${idOf("nowhere")}`,
    newChannel: async () => {
      pass(60_000);
      channels += 1;
      standIn.addChannel(TEAM, { id: idOf(`new${channels}`), displayName: `New ${channels}` });
      return `${TEAM}/${idOf(`new${channels}`)}`;
    },
    say: async (channelId, text, inThreadOf) => {
      pass(1000);
      return channelOf(channelId).post({ userId: "u-ana", content: text, ...(inThreadOf && { replyTo: inThreadOf }) });
    },
    edit: async (channelId, id, text) => channelOf(channelId).edit(id, text),
    remove: async (channelId, id) => channelOf(channelId).delete(id),
    failNext: (how) => standIn.fail({ match: "/messages", kind: faults[how] }),
    pass,
    close: () => standIn.close(),
  };
});

describe("checking the credentials of Microsoft Teams", () => {
  it("counts the channels of the team and reads a message", async () => {
    const { standIn, source } = await teams();
    expect(await source.check(CONFIG)).toEqual({
      account: "Microsoft Teams (1 channel)",
      teamId: null,
      teamUrl: `https://teams.microsoft.com/?tenantId=${TENANT}&groupId=${TEAM}`,
      warnings: [],
    });
    expect(pathsOf(standIn, "/messages")).toHaveLength(1);
  });

  it("a team is also found by the link that people copy", async () => {
    const { source } = await teams();
    const teamId = `https://teams.microsoft.com/l/team/19%3aabc%40thread.tacv2/conversations?groupId=${TEAM}&tenantId=${TENANT}`;
    expect((await source.check({ ...CONFIG, teamId })).account).toBe("Microsoft Teams (1 channel)");
    await expect(source.check({ ...CONFIG, teamId: "https://teams.microsoft.com/" })).rejects.toThrow(/Team ID/);
  });

  it("names missing credentials without a call", async () => {
    const { standIn, source } = await teams();
    await expect(source.check({ tenantId: TENANT })).rejects.toThrow("Missing: App ID, App Secret.");
    expect(standIn.calls).toEqual([]);
  });

  it.each([
    ["an unknown tenant", { tenantId: "nobody.example" }, /does not know this tenant/],
    ["an unknown app", { appId: "app-9" }, /no app with this App ID/],
    ["the ID of a secret", { appSecret: "secret-id" }, /value of the client secret, not its ID/],
    ["a tenant that is an address", { tenantId: "../../evil" }, /does not know this tenant/],
  ])("explains the problem with %s, and shows no secret", async (_what, wrong, sentence) => {
    const { source } = await teams();
    const failure = await source.check({ ...CONFIG, ...wrong }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialsRejected);
    expect((failure as Error).message).toMatch(sentence);
    expect((failure as Error).message).not.toContain("secret-id");
  });

  it.each([
    ["Channel.ReadBasic.All", "ChannelSettings.Read.Group"],
    ["ChannelMessage.Read.All", "ChannelMessage.Read.Group"],
  ])("reports that %s is missing, and that a team's owner can grant %s instead", async (all, ofTeam) => {
    const permissions = ALL_PERMISSIONS.filter((name) => name !== all);
    const app = { appId: "app-1", secret: "s3cret-value", permissions };
    const without = await teams({ apps: [app] });
    const failure = await without.source.check(CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingPermission);
    expect(failure).toMatchObject({ scope: all, message: expect.stringContaining(ofTeam) });
    const withConsent = await teams({ apps: [{ ...app, ofTeams: { [TEAM]: [ofTeam] } }] });
    expect((await withConsent.source.check(CONFIG)).warnings).toEqual([]);
  });

  it("warns if it cannot see the members of a channel", async () => {
    const permissions = ALL_PERMISSIONS.filter((name) => name !== "ChannelMember.Read.All");
    const { source } = await teams({ apps: [{ appId: "app-1", secret: "s3cret-value", permissions }] });
    expect((await source.check(CONFIG)).warnings).toEqual([expect.stringContaining("ChannelMember.Read.Group")]);
  });

  it("without a configured team, lists the channels of all teams with their teams' names", async () => {
    const second = {
      id: "team-2",
      displayName: "Ops",
      people: [],
      channels: [{ id: idOf("ops"), displayName: "On call" }],
    };
    const first = {
      id: TEAM,
      displayName: "Acme",
      people: PEOPLE,
      channels: [{ id: idOf("g"), displayName: "General" }],
    };
    const { source } = await teams({ teams: [first, second] });
    const all = { ...CONFIG, teamId: "" };
    const found = [];
    for await (const page of source.listChannels(all)) found.push(...page);
    expect(found.map(({ externalId, name }) => [externalId, name])).toEqual([
      [`${TEAM}/${idOf("g")}`, "Acme / General"],
      [`team-2/${idOf("ops")}`, "Ops / On call"],
    ]);
    const app = { appId: "app-1", secret: "s3cret-value", permissions: ["Channel.ReadBasic.All"] };
    await expect((await teams({ apps: [app] })).source.check(all)).rejects.toThrow(/Team\.ReadBasic\.All.*Team ID/);
  });
});

describe("reading Microsoft Teams", () => {
  it("reads people's messages, and none of programs or of Teams itself", async () => {
    const { general, read } = await teams();
    general.notice();
    general.post({ userId: "u-bot", content: "<p>deployed</p>" });
    const id = general.post({ userId: "u-bo", subject: "Ports", content: "<p>It is <b>8080</b></p>" });
    const { messages, skipped } = await read();
    expect(skipped).toEqual([]);
    expect(messages).toEqual([
      {
        externalId: id,
        threadId: null,
        author: { externalId: "u-bo", name: "Bo Berg" },
        sentAt: new Date(Number(id)),
        editedAt: null,
        text: "**Ports**\nIt is **8080**",
      },
    ]);
  });

  it("accepts a message as Microsoft documents it, with null for every absent value", async () => {
    const { general, read } = await teams();
    const id = general.post({ userId: "u-ana", content: "HelloWorld" });
    const user = { id: "u-ana", displayName: "Ana Alm", userIdentityType: "aadUser", tenantId: TENANT };
    const from = { application: null, device: null, conversation: null, user };
    const nothing = {
      policyViolation: null,
      eventDetail: null,
      summary: null,
      chatId: null,
      attachments: [],
      messageHistory: [],
    };
    Object.assign(general.find(id).wire, { from, ...nothing });
    const { messages } = await read();
    expect(messages.map(({ text, author }) => [text, author.name])).toEqual([["HelloWorld", "Ana Alm"]]);
  });

  it("reads mentions, quotes and files at their places", async () => {
    const { general, read } = await teams();
    const quote = { messagePreview: "which port?", messageSender: { user: { displayName: "Bo Berg" } } };
    general.post({
      userId: "u-ana",
      content: '<attachment id="1"></attachment><p><at id="0">Bo Berg</at> 8080</p><attachment id="2"></attachment>',
      mentions: ["u-bo"],
      attachments: [
        { id: "1", contentType: "messageReference", content: JSON.stringify(quote) },
        { id: "2", contentType: "reference", name: "ports.xlsx" },
      ],
    });
    expect((await read()).messages[0]?.text).toBe("> Bo Berg: which port?\n\n@Bo Berg 8080\n[file: ports.xlsx]");
  });

  it("a reaction does not count as an edit, and an edit is reported once", async () => {
    const { general, read, pass } = await teams();
    const [liked, edited] = [
      general.post({ userId: "u-ana", content: "liked" }),
      general.post({ userId: "u-ana", content: "port 80" }),
    ];
    const first = await read();
    pass(60_000);
    general.react(liked);
    general.edit(edited, "port 90");
    const second = await read(first.cursor);
    expect(second.messages.map(({ text, editedAt }) => [text, editedAt !== null])).toEqual([
      ["liked", false],
      ["port 90", true],
    ]);
    pass(60_000);
    expect((await read(second.cursor)).messages).toEqual([]);
  });

  it("reads a channel of many pages completely, each message once, within Microsoft's limits", async () => {
    const { standIn, general, read } = await teams();
    for (let index = 0; index < 130; index += 1) {
      const post = general.post({ userId: "u-ana", content: `post ${index}`, at: START - 400 * DAY + index * DAY });
      if (index % 10 === 0) general.post({ userId: "u-bo", content: `reply ${index}`, replyTo: post });
    }
    const { messages, cursor } = await read();
    expect([messages.length, new Set(messages.map(({ externalId }) => externalId)).size]).toEqual([143, 143]);
    expect((await read(cursor)).messages).toEqual([]);
    expect(throttled(standIn)).toEqual([]);
  });

  it("finds messages that are written while it reads the beginning", async () => {
    const { source, general } = await teams();
    for (let index = 0; index < 50; index += 1)
      general.post({ userId: "u-ana", content: `post ${index}`, at: START - DAY + index });
    const page = await source.readMessages(CONFIG, GENERAL, null);
    expect(page.done).toBe(false);
    general.post({ userId: "u-ana", content: "meanwhile" });
    const rest = await readEverything(source, CONFIG, GENERAL, page.nextCursor);
    const texts = [...page.messages, ...rest.messages].map(({ text }) => text);
    expect(texts).toContain("meanwhile");
    expect(new Set(texts).size).toBe(51);
  });

  it("reads the rest of a thread with more than a thousand replies", async () => {
    const { standIn, general, read } = await teams();
    const post = general.post({ userId: "u-ana", content: "a long story" });
    for (let index = 0; index < 1030; index += 1)
      general.post({ userId: "u-bo", content: `part ${index}`, replyTo: post });
    expect((await read()).messages).toHaveLength(1031);
    expect(pathsOf(standIn, "/replies")).not.toEqual([]);
  });

  it("requests smaller pages if a page exceeds the size limit", async () => {
    const { general, read } = await teams();
    for (let index = 0; index < 12; index += 1)
      general.post({ userId: "u-ana", content: `<p>${index} ${"x".repeat(600_000)}</p>` });
    const { messages, skipped } = await read();
    expect(messages.length + skipped.length).toBe(12);
  });

  it("continues after Microsoft's link has expired, and misses nothing", async () => {
    const { standIn, general, pass, read } = await teams();
    general.post({ userId: "u-ana", content: "before" });
    const first = await read();
    pass(DAY);
    general.post({ userId: "u-ana", content: "after" });
    standIn.forgetLinks();
    expect((await read(first.cursor)).messages.map(({ text }) => text)).toEqual(["after"]);
  });

  it("after more than the eight months that Microsoft remembers changes, it reads the list once more", async () => {
    const { standIn, general, pass, read } = await teams();
    general.post({ userId: "u-ana", content: "before" });
    const first = await read();
    pass(20 * DAY);
    general.post({ userId: "u-ana", content: "half a year ago" });
    pass(250 * DAY);
    standIn.forgetLinks();
    expect((await read(first.cursor)).messages.map(({ text }) => text)).toContain("half a year ago");
  });

  it("a message that a retention rule removed counts as deleted, even if only its id is left", async () => {
    const { general, read, pass } = await teams();
    const id = general.post({ userId: "u-ana", content: "soon gone" });
    const first = await read();
    pass(60_000);
    general.purge(id);
    const again = await read(first.cursor);
    expect(
      first.messages.filter((message) => isSeenAsDeleted(again, message)).map(({ externalId }) => externalId),
    ).toEqual([id]);
  });

  it("the replies to a deleted post stay", async () => {
    const { general, read, pass } = await teams();
    const post = general.post({ userId: "u-ana", content: "question" });
    general.post({ userId: "u-bo", content: "answer", replyTo: post });
    const first = await read();
    pass(60_000);
    general.delete(post);
    const again = await read(first.cursor);
    const deleted = first.messages.filter((message) => isSeenAsDeleted(again, message)).map(({ text }) => text);
    expect([deleted, again.messages.map(({ text }) => text)]).toEqual([["question"], ["answer"]]);
  });

  it("counts messages that cannot be converted, with the reason", async () => {
    const { general, read } = await teams();
    const nothing = general.post({ userId: "u-ana", content: "<p>&nbsp;</p>" });
    const broken = general.post({ userId: "u-ana", content: "x" });
    Object.assign(general.find(broken).wire, { body: 7 });
    const authorless = general.post({ userId: "u-ana", content: "y" });
    Object.assign(general.find(authorless).wire, { from: null });
    const { skipped } = await read();
    expect(skipped.map(({ externalId, reason }) => [externalId, reason]).toSorted()).toEqual([
      [nothing, "The message has no text."],
      [broken, "Its 'body' is not what Microsoft documents."],
      [authorless, "The message has no author."],
    ]);
  });

  it("an expired or revoked token is replaced without an error", async () => {
    const { standIn, general, pass, read } = await teams();
    general.post({ userId: "u-ana", content: "x" });
    const { cursor } = await read();
    pass(2 * 3_600_000);
    await read(cursor);
    standIn.revokeTokens();
    await read(cursor);
    expect(pathsOf(standIn, "/oauth2/")).toHaveLength(3);
  });

  it("parallel callers share one request for a token", async () => {
    const { standIn, source } = await teams();
    await Promise.all([1, 2, 3].map(() => source.readMessages(CONFIG, GENERAL, null)));
    expect(pathsOf(standIn, "/oauth2/")).toHaveLength(1);
  });

  it("after Microsoft demands a pause, no call is made for the tenant until its end", async () => {
    const { standIn, source, pass } = await teams();
    standIn.fail({ match: "/messages", kind: { status: 429, retryAfter: 90 } });
    const failure = await source.readMessages(CONFIG, GENERAL, null).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimited);
    const calls = standIn.calls.length;
    await expect(source.findChannel?.(CONFIG, GENERAL)).rejects.toBeInstanceOf(RateLimited);
    expect(standIn.calls).toHaveLength(calls);
    pass(91_000);
    expect((await source.findChannel?.(CONFIG, GENERAL))?.name).toBe("General");
  });

  it("never sends its token to another address in a response", async () => {
    const { standIn, source } = await teams();
    const cursor = {
      changedTo: null,
      changes: null,
      walk: { kind: "all", link: "https://evil.example/v1.0/teams" },
      size: 20,
      restarts: 4,
    };
    await expect(source.readMessages(CONFIG, GENERAL, cursor)).rejects.toThrow("another address");
    expect(pathsOf(standIn, "/messages")).toEqual([]);
    await expect(source.readMessages({ ...CONFIG }, "not a channel", null)).rejects.toBeInstanceOf(NotFound);
    standIn.fail({ match: "/messages", kind: { garbage: "html" } });
    await expect(source.readMessages(CONFIG, GENERAL, null)).rejects.toBeInstanceOf(Unreachable);
  });
});

describe("channels of Microsoft Teams and their members", () => {
  it("are marked as private, and as possibly shared with other companies", async () => {
    const channels = [
      { id: idOf("a"), displayName: "Open" },
      { id: idOf("b"), displayName: "Closed", membershipType: "private" as const },
      { id: idOf("c"), displayName: "Partners", membershipType: "shared" as const, isArchived: true },
    ];
    const { source } = await teams({ teams: [{ id: TEAM, displayName: "Acme", people: PEOPLE, channels }] });
    const found = [];
    for await (const page of source.listChannels(CONFIG)) found.push(...page);
    expect(found.map(({ name, isPrivate, isShared, isArchived }) => [name, isPrivate, isShared, isArchived])).toEqual([
      ["Open", false, false, false],
      ["Closed", true, false, false],
      ["Partners", true, true, true],
    ]);
  });

  it("have members that are listed by id and found by e-mail address; people of another company are guests", async () => {
    const { source } = await teams();
    expect(await source.members?.list(CONFIG, GENERAL)).toEqual(["u-ana", "u-bo", "u-guest", "u-partner"]);
    const find = (email: string) => source.members?.findPerson(CONFIG, email, GENERAL);
    expect(await find("BO@acme.com")).toEqual({ externalId: "u-bo", isGuest: false });
    expect([(await find("guy@other.com"))?.isGuest, (await find("pat@partner.com"))?.isGuest]).toEqual([true, true]);
    expect(await find("nobody@acme.com")).toBeNull();
  });

  it("links to a message without a call, and to none whose address it cannot know", async () => {
    const { source } = await teams();
    const message = { externalId: "1780272000001", threadId: "1780272000000" };
    const link = source.permalink({
      teamUrl: `https://teams.microsoft.com/?tenantId=${TENANT}`,
      channelId: GENERAL,
      message,
    });
    const url = new URL(link ?? "");
    expect(decodeURIComponent(url.pathname)).toBe(`/l/message/${idOf("general")}/1780272000001`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenantId: TENANT,
      groupId: TEAM,
      parentMessageId: "1780272000000",
      createdTime: "1780272000001",
    });
    expect(source.permalink({ teamUrl: null, channelId: idOf("general"), message })).toBeNull();
  });
});
