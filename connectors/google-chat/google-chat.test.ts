import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import {
  type GoogleChatSpaceData,
  type GoogleChatStandIn,
  type GoogleChatStandInOptions,
  startGoogleChatStandIn,
  USER_SCOPES,
} from "../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import type { RemoteChannel } from "../chat-source.ts";
import { CredentialsRejected, MissingPermission, NotFound, RateLimited, Unreachable } from "../errors.ts";
import { describeChatSource, isSeenAsDeleted, readEverything } from "../testing/describe-chat-source.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { createGoogleChatSource } from "./source.ts";

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const CONFIG: GoogleChatConfig = { accessToken: "ya29.ana" };
const PEOPLE = [
  { id: "1", name: "Ana Alm" },
  { id: "2", name: "Bo Berg" },
  { id: "9", name: "Deploys", isBot: true },
];
const space = (id: string, more: Partial<GoogleChatSpaceData> = {}): GoogleChatSpaceData => ({
  id,
  displayName: `Space ${id}`,
  people: PEOPLE,
  ...more,
});
const KEYS = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const keyFile = (more: object = {}) =>
  JSON.stringify({
    type: "service_account",
    client_email: ROBOT,
    private_key: KEYS.privateKey,
    private_key_id: "k1",
    token_uri: "https://attacker.example/token",
    ...more,
  });

const open: GoogleChatStandIn[] = [];
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});

