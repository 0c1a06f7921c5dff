import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
  USER_SCOPES,
} from "../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import type { ChatEvent } from "../chat-source.ts";
import { readPubsubMessage } from "./event-delivery.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { createGoogleChatSource } from "./source.ts";

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const KEYS = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const KEY_FILE = JSON.stringify({ type: "service_account", client_email: ROBOT, private_key: KEYS.privateKey });
const PIPE = { topic: "projects/acme/topics/chat", subscription: "projects/acme/subscriptions/lorekeep" };
const OTHER = { topic: "projects/acme/topics/other", subscription: "projects/acme/subscriptions/other" };
const CONFIG: GoogleChatConfig = { accessToken: KEY_FILE, pubsubSubscription: PIPE.subscription };
const ALL_SCOPES = ["chat.bot", "chat.app.messages.readonly", "pubsub"];

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a Google stand-in with two spaces, and a source. Both use one clock. */
async function google({ scopes = ALL_SCOPES, spaceIds }: { scopes?: string[]; spaceIds?: string[] } = {}) {
  let now = START;
  const people = [{ id: "1", name: "Ana Alm" }];
  const standIn = await startGoogleChatStandIn({
    spaces: ["AAA", "BBB"].map((id) => ({ id, displayName: id, people })),
    tokens: { "ya29.person": { kind: "user", scopes: USER_SCOPES } },
    serviceAccounts: [{ clientEmail: ROBOT, publicKey: KEYS.publicKey, scopes, ...(spaceIds && { spaceIds }) }],
    pipes: [PIPE, OTHER],
    now: () => now,
  });
  closers.push(() => standIn.close());
  const endless = Number.POSITIVE_INFINITY;
  const source = createGoogleChatSource({
    fetch,
    apiBaseUrl: standIn.url,
    tokenUrl: standIn.tokenUrl,
    clock: () => now,
    sleep: async () => {},
    requestsPerSecond: endless,
    live: {
      pubsubUrl: standIn.url,
      workspaceEventsUrl: standIn.url,
      subscriptionCallsPerSecond: endless,
      times: { channelsEveryMs: 5, lookEveryMs: 60_000, lookAgainMs: 30_000, soonestMs: 0, firstRetryMs: 5 },
    },
  });
  const pass = (ms: number) => {
    now += ms;
  };
  const [pipe] = standIn.pubsub.pipes;
  if (!pipe) throw new Error("There is no pipe.");
  return { standIn, source, pass, pipe, events: standIn.events };
}

/** Listens until the test ends. */
function listen(source: ReturnType<typeof createGoogleChatSource>, config: GoogleChatConfig, channels: string[]) {
  const ends = new AbortController();
  const heard: ChatEvent[] = [];
  const states: (string | null)[] = [];
  void source.live?.connection.listen(config, {
    signal: ends.signal,
    onEvent: async (event) => void heard.push(event),
    onInteraction: async () => null,
    onConnected: () => states.push("connected"),
    onDisconnected: (trouble) => states.push(trouble),
    listChannels: async () => channels,
  });
  closers.push(() => ends.abort());
  return { heard, states, channels };
}

const changesTo = ({ calls }: GoogleChatStandIn) =>
  calls.filter(({ method, path }) => method !== "GET" && path.startsWith("/v1/subscriptions"));

