import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { articles, channels, chatEvents, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildChannel } from "../../testing/factories.ts";
import { storeMessages } from "../messages/store-messages.ts";
import {
  addSpace,
  type GoogleChatStage,
  openGoogleChatStage,
  PERSONS_TOKEN,
  postAs,
} from "./testing/google-chat-stage.ts";

let attempts = 0;
let stage: GoogleChatStage;
beforeAll(async () => {
  stage = await openGoogleChatStage([
    "AAA",
    "TRUTH",
    "CRASH",
    "NONE",
    ...[1, 2, 3, 4].flatMap((n) => [`ONE${n}`, `TWO${n}`]),
  ]);
});
afterEach(() => stage.stopHolding());
afterAll(() => stage.close());

/** Writes an answered question in a thread, an hour ago. Returns the ids of the messages. */
function conversation(): string[] {
  const room = stage.google.space("AAA");
  const at = Date.now() - 3_600_000;
  const question = room.post({
    userId: "1",
    text: "How do I reset the staging database? It refuses every connection since the update.",
    at,
  });
  const answers = [
    "<users/1> You have to stop the service first: run `systemctl stop app`, then run `reset-db --force` to reset the staging database, and start the service again with `systemctl start app`.",
    "If it still refuses connections, check that the port 5432 is open in the firewall.",
    "That worked, thank you!",
  ];
  const ids = answers.map((text, index) =>
    room.post({ userId: index === 2 ? "1" : "2", text, inThreadOf: question, at: at + (index + 1) * 60_000 }),
  );
  return [question, ...ids];
}

describe("Without live events Google Chat is read by checks", () => {
  it("ENT-008 PUB-006 a space that is added, tested and monitored becomes an article that links to its messages", async () => {
    stage.engine.current = createLocalEngine();
    const said = conversation();
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const config = { workspaceId: "C01", apiKey: "AIza-key", accessToken: PERSONS_TOKEN, chatSpaceId: "spaces/AAA" };
    const { integration, channel } = await addSpace(person, "AAA", config);
    expect(await postAs(person, `/api/collaboration-integrations/${integration.id}/test`)).toEqual({
      success: true,
      message: "Connected to Google Chat (12 spaces).",
      warnings: [],
    });

    const analyse = () => postAs(person, "/api/analyze", { channelId: channel.id });
    expect(await analyse()).toMatchObject({ messagesProcessed: 4, articlesCreated: 1 });
    const [article] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
    expect(article).toMatchObject({ version: 1, authorName: "Bo Berg", channelName: "Operations" });
    expect(article?.title).toMatch(/reset/i);
    const { sources } = (await person.inject({ url: `/api/articles/${article?.id}` })).json();
    const [thread] = (said[0] ?? "").split(".");
    expect(sources.length).toBeGreaterThan(1);
    for (const { permalink } of sources)
      expect(permalink).toMatch(new RegExp(`^https://chat\\.google\\.com/room/AAA/${thread}/M\\d+$`));

    stage.google.space("AAA").delete(said[2] ?? "");
    await analyse();
    const stored = await stage.db.select().from(messages).where(eq(messages.channelId, channel.id));
    expect(stored.filter(({ deletedAt }) => deletedAt).map(({ externalId, text }) => [externalId, text])).toEqual([
      [said[2], ""],
    ]);
    const [erased] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
    expect(erased?.bodyText).not.toContain("5432");

    stage.google.space("AAA").data.displayName = "Op\0s\u0007 desk";
    await analyse();
    const [renamed] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(renamed?.name).toBe("Ops desk");
  });

  it("keeps the name of somebody who left the space, of whom Google shows only the number from then on", async () => {
    const { id: workspaceId } = await stage.newWorkspace();
    const { id } = await buildChannel(stage.db, { workspaceId, platform: "google-chat", externalId: "AAA" });
    const store = (name: string, text: string) =>
      inWorkspace(stage.db, workspaceId, (scope) => {
        const sentAt = new Date(0);
        const author = { externalId: "users/7", name };
        const message = { externalId: "T.M", threadId: null, author, sentAt, editedAt: null, text };
        const page = { messages: [message], skipped: [], complete: [] };
        const how = { from: "platform", readingSince: new Date(), secrets: stage.deps.secrets } as const;
        return storeMessages(scope, id, page, how);
      });
    const stored = async () => (await stage.db.select().from(messages).where(eq(messages.channelId, id)))[0];
    await store("users/7", "hello");
    await store("Cy Carr", "hello");
    expect(await stored()).toMatchObject({ authorName: "Cy Carr" });
    expect(await store("users/7", "hello")).toMatchObject({ changed: 0 });
    await store("users/7", "hello, edited");
    expect(await stored()).toMatchObject({ authorName: "Cy Carr", text: "hello, edited" });
  });
});