/** Starts a Google Chat stand-in and a source. Both use one clock, which sleeping advances. */
async function googleChat(options: Partial<GoogleChatStandInOptions> = {}) {
  let now = START;
  const standIn = await startGoogleChatStandIn({
    spaces: [space("AAA")],
    tokens: { "ya29.ana": { kind: "user", scopes: USER_SCOPES } },
    now: () => now,
    ...options,
  });
  open.push(standIn);
  const slept: number[] = [];
  const source = createGoogleChatSource({
    fetch,
    apiBaseUrl: standIn.url,
    tokenUrl: standIn.tokenUrl,
    clock: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    requestsPerSecond: Number.POSITIVE_INFINITY,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  const read = (from: Parameters<typeof readEverything>[3] = null, config = CONFIG) =>
    readEverything(source, config, "AAA", from);
  return { standIn, source, slept, pass, read, room: standIn.space("AAA") };
}

const pathsOf = ({ calls }: GoogleChatStandIn, part: string) =>
  calls.map(({ path }) => decodeURIComponent(path).replaceAll("+", " ")).filter((path) => path.includes(part));

describeChatSource("Google Chat", async () => {
  const { standIn, source, pass } = await googleChat();
  open.splice(open.indexOf(standIn), 1);
  let spaces = 0;
  const faults = {
    "rate-limited": { status: 429, retryAfter: 120 },
    garbage: { garbage: "wrong-json" },
    "server-error": { status: 503 },
  } as const;
  return {
    source,
    config: CONFIG,
    rejectedConfig: { accessToken: "ya29.of-nobody" },
    rejectedSecret: "ya29.of-nobody",
    unknownChannelId: "NOWHERE",
    newChannel: async () => {
      spaces += 1;
      standIn.addSpace(space(`NEW${spaces}`));
      return `NEW${spaces}`;
    },
    say: async (channelId, text, inThreadOf) => {
      pass(1000);
      return standIn.space(channelId).post({ userId: "1", text, ...(inThreadOf && { inThreadOf }) });
    },
    edit: async (channelId, id, text) => standIn.space(channelId).edit(id, text),
    remove: async (channelId, id) => standIn.space(channelId).delete(id),
    failNext: (how) => standIn.fail({ match: "/messages", kind: faults[how] }),
    pass,
    close: () => standIn.close(),
  };
});

describe("checking Google Chat's credentials", () => {
  it("counts the spaces a token shows and reads a message of the configured one", async () => {
    const { standIn, source } = await googleChat({ spaces: [space("AAA"), space("BBB")] });
    const check = await source.check({ ...CONFIG, chatSpaceId: "https://chat.google.com/room/BBB?cls=11" });
    expect(check).toEqual({
      account: "Google Chat (2 spaces)",
      teamId: null,
      mayPost: false,
      teamUrl: null,
      warnings: [],
    });
    expect(pathsOf(standIn, "/messages")).toEqual([expect.stringContaining("/v1/spaces/BBB/messages?pageSize=1&")]);
  });

  it("an API key alone is refused without a call, with a message about the missing credentials", async () => {
    const { standIn, source } = await googleChat();
    const failure = await source
      .check({ apiKey: "AIza-secret", workspaceId: "C0", chatSpaceId: "AAA" })
      .catch((e) => e);
    expect(failure).toBeInstanceOf(CredentialsRejected);
    expect(failure.message).toMatch(
      /An API key alone cannot read.*chat\.spaces\.readonly and chat\.messages\.readonly/,
    );
    expect(failure.message).toContain("service account");
    expect(failure.message).not.toContain("AIza");
    expect(standIn.calls).toEqual([]);
    await expect(source.check({})).rejects.toThrow(/^Enter an OAuth access token/);
  });

  it("explains that chat.bot lists spaces but reads no messages", async () => {
    const tokens = { "ya29.ana": { kind: "app" as const, scopes: ["chat.bot"] } };
    const { source, read } = await googleChat({ tokens });
    const failure = await source.check(CONFIG).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MissingPermission);
    expect(failure).toMatchObject({ scope: "chat.messages.readonly" });
    expect((failure as Error).message).toMatch(/chat\.app\.messages\.readonly.*administrator.*chat\.bot is not enough/);
    await expect(read()).rejects.toBeInstanceOf(MissingPermission);
  });

  it.each(["chat.spaces.readonly", "chat.messages.readonly"])("names the missing scope %s", async (missing) => {
    const scopes = USER_SCOPES.filter((scope) => scope !== missing);
    const { source } = await googleChat({ tokens: { "ya29.ana": { kind: "user", scopes } } });
    await expect(source.check(CONFIG)).rejects.toMatchObject({
      scope: missing,
      message: expect.stringContaining(missing),
    });
  });

  it("warns if people's names cannot be read, and if no space is visible", async () => {
    const scopes = ["chat.spaces.readonly", "chat.messages.readonly"];
    const { source, room, read } = await googleChat({ tokens: { "ya29.ana": { kind: "user", scopes } } });
    expect((await source.check(CONFIG)).warnings).toEqual([expect.stringContaining("chat.memberships.readonly")]);
    room.post({ userId: "1", text: "hi" });
    expect((await read()).messages[0]?.author).toEqual({ externalId: "users/1", name: "users/1" });
    const empty = await googleChat({ spaces: [space("AAA", { spaceType: "DIRECT_MESSAGE" })] });
    expect((await empty.source.check(CONFIG)).warnings).toEqual([expect.stringContaining("No space is visible")]);
  });

  it("tells the person what to do about a space that the app is not a member of", async () => {
    const tokens = { "ya29.ana": { kind: "user" as const, scopes: USER_SCOPES, spaceIds: ["BBB"] } };
    const { source } = await googleChat({ spaces: [space("AAA"), space("BBB")], tokens });
    const failure = await source.check({ ...CONFIG, chatSpaceId: "AAA" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotFound);
    expect((failure as Error).message).toContain("must be a member");
    await expect(source.check({ ...CONFIG, chatSpaceId: "my favourite space" })).rejects.toThrow("after /room/");
  });

  it.each([
    [403, "PERMISSION_DENIED", "SERVICE_DISABLED", "missing-permission", "The Google Chat API is switched off"],
    [403, "PERMISSION_DENIED", "", "missing-permission", "your Workspace lets apps use Google Chat"],
    [404, "NOT_FOUND", "", "not-found", "Google finds no Chat app"],
    [400, "FAILED_PRECONDITION", "", "refused", "an unknown reason"],
    [500, "INTERNAL", "", "unreachable", "no usable answer (HTTP 500)"],
  ])(
    "explains what to do after %i %s %s, and never shows Google's text",
    async (status, name, reason, code, sentence) => {
      const { standIn, source } = await googleChat();
      const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }];
      standIn.fail({
        kind: { status, body: { error: { code: status, status: name, message: "remote words", details } } },
      });
      const failure = await source.check(CONFIG).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code, message: expect.stringContaining(sentence) });
      expect((failure as Error).message).not.toContain("remote words");
    },
  );

  it("does not treat a refusal by a proxy as a refusal by Google", async () => {
    const { standIn, source } = await googleChat();
    standIn.fail({ kind: { status: 403, body: "<h1>Blocked by the proxy</h1>" } });
    await expect(source.check(CONFIG)).rejects.toBeInstanceOf(Unreachable);
  });
});