describe("the subscriptions of monitored spaces", () => {
  it("are created without message texts, renewed in time, and removed with the channel", async () => {
    const { standIn, source, pass, events } = await google();
    const { states, channels } = listen(source, CONFIG, ["AAA", "spaces/BBB"]);
    await expect.poll(() => states).toEqual(["connected"]);
    expect(events.of("AAA")).toMatchObject({
      targetResource: "//chat.googleapis.com/spaces/AAA",
      eventTypes: ["created", "updated", "deleted"].map((what) => `google.workspace.chat.message.v1.${what}`),
      notificationEndpoint: { pubsubTopic: PIPE.topic },
      payloadOptions: { includeResource: false },
      expireTime: new Date(START + 7 * DAY).toISOString(),
    });
    pass(2 * DAY);
    await expect.poll(() => states.length).toBeGreaterThan(1);
    expect(changesTo(standIn)).toHaveLength(2);
    pass(1.1 * DAY);
    await expect.poll(() => events.of("BBB")?.expireTime).toBe(new Date(START + 10.1 * DAY).toISOString());
    channels.splice(0, 1);
    await expect.poll(() => events.of("AAA")).toBeUndefined();
    expect(events.of("BBB")?.state).toBe("ACTIVE");
  });

  it("are created again if they ended while the server was not listening", async () => {
    const { source, pass, events } = await google();
    const first = listen(source, CONFIG, ["AAA"]);
    await expect.poll(() => first.states).toEqual(["connected"]);
    await closers.pop()?.();
    pass(8 * DAY);
    expect(events.of("AAA")).toBeUndefined();
    listen(source, CONFIG, ["AAA"]);
    await expect.poll(() => events.of("AAA")?.state).toBe("ACTIVE");
  });

  it("do not replace subscriptions of others, and are reported as blocked by them", async () => {
    const { source, events } = await google();
    const other = listen(source, { ...CONFIG, pubsubSubscription: OTHER.subscription }, ["AAA"]);
    await expect.poll(() => other.states).toEqual(["connected"]);
    const { states } = listen(source, CONFIG, ["AAA", "BBB"]);
    await expect.poll(() => states.at(-1)).toMatch(/^In 1 of 2 spaces: Another program follows the space/);
    expect(events.of("AAA")?.notificationEndpoint).toEqual({ pubsubTopic: OTHER.topic });
    expect(events.of("BBB")?.notificationEndpoint).toEqual({ pubsubTopic: PIPE.topic });
  });

  it.each([
    ["ENDPOINT_PERMISSION_DENIED", "Pub/Sub Publisher"],
    ["ENDPOINT_NOT_FOUND", "the topic is gone"],
    ["USER_AUTHORIZATION_FAILURE", "no longer a member of the space"],
    ["OTHER", "for a reason it does not give"],
  ])("that Google suspended for %s are reactivated, and the suspension is reported", async (reason, sentence) => {
    const { source, events } = await google();
    const { states } = listen(source, CONFIG, ["AAA"]);
    await expect.poll(() => states).toEqual(["connected"]);
    events.suspend("AAA", reason);
    await expect.poll(() => states.at(-1)).toContain(sentence);
    await expect.poll(() => events.of("AAA")?.state).toBe("ACTIVE");
  });
});

describe("a problem that a person must solve", () => {
  it.each<[string, Parameters<typeof google>[0], (set: Awaited<ReturnType<typeof google>>) => void, string]>([
    ["no approval", { scopes: ["chat.bot", "pubsub"] }, () => {}, "an administrator must approve"],
    ["no member", { spaceIds: ["BBB"] }, () => {}, "must be a member of the space"],
    ["no publisher", {}, ({ pipe }) => Object.assign(pipe, { isOpen: false }), "Pub/Sub Publisher on the topic"],
    ["no subscriber", {}, ({ pipe }) => Object.assign(pipe, { mayPull: false }), "Pub/Sub Subscriber"],
    ["no viewer", {}, ({ pipe }) => Object.assign(pipe, { mayView: false }), "Pub/Sub Viewer"],
    [
      "no topic",
      {},
      ({ pipe }) => Object.assign(pipe, { isTopicDeleted: true }),
      "topic of the Pub/Sub subscription was",
    ],
    ["push", {}, ({ pipe }) => Object.assign(pipe, { pushEndpoint: "https://acme.com" }), "delivery type is Pull"],
  ])("is reported: %s", async (_what, options, spoil, sentence) => {
    const set = await google(options);
    spoil(set);
    const { states } = listen(set.source, CONFIG, ["AAA"]);
    await expect.poll(() => states.at(-1)).toContain(sentence);
    expect(states).not.toContain("connected");
  });

  it.each([
    ["a person's token", { ...CONFIG, accessToken: "ya29.person" }, "need the JSON key of a service account"],
    [
      "another name",
      { ...CONFIG, pubsubSubscription: "projects/acme/subscriptions/nobodys" },
      "does not know the Pub/Sub",
    ],
    ["no name", { ...CONFIG, pubsubSubscription: "lorekeep" }, "needs its whole name"],
  ])("is reported for %s, even by the integration's test, which still succeeds", async (_what, config, sentence) => {
    const { source } = await google();
    const { states } = listen(source, config, ["AAA"]);
    await expect.poll(() => states.at(-1)).toContain(sentence);
    expect((await source.check(config)).warnings).toEqual([expect.stringContaining(sentence)]);
    expect((await source.check({ accessToken: config.accessToken })).warnings).toEqual([]);
  });

  it("is not reported if Google merely does not respond, because the connection is retried", async () => {
    const { standIn, source } = await google();
    standIn.fail({ match: "/subscriptions/lorekeep", times: 3, kind: { status: 503 } });
    const { states, heard } = listen(source, CONFIG, ["AAA"]);
    await expect.poll(() => states).toEqual([null, null, null, "connected"]);
    standIn.fail({ match: "/v1/subscriptions?", times: 3, kind: { status: 503 } });
    standIn.events.suspend("AAA", "OTHER");
    await expect.poll(() => states.slice(4, 8)).toEqual([null, null, null, expect.stringContaining("suspended")]);
    standIn.space("AAA").post({ userId: "1", text: "hi" });
    await expect.poll(() => heard).toHaveLength(1);
  });
});

