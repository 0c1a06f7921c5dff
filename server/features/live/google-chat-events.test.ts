import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createGoogleChatSource } from "../../../connectors/google-chat/source.ts";
import { createConnectors } from "../../../connectors/registry.ts";
import { type GoogleChatStandIn, startGoogleChatStandIn } from "../../../stand-ins/google-chat/google-chat-stand-in.ts";
import { activityLogs, articles, chatEvents, chatIntegrations, messages } from "../../db/schema.ts";
import { buildSettings } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { startWorker } from "../../worker.ts";
import { scriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { holdConnections } from "./hold-connections.ts";

const WAIT = { timeout: 20_000, interval: 25 };
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const KEYS = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const KEY_FILE = JSON.stringify({ type: "service_account", client_email: ROBOT, private_key: KEYS.privateKey });
const PEOPLE = ["Ana Alm", "Bo Berg"].map((name, index) => ({ id: `${index + 1}`, name }));
const SPACES = ["TRUTH", "CRASH", "NONE"];
const pipeOf = (space: string) => ({
  topic: `projects/acme/topics/of-${space}`,
  subscription: `projects/acme/subscriptions/of-${space}`,
});

let google: GoogleChatStandIn;
let test: TestApp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  google = await startGoogleChatStandIn({
    spaces: SPACES.map((id) => ({ id, displayName: id, people: PEOPLE })),
    tokens: {},
    serviceAccounts: [
      {
        clientEmail: ROBOT,
        publicKey: KEYS.publicKey,
        scopes: ["chat.bot", "chat.app.messages.readonly", "pubsub"],
      },
    ],
    pipes: SPACES.map(pipeOf),
  });
  const others = createConnectors({ fetch, slackDistribution: "internal" });
  const source = createGoogleChatSource({
    fetch,
    apiBaseUrl: google.url,
    tokenUrl: google.tokenUrl,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    live: {
      pubsubUrl: google.url,
      workspaceEventsUrl: google.url,
      subscriptionCallsPerSecond: Number.POSITIVE_INFINITY,
      times: { channelsEveryMs: 25, lookEveryMs: 100, lookAgainMs: 100, soonestMs: 25, firstRetryMs: 25 },
    },
  });
  const sources = { ...others.sources, "google-chat": source as (typeof others.sources)["google-chat"] };
  test = await createTestApp({
    connectors: { ...others, sources },
    engines: { forWorkspace: () => scriptedEngine(), description: "test" },
  });
  worker = await startWorker(test.deps);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await google.close();
});

const holders: { stop(): Promise<void> }[] = [];
const hold = () => {
  const holder = holdConnections(test.deps, { lookEveryMs: 25 });
  holders.push(holder);
  return holder;
};
const stopAll = () => Promise.all(holders.splice(0).map((holder) => holder.stop()));
afterEach(stopAll);

const post = async (person: SignedIn, url: string, payload?: object) =>
  (await person.inject({ method: "POST", url, ...(payload && { payload }) })).json();

/** A space that a new workspace monitors automatically, with a Pub/Sub subscription. */
async function monitor(space: string) {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  await buildSettings(test.db, { workspaceId, monitoringMode: "automatic" });
  const config = { accessToken: KEY_FILE, pubsubSubscription: pipeOf(space).subscription };
  const integration = await post(person, "/api/collaboration-integrations", {
    name: "Chat",
    platform: "google-chat",
    config,
  });
  const channel = await post(person, "/api/channels", {
    channelId: space,
    channelName: space.toLowerCase(),
    platform: "google-chat",
    isActive: true,
    checkFrequencyMinutes: 1440,
  });
  const pipe = google.pubsub.pipe(pipeOf(space).topic);
  if (!pipe) throw new Error(`There is no topic of ${space}.`);
  const texts = async () => {
    const rows = await test.db.select().from(messages).where(eq(messages.channelId, channel.id));
    return rows.filter(({ deletedAt }) => deletedAt === null).map(({ text }) => text);
  };
  return {
    person,
    workspaceId,
    integration,
    channel,
    pipe,
    room: google.space(space),
    texts,
    analyse: () => post(person, "/api/analyze", { channelId: channel.id }),
    follows: () => vi.waitFor(() => expect(google.events.of(space)?.state).toBe("ACTIVE"), WAIT),
    shows: (expected: string[]) =>
      vi.waitFor(async () => expect((await texts()).sort()).toEqual(expected.sort()), WAIT),
    reading: async () => (await person.inject({ url: "/api/channels" })).json()[0].reading,
    row: async () => (await test.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, integration.id)))[0],
    log: async () =>
      (await test.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId))).map(
        ({ message }) => message,
      ),
  };
}

const listsOf = (space: string) => google.calls.filter(({ path }) => path.startsWith(`/v1/spaces/${space}/messages?`));

