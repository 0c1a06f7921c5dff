import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
  USER_SCOPES,
} from "../../../stand-ins/google-chat/google-chat-stand-in.ts";
import { articles, messages } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { createLocalEngine } from "../../pipeline/local-engine/local-engine.ts";
import { buildChannel } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { startWorker } from "../../worker.ts";
import { storeMessages } from "./store-messages.ts";

let google: GoogleChatStandIn;
let test: TestApp;
const engine = createLocalEngine();
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  const people = [
    { id: "1", name: "Ana Alm" },
    { id: "2", name: "Bo Berg" },
  ];
  google = await startGoogleChatStandIn({
    spaces: [{ id: "AAA", displayName: "Operations", people }],
    tokens: { "ya29.token-of-ana": { kind: "user", scopes: USER_SCOPES } },
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(google.url).host] }),
      slackDistribution: "internal",
      googleChatApiUrl: google.url,
      googleTokenUrl: google.tokenUrl,
    }),
    engines: { forWorkspace: () => engine, description: "test" },
  });
  worker = await startWorker(test.deps);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await google.close();
});

/** An answered question in a thread, an hour ago; answers the ids. */
function talk(): string[] {
  const room = google.space("AAA");
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

const post = async (person: SignedIn, url: string, payload?: object) =>
  (await person.inject({ method: "POST", url, ...(payload && { payload }) })).json();

it("ENT-008 PUB-006 a space that is added, tested and monitored becomes an article that links to its messages", async () => {
  const said = talk();
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const config = {
    workspaceId: "C01",
    apiKey: "AIza-key",
    accessToken: "ya29.token-of-ana",
    chatSpaceId: "spaces/AAA",
  };
  const integration = await post(person, "/api/collaboration-integrations", {
    name: "Chat",
    platform: "google-chat",
    config,
  });
  expect(await post(person, `/api/collaboration-integrations/${integration.id}/test`)).toEqual({
    success: true,
    message: "Connected to Google Chat (1 space).",
    warnings: [],
  });
  const channel = await post(person, "/api/channels", {
    channelId: "AAA",
    channelName: "Operations",
    platform: "google-chat",
    isActive: true,
    checkFrequencyMinutes: 10,
  });

  const analyse = () => post(person, "/api/analyze", { channelId: channel.id });
  expect(await analyse()).toMatchObject({ messagesProcessed: 4, articlesCreated: 1 });
  const [article] = await test.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  expect(article).toMatchObject({ version: 1, authorName: "Bo Berg", channelName: "Operations" });
  expect(article?.title).toMatch(/reset/i);
  const { sources } = (await person.inject({ url: `/api/articles/${article?.id}` })).json();
  const [thread] = (said[0] ?? "").split(".");
  expect(sources.length).toBeGreaterThan(1);
  for (const { permalink } of sources)
    expect(permalink).toMatch(new RegExp(`^https://chat\\.google\\.com/room/AAA/${thread}/M\\d+$`));

  google.space("AAA").delete(said[2] ?? "");
  await analyse();
  const stored = await test.db.select().from(messages).where(eq(messages.channelId, channel.id));
  expect(stored.filter(({ deletedAt }) => deletedAt).map(({ externalId, text }) => [externalId, text])).toEqual([
    [said[2], ""],
  ]);
  const [erased] = await test.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  expect(erased?.bodyText).not.toContain("5432");
});

it("keeps the name of somebody who left the space, of whom Google shows only the number from then on", async () => {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const { id } = await buildChannel(test.db, { workspaceId, platform: "google-chat", externalId: "AAA" });
  const store = (name: string, text: string) =>
    inWorkspace(test.db, workspaceId, (scope) => {
      const sentAt = new Date(0);
      const author = { externalId: "users/7", name };
      const message = { externalId: "T.M", threadId: null, author, sentAt, editedAt: null, text };
      const page = { messages: [message], skipped: [], complete: [] };
      return storeMessages(scope, id, page, { from: "platform", readingSince: new Date() });
    });
  const stored = async () => (await test.db.select().from(messages).where(eq(messages.channelId, id)))[0];
  await store("users/7", "hello");
  await store("Cy Carr", "hello");
  expect(await stored()).toMatchObject({ authorName: "Cy Carr" });
  expect(await store("users/7", "hello")).toMatchObject({ changed: 0 });
  await store("users/7", "hello, edited");
  expect(await stored()).toMatchObject({ authorName: "Cy Carr", text: "hello, edited" });
});