describe("an event", () => {
  const payloads = (heard: ChatEvent[]) => heard.map(({ payload }) => payload);

  it("contains a message's name and no text; reading it returns the current message with its thread and author", async () => {
    const { standIn, source } = await google();
    const room = standIn.space("AAA");
    const question = room.post({ userId: "1", text: "a question" });
    const { heard, states } = listen(source, CONFIG, ["AAA"]);
    await expect.poll(() => states).toContain("connected");
    const answer = room.post({ userId: "1", text: "secret words", inThreadOf: question });
    room.edit(answer, "an *answer*");
    const gone = room.post({ userId: "1", text: "gone soon" });
    room.delete(gone);
    await expect.poll(() => heard).toHaveLength(4);
    expect(payloads(heard).join()).not.toMatch(/secret|answer\*|soon/);
    expect(heard[0]).toMatchObject({ teamId: null, channelId: "AAA", messageId: answer });
    const read = await source.live?.readEvents(CONFIG, payloads(heard), { withoutNames: false });
    const message = { externalId: answer, threadId: question, text: "an **answer**", author: { name: "Ana Alm" } };
    expect(read).toMatchObject([
      { kind: "message", channelId: "AAA", isEdit: false, message },
      { kind: "message", channelId: "AAA", isEdit: true, message },
      null,
      { kind: "message-deleted", channelId: "AAA", externalId: gone, sentAt: new Date(START) },
    ]);
    expect(
      standIn.calls.filter(({ path }) => path.includes(encodeURIComponent(answer).replace("%2E", "."))),
    ).toHaveLength(1);
  });

  it("is read later if Google does not respond, and is left to the checks if reading is not permitted", async () => {
    const { standIn, source } = await google();
    const id = standIn.space("AAA").post({ userId: "1", text: "hi" });
    const payload = JSON.stringify({ kind: "created", space: "AAA", message: id, at: new Date(START).toISOString() });
    const read = () => source.live?.readEvents(CONFIG, [payload, "{}"], { withoutNames: true });
    standIn.fail({ match: `/messages/${id}`, kind: { status: 503 } });
    await expect(read()).rejects.toMatchObject({ code: "unreachable" });
    expect(await read()).toMatchObject([{ kind: "message" }, null]);
    const refused = await google({ scopes: ["chat.bot"] });
    refused.standIn.space("AAA").post({ userId: "1", text: "hi" });
    expect(await refused.source.live?.readEvents(CONFIG, [payload], { withoutNames: true })).toEqual([null]);
  });

  const wire = (type: string, data: unknown, more: object = {}) => ({
    messageId: "9",
    publishTime: "2026-06-01T00:00:00.123456Z",
    data: Buffer.from(typeof data === "string" ? data : JSON.stringify(data)).toString("base64"),
    attributes: { "ce-type": `google.workspace.${type}`, "ce-id": "e1" },
    ...more,
  });
  const name = (id: string) => ({ message: { name: `spaces/AAA/messages/${id}` } });

  it("with several messages becomes one event per message, with different ids", () => {
    const { events } = readPubsubMessage(
      wire("chat.message.v1.batchUpdated", { messages: [name("T.1"), name("T.2")] }),
    );
    expect(events.map(({ eventId, messageId }) => [eventId, messageId])).toEqual([
      ["e1 T.1", "T.1"],
      ["e1 T.2", "T.2"],
    ]);
    const at = "2026-06-01T00:00:00.123456Z";
    expect(JSON.parse(events[0]?.payload ?? "")).toEqual({ kind: "updated", space: "AAA", message: "T.1", at });
  });

  it.each([
    ["nothing", null],
    ["no attributes", { messageId: "9", data: "" }],
    ["no JSON", wire("chat.message.v1.created", "{")],
    ["another kind", wire("chat.reaction.v1.created", { reaction: { name: "spaces/AAA/messages/T.1/reactions/R" } })],
    ["another name", wire("chat.message.v1.created", { message: { name: "spaces/../messages/x/../../y" } })],
    ["no time", wire("chat.message.v1.created", name("T.1"), { publishTime: "yesterday" })],
  ])("that is %s is ignored", (_what, raw) => {
    expect(readPubsubMessage(raw)).toEqual({ isAboutSubscription: false, events: [], press: null });
  });
});