describe("a service account", () => {
  const account = { clientEmail: ROBOT, publicKey: KEYS.publicKey, scopes: ["chat.bot", "chat.app.messages.readonly"] };
  const config: GoogleChatConfig = { accessToken: keyFile() };

  it("reads with a signed request, and requests one token an hour, only from Google", async () => {
    const { standIn, source, room, read, pass } = await googleChat({ serviceAccounts: [account] });
    room.post({ userId: "1", text: "hi" });
    expect((await source.check(config)).account).toBe(`${ROBOT} (1 space)`);
    const first = await read(null, config);
    expect(first.messages.map(({ author, text }) => [author.name, text])).toEqual([["Ana Alm", "hi"]]);
    expect(pathsOf(standIn, "/token")).toHaveLength(1);
    pass(3_600_000);
    await read(first.cursor, config);
    expect(pathsOf(standIn, "/token")).toHaveLength(2);
  });

  it("gets a new token after Google revoked the old one", async () => {
    const { standIn, read } = await googleChat({ serviceAccounts: [account] });
    await read(null, config);
    standIn.revoke("ya29.stand-in-1");
    await expect(read(null, config)).resolves.toMatchObject({ messages: [] });
    expect(pathsOf(standIn, "/token")).toHaveLength(2);
  });

  it.each([
    [
      "an account Google does not know",
      keyFile({ client_email: "nobody@acme.iam.gserviceaccount.com" }),
      "does not accept",
    ],
    ["a broken private key", keyFile({ private_key: "-----BEGIN PRIVATE KEY-----\nsecret\n" }), "cannot be read"],
    ["JSON that is no key", '{"type":"authorized_user"}', "not the key of a service account"],
    ["half a file", keyFile().slice(0, 300), "not the key of a service account"],
    ["a token with a line break", "ya29.a\nb", "characters"],
  ])("refuses %s with a sentence", async (_what, accessToken, sentence) => {
    const { source } = await googleChat({ serviceAccounts: [account] });
    const failure = await source.check({ accessToken }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialsRejected);
    expect((failure as Error).message).toContain(sentence);
    expect((failure as Error).message).not.toMatch(/secret|ya29/);
  });

  it("gets a message about the missing approval of an administrator", async () => {
    const { source } = await googleChat({ serviceAccounts: [{ ...account, scopes: ["chat.bot"] }] });
    await expect(source.check(config)).rejects.toThrow(/Workspace administrator/);
  });
});

describe("a service account that reads as a person", () => {
  const ANA = "ana@acme.example";
  const BOTH = ["AAA", "BBB"];
  const reading = ["chat.spaces.readonly", "chat.messages.readonly", "chat.memberships.readonly"];
  const account = (scopes = reading) => ({
    clientEmail: ROBOT,
    publicKey: KEYS.publicKey,
    // The Chat app itself has no scope for reading.
    scopes: ["chat.bot"],
    spaceIds: [],
    delegated: { scopes, people: [{ email: ANA, spaceIds: BOTH }] },
  });
  const config: GoogleChatConfig = { accessToken: keyFile(), actsFor: ` ${ANA} ` };

  it("signs for that person and reads the person's spaces without being added to them", async () => {
    const { standIn, source, room, read } = await googleChat({
      spaces: [...BOTH, "CCC"].map((id) => space(id)),
      serviceAccounts: [account()],
    });
    room.post({ userId: "1", text: "hi" });
    expect(await source.check(config)).toMatchObject({ account: `${ROBOT} for ${ANA} (2 spaces)`, warnings: [] });
    expect((await read(null, config)).messages.map(({ text }) => text)).toEqual(["hi"]);
    const asked = standIn.calls.find(({ path }) => path === "/token")?.body as Record<string, unknown> | undefined;
    const assertion = String(asked?.["assertion"]);
    const claims = JSON.parse(Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ iss: ROBOT, sub: ANA, scope: expect.stringContaining("chat.messages.readonly") });
    expect(claims.scope).not.toContain("chat.bot");
  });

  it.each([
    ["nothing is delegated to", config, [], "Domain-wide delegation, add its Client ID with the scopes"],
    ["asks for somebody unknown", { ...config, actsFor: "bo@acme.example" }, reading, "does not know bo@acme.example"],
    ["is none", { accessToken: "ya29.ana", actsFor: ANA }, reading, "needs the JSON key of a service account"],
  ])("a service account that %s is refused with advice", async (_what, given, scopes, sentence) => {
    const { source } = await googleChat({ serviceAccounts: [account(scopes)] });
    await expect(source.check(given)).rejects.toThrow(sentence);
  });
});