describe("With a Pub/Sub subscription Google Chat tells by itself", () => {
  it("what is said, edited and deleted, and the article follows without a check; a lost subscription is made again", async () => {
    stage.engine.current = createScriptedEngine();
    const at = Date.now() - 3_600_000;
    const room = stage.google.space("TRUTH");
    const question = room.post({ userId: "1", text: "KNOW how it is done", at });
    const say = (text: string) => room.post({ userId: "2", text, inThreadOf: question, at: at + 60_000 });
    const [edited = "", deleted = ""] = ["like this", "and like that"].map(say);
    const space = await stage.monitor("TRUTH");
    expect(await space.test()).toMatchObject({ success: true, warnings: [] });
    expect(await space.analyse()).toMatchObject({ messagesProcessed: 3, articlesCreated: 1 });
    expect(await space.article()).toContain("and like that");

    stage.hold();
    await space.isFollowed();
    await space.says({ isLive: true, liveTrouble: null });
    const pages = () => stage.google.calls.filter(({ path }) => /\/TRUTH\/messages\?.*pageSize=200/.test(path)).length;
    const before = pages();
    room.edit(edited, "quite differently");
    room.delete(deleted);
    await expect.poll(space.article).toContain("quite differently");
    await expect.poll(space.article).not.toContain("and like that");
    room.post({ userId: "1", text: "thanks", inThreadOf: question });
    await space.isRead(["KNOW how it is done", "quite differently", "thanks"]);
    expect(pages()).toBe(before);

    stage.google.events.lose("TRUTH");
    await space.isFollowed();
    stage.google.events.suspend("TRUTH", "USER_SCOPE_REVOKED");
    const said =
      "Chat: Google suspended the live events because the approval of chat.app.messages.readonly was withdrawn.";
    await expect.poll(async () => (await space.log()).join("\n")).toContain(said);
    await space.isFollowed();
    await space.says({ isLive: true, liveTrouble: null });
    await space.stop();
    await expect.poll(() => stage.google.events.of("TRUTH")).toBeUndefined();
  });

  it("twice, in another order and after a crash, and nothing is doubled or comes back; another worker goes on", async () => {
    const space = await stage.monitor("CRASH");
    space.room.post({ userId: "1", text: "before" });
    await space.analyse();
    stage.hold();
    await space.isFollowed();
    await stage.stopHolding();
    Object.assign(space.pipe, { isReversed: true, copies: 2, ackDeadlineMs: 50 });
    const [stays = "", goes = ""] = ["stays", "goes"].map((text) => space.room.post({ userId: "2", text }));
    space.room.edit(stays, "stays, edited");
    space.room.delete(goes);
    // The worker stored the event but never acknowledged it to Google, as if the worker had died at that moment.
    stage.google.fail({ match: ":acknowledge", times: 2, kind: { status: 503 } });
    const [first] = [stage.hold(), stage.hold()];
    await space.isRead(["before", "stays, edited"]);
    await expect.poll(() => stage.google.pubsub.backlog(space.pipe)).toBe(0);
    const kept = await stage.db.select().from(chatEvents).where(eq(chatEvents.workspaceId, space.workspaceId));
    expect(kept).toHaveLength(4);
    expect(await space.rows()).toHaveLength(3);

    await first?.stop();
    space.room.post({ userId: "1", text: "told to the other worker" });
    await space.isRead(["before", "stays, edited", "told to the other worker"]);
  });

  it("to two service accounts on one subscription, each what is its own; one that is switched off follows nothing any more", async () => {
    // New spaces for each retry of the test, because the spaces of the last attempt are still monitored.
    attempts += 1;
    const [here, there] = [`ONE${attempts}`, `TWO${attempts}`];
    const one = await stage.monitor(here);
    const two = await stage.monitorAsOther(there, here);
    stage.hold();
    await one.isFollowed();
    await two.isFollowed();
    const said = Array.from({ length: 6 }, (_, index) => `number ${index}`);
    for (const text of said) {
      for (const { room } of [one, two]) room.post({ userId: "1", text });
      // Events are delivered one at a time, so that both workers pull some.
      await expect.poll(() => stage.google.pubsub.backlog(one.pipe)).toBe(0);
    }
    await one.isRead(said);
    await two.isRead(said);

    expect((await two.switchOff()).statusCode).toBe(200);
    await expect.poll(() => stage.google.events.of(there)).toBeUndefined();
    expect(stage.google.events.of(here)?.state).toBe("ACTIVE");
  });

  it("to an account that another worker began to follow in this moment, although it is pulled by somebody else's", async () => {
    attempts += 1;
    const [here, there] = [`ONE${attempts}`, `TWO${attempts}`];
    const one = await stage.monitor(here);
    const slow = stage.hold(60_000);
    await one.isFollowed();
    const two = await stage.monitorAsOther(there, here);
    const other = stage.hold();
    await two.isFollowed();
    // Only the worker with the older list of integrations is left to pull.
    await other.stop();
    two.room.post({ userId: "1", text: "said at once" });
    await two.isRead(["said at once"]);
    await slow.stop();
  });

  it("unless a permission is missing: the channel says which, and checks go on", async () => {
    const space = await stage.monitor("NONE");
    space.pipe.mayPull = false;
    const sentence =
      "The service account may not use the Pub/Sub subscription. Give it the roles Pub/Sub Subscriber and Pub/Sub Viewer on it.";
    expect(await space.test()).toMatchObject({ success: true, warnings: [`Live events: ${sentence}`] });
    stage.hold();
    await space.says({ isLive: false, liveTrouble: sentence });
    space.room.post({ userId: "1", text: "found by a check" });
    await space.analyse();
    expect(await space.texts()).toEqual(["found by a check"]);
    expect((await space.log()).filter((message) => message.includes(sentence))).toEqual([`Chat: ${sentence}`]);

    space.pipe.mayPull = true;
    await space.says({ isLive: true, liveTrouble: null });
    expect(space.integration.config).toMatchObject({ pubsubSubscription: "projects/acme/subscriptions/of-NONE" });
    await space.change({ pubsubSubscription: "" });
    await space.says({ isLive: false, liveTrouble: null });
  });
});