describe("With a Pub/Sub subscription Google Chat tells by itself", () => {
  it("what is said, edited and deleted, and the article follows without a check; a lost subscription is made again", async () => {
    const at = Date.now() - 3_600_000;
    const room = google.space("TRUTH");
    const question = room.post({ userId: "1", text: "KNOW how it is done", at });
    const say = (text: string) => room.post({ userId: "2", text, inThreadOf: question, at: at + 60_000 });
    const [edited, deleted] = [say("like this"), say("and like that")];
    const space = await monitor("TRUTH");
    expect(await post(space.person, `/api/collaboration-integrations/${space.integration.id}/test`)).toMatchObject({
      success: true,
      warnings: [],
    });
    expect(await space.analyse()).toMatchObject({ messagesProcessed: 3, articlesCreated: 1 });
    const body = async () => {
      const [article] = await test.db.select().from(articles).where(eq(articles.workspaceId, space.workspaceId));
      return article?.bodyText ?? "";
    };
    expect(await body()).toContain("like that");

    hold();
    await space.follows();
    await vi.waitFor(
      async () => expect(await space.reading()).toMatchObject({ isLive: true, liveTrouble: null }),
      WAIT,
    );
    const checks = listsOf("TRUTH").filter(({ path }) => path.includes("pageSize=200")).length;
    room.edit(edited, "quite differently");
    await vi.waitFor(async () => expect(await body()).toContain("quite differently"), WAIT);
    room.delete(deleted);
    await vi.waitFor(async () => expect(await body()).not.toContain("like that"), WAIT);
    room.post({ userId: "1", text: "thanks", inThreadOf: question });
    await space.shows(["KNOW how it is done", "quite differently", "thanks"]);
    expect(listsOf("TRUTH").filter(({ path }) => path.includes("pageSize=200"))).toHaveLength(checks);

    google.events.lose("TRUTH");
    await space.follows();
    google.events.suspend("TRUTH", "USER_SCOPE_REVOKED");
    const said =
      "Chat: Google suspended the live events because the approval of chat.app.messages.readonly was withdrawn.";
    await vi.waitFor(async () => expect((await space.log()).join("\n")).toContain(said), WAIT);
    await space.follows();
    await vi.waitFor(async () => expect(await space.row()).toMatchObject({ liveTrouble: null }), WAIT);

    await space.person.inject({
      method: "PATCH",
      url: `/api/collaboration-channels/${space.channel.id}`,
      payload: { isActive: false },
    });
    await vi.waitFor(() => expect(google.events.of("TRUTH")).toBeUndefined(), WAIT);
  });

  it("twice, in another order and after a crash, and nothing is doubled or comes back; another worker goes on", async () => {
    const space = await monitor("CRASH");
    space.room.post({ userId: "1", text: "before" });
    await space.analyse();
    hold();
    await space.follows();
    await stopAll();
    Object.assign(space.pipe, { isReversed: true, copies: 2, ackDeadlineMs: 50 });
    const [stays, goes] = ["stays", "goes"].map((text) => space.room.post({ userId: "2", text }));
    space.room.edit(stays ?? "", "stays, edited");
    space.room.delete(goes ?? "");
    // Stored, but Google never hears of it: as when a worker dies in that moment.
    google.fail({ match: ":acknowledge", times: 2, kind: { status: 503 } });
    const survivors = [hold(), hold()];
    await space.shows(["before", "stays, edited"]);
    await vi.waitFor(() => expect(google.pubsub.backlog(space.pipe)).toBe(0), WAIT);
    const kept = await test.db.select().from(chatEvents).where(eq(chatEvents.workspaceId, space.workspaceId));
    expect(kept).toHaveLength(4);
    const rows = await test.db.select().from(messages).where(eq(messages.channelId, space.channel.id));
    expect(rows).toHaveLength(3);

    await survivors[0]?.stop();
    space.room.post({ userId: "1", text: "told to the other worker" });
    await space.shows(["before", "stays, edited", "told to the other worker"]);
  });

  it("unless a permission is missing: the channel says which, and checks go on", async () => {
    const space = await monitor("NONE");
    space.pipe.mayPull = false;
    const sentence =
      "The service account may not use the Pub/Sub subscription. Give it the roles Pub/Sub Subscriber and Pub/Sub Viewer on it.";
    expect(await post(space.person, `/api/collaboration-integrations/${space.integration.id}/test`)).toMatchObject({
      success: true,
      warnings: [`Live events: ${sentence}`],
    });
    hold();
    await vi.waitFor(
      async () => expect(await space.reading()).toMatchObject({ isLive: false, liveTrouble: sentence }),
      WAIT,
    );
    space.room.post({ userId: "1", text: "found by a check" });
    await space.analyse();
    expect(await space.texts()).toEqual(["found by a check"]);
    expect((await space.log()).filter((message) => message.includes(sentence))).toEqual([`Chat: ${sentence}`]);

    Object.assign(space.pipe, { mayPull: true });
    await vi.waitFor(
      async () => expect(await space.reading()).toMatchObject({ isLive: true, liveTrouble: null }),
      WAIT,
    );
    await space.person.inject({
      method: "PATCH",
      url: `/api/collaboration-integrations/${space.integration.id}`,
      payload: { config: { pubsubSubscription: "" } },
    });
    await vi.waitFor(
      async () => expect(await space.reading()).toMatchObject({ isLive: false, liveTrouble: null }),
      WAIT,
    );
  });
});