describe("listing Google Chat's spaces", () => {
  it("lists every page of spaces, and no private conversations", async () => {
    const many = Array.from({ length: 1500 }, (_, index) => space(`S${index}`));
    const { source } = await googleChat({
      spaces: [...many, space("AAA", { spaceType: "DIRECT_MESSAGE" }), space("DDD", { description: "Deploys" })],
    });
    const all: RemoteChannel[] = [];
    for await (const page of source.listChannels(CONFIG)) all.push(...page);
    expect(all).toHaveLength(1501);
    expect(all.at(-1)).toEqual({
      externalId: "DDD",
      name: "Space DDD",
      description: "Deploys",
      isPrivate: false,
      isShared: false,
      isArchived: false,
      isMember: true,
    });
  });
});

describe("names with characters that a database cannot store", () => {
  it("lose their control characters, for spaces and people, even after a rename", async () => {
    const people = [{ id: "1", name: "A\0na\u0007 \ud800\nAlm" }];
    const { source, room, read } = await googleChat({ spaces: [space("AAA", { displayName: "\0\u001b", people })] });
    room.post({ userId: "1", text: "Hel\0lo" });
    const [listed] = (await Array.fromAsync(source.listChannels(CONFIG))).flat();
    expect(listed?.name).toBe("AAA");
    room.data.displayName = "He\0lp\u009f\r\ndesk";
    expect(await source.findChannel?.(CONFIG, "AAA")).toMatchObject({ externalId: "AAA", name: "Help desk" });
    const [message] = (await read()).messages;
    expect(message).toMatchObject({ author: { name: "Ana \ufffd Alm" }, text: "Hello" });
  });
});

describe("reading a space of Google Chat", () => {
  it.each([
    "AAA",
    "spaces/AAA",
    " https://chat.google.com/room/AAA?cls=7",
    "https://mail.google.com/chat/u/0/#chat/space/AAA",
  ])("finds the space by %s", async (given) => {
    const { source, room } = await googleChat();
    room.post({ userId: "1", text: "here" });
    expect((await readEverything(source, CONFIG, given)).messages.map(({ text }) => text)).toEqual(["here"]);
  });

  it("reads thousands of messages once each, repeating every parameter with the page token", async () => {
    const { standIn, room, read } = await googleChat();
    for (let index = 0; index < 1100; index += 1)
      room.post({ userId: "1", text: `message ${index}`, at: START + index });
    const { messages, cursor } = await read();
    expect(messages.map(({ text }) => text)).toEqual(Array.from({ length: 1100 }, (_, index) => `message ${index}`));
    const asked = pathsOf(standIn, "/messages").map((path) => path.replace(/&?pageToken=[^&]*/, ""));
    expect(asked).toHaveLength(6);
    expect(new Set(asked).size).toBe(1);
    expect(asked[0]).toContain("showDeleted=true");
    room.post({ userId: "1", text: "new" });
    expect((await read(cursor)).messages.map(({ text }) => text)).toContain("new");
  });

  it("continues at the same place after Google's page token has expired", async () => {
    const { standIn, source, room } = await googleChat();
    for (let index = 0; index < 450; index += 1) room.post({ userId: "1", text: `${index}`, at: START + index * 1000 });
    const first = await source.readMessages(CONFIG, "AAA", null);
    const body = { error: { code: 400, status: "INVALID_ARGUMENT", message: "Invalid page token." } };
    standIn.fail({ match: "pageToken", kind: { status: 400, body } });
    const rest = await readEverything(source, CONFIG, "AAA", first.nextCursor);
    expect([...first.messages, ...rest.messages].map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 450 }, (_, index) => index),
    );
  });

  it("returns the first message of a thread on an earlier page again, as part of the thread", async () => {
    const { room, read, pass } = await googleChat();
    const question = room.post({ userId: "1", text: "a question" });
    const first = await read();
    expect(first.messages).toMatchObject([{ externalId: question, threadId: null }]);
    pass(30 * DAY);
    const answer = room.post({ userId: "2", text: "an answer", inThreadOf: question });
    expect((await read(first.cursor)).messages.slice(0, 2)).toMatchObject([
      { externalId: question, threadId: question },
      { externalId: answer, threadId: question },
    ]);
  });

  it("finds edits and deletions of any age in a long space, a few pages a poll", async () => {
    const { room, read, pass } = await googleChat();
    const ids = Array.from({ length: 2600 }, (_, index) =>
      room.post({ userId: "1", text: `message ${index}`, at: START - DAY + index * 1000 }),
    );
    const reply = room.post({ userId: "2", text: "a reply", inThreadOf: ids[10] ?? "" });
    pass(DAY);
    const first = await read();
    room.edit(ids[5] ?? "", "better");
    room.delete(ids[2500] ?? "");
    room.delete(reply);
    const second = await read(first.cursor);
    expect(second.messages.map(({ text }) => text)).toContain("better");
    const third = await read(second.cursor);
    const gone = first.messages.filter(
      (message) => isSeenAsDeleted(second, message) || isSeenAsDeleted(third, message),
    );
    expect(gone.map(({ externalId }) => externalId)).toEqual([ids[2500], reply]);
    expect(second.pages).toBeLessThanOrEqual(12);
  });

  it("does not treat messages that a retention rule hides as deleted", async () => {
    const { room, read } = await googleChat();
    const old = room.post({ userId: "1", text: "old" });
    room.post({ userId: "1", text: "young" });
    const first = await read();
    room.expire(old);
    const again = await read(first.cursor);
    expect(first.messages.filter((message) => isSeenAsDeleted(again, message))).toEqual([]);
  });

  it("omits bots, keeps people's replies to them in one thread, and names former members by their mentions", async () => {
    const people = [...PEOPLE, { id: "3", name: "Cy Carr", hasLeft: true }];
    const { room, read } = await googleChat({ spaces: [space("AAA", { people })] });
    const alert = room.post({ userId: "9", text: "disk full" });
    room.post({ userId: "3", text: "I clean up", inThreadOf: alert });
    room.post({ userId: "1", text: "thanks <users/3>, ask <users/2>", inThreadOf: alert });
    const { messages } = await read();
    expect(messages.map(({ author, text, threadId }) => [author.name, text, threadId])).toEqual([
      ["Cy Carr", "I clean up", alert],
      ["Ana Alm", "thanks @Cy Carr, ask @Bo Berg", alert],
    ]);
  });

  it("requests the members once an hour, page by page", async () => {
    const people = Array.from({ length: 1200 }, (_, index) => ({ id: `${index}`, name: `Person ${index}` }));
    const { standIn, room, read, pass } = await googleChat({ spaces: [space("AAA", { people })] });
    room.post({ userId: "1150", text: "hi" });
    expect((await read()).messages[0]?.author.name).toBe("Person 1150");
    await read();
    expect(pathsOf(standIn, "/members")).toHaveLength(2);
    pass(3_600_000);
    await read();
    expect(pathsOf(standIn, "/members")).toHaveLength(4);
  });

  it("shows files by name, and counts messages that cannot be converted, with the reason", async () => {
    const { room, source } = await googleChat();
    room.post({ userId: "1", text: "", attachments: ["plan_v2.pdf"] });
    const broken = room.post({ userId: "1", text: "broken" });
    const nothing = room.post({ userId: "1", text: "" });
    Object.assign(room.messages[1] ?? {}, { text: 7, formattedText: 7 });
    room.messages.push({ name: "no message" } as never);
    const { messages, skipped } = await source.readMessages(CONFIG, "AAA", null);
    expect(messages.map(({ text }) => text)).toEqual(["[file: plan_v2.pdf]"]);
    expect(skipped.map(({ externalId }) => externalId)).toEqual([null, broken, nothing]);
  });

  it("waits twice as long after each refusal and gives up in time", async () => {
    const { standIn, slept, read } = await googleChat();
    const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded" } };
    standIn.fail({ match: "/messages", times: 2, kind: { status: 429, body } });
    await read();
    expect(slept).toEqual([1000, 2000]);
    standIn.fail({ match: "/messages", times: 4, kind: { status: 429, body } });
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimited);
    expect(failure).toMatchObject({ retryAfterMs: 30_000 });
  });
});

it("links to a message without a call, and returns no link if the address is unknown", async () => {
  const { source } = await googleChat();
  const link = (externalId: string, channelId = "AAA") =>
    source.permalink({ teamUrl: null, channelId, message: { externalId, threadId: null } });
  expect(link("T1.M2", "spaces/AAA")).toBe("https://chat.google.com/room/AAA/T1/M2");
  expect([link("client-id"), link("T1.M2", "not a space")]).toEqual([null, null]);
});
