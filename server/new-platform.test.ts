import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatSource, MessagePage } from "../connectors/chat-source.ts";
import type { KnowledgeTarget, PageBlock, RemotePage } from "../connectors/knowledge-target.ts";
import { type ConnectorManifest, defineManifest } from "../connectors/manifest.ts";
import {
  CHAT_MANIFESTS,
  type ChatPlatform,
  KNOWLEDGE_MANIFESTS,
  type KnowledgePlatform,
} from "../connectors/manifests.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import { createLocalEngine } from "../engine/local-engine.ts";
import type { ChatMessage } from "../shared/domain/chat.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../shared/domain/inbox.ts";
import { startRun, waitForRun } from "./analysis/index.ts";
import { newId } from "./db/new-id.ts";
import { publications } from "./db/schema.ts";
import { inWorkspace } from "./db/workspace-scope.ts";
import { sealApiKey } from "./integrations/credentials.ts";
import { buildChannel, buildChatIntegration, buildIntegration, buildUser } from "./testing/factories.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";
import { startWorker } from "./worker.ts";

/**
 * An invented chat source and knowledge target that the product's code does not know. Each has a manifest and an entry
 * in the registry.
 */
const CHAT = "parley";
const WIKI = "almanac";
const describe = { fields: [], setupGuide: [], docsUrl: "https://example.com" } as const;
const chatManifest = defineManifest({
  ...describe,
  id: CHAT,
  name: "Parley",
  kind: "chat",
  chat: {
    place: "space",
    listed: "for-one",
    named: null,
    finds: "people-of-the-channel",
    addsByRule: false,
    countsInPlan: false,
    questions: null,
    answers: false,
    notifies: false,
  },
});
const wikiManifest = defineManifest({ ...describe, id: WIKI, name: "Almanac", kind: "knowledge" });

const SAID: [author: string, text: string][] = [
  ["Ana", "How do I reset the staging database? It refuses every connection since the update."],
  [
    "Bo",
    "You have to stop the service first: run `systemctl stop app`, then run `reset-db --force` to reset the staging database, and start the service again with `systemctl start app`.",
  ],
  ["Bo", "If it still refuses connections, check that the port 5432 is open in the firewall."],
  ["Ana", "That worked, thank you!"],
];
const startedAt = Date.now() - 3 * 24 * 60 * 60_000;
const messages: ChatMessage[] = SAID.map(([name, text], index) => ({
  externalId: `m${index}`,
  threadId: "m0",
  author: { externalId: name, name },
  sentAt: new Date(startedAt + index * 60_000),
  editedAt: null,
  text,
}));

const source: ChatSource<Record<string, string>> = {
  check: async () => ({ account: "Parley", teamId: null, teamUrl: null, warnings: [] }),
  async *listChannels() {},
  readMessages: async (): Promise<MessagePage> => ({
    messages,
    skipped: [],
    complete: [],
    nextCursor: { upTo: messages.length },
    done: true,
  }),
  startAt: () => ({ upTo: messages.length }),
  permalink: ({ channelId, message }) => `https://parley.example/${channelId}/${message.externalId}`,
};

const pages = new Map<string, RemotePage & { marker: string }>();
const target: KnowledgeTarget<Record<string, string>> = {
  check: async () => ({ account: "Almanac", place: "All", warnings: [] }),
  textOf: () => null,
  render: ({ title, summary, body, marker }): PageBlock[] =>
    [title, ...[...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text), marker].map(
      (text) => ({ key: text, native: text }),
    ),
  publish: async (_config, { title, blocks }, _signal, before) => {
    await before?.();
    const externalId = `page-${pages.size + 1}`;
    const marker = String(blocks.at(-1)?.native);
    const url = `https://almanac.example/${externalId}`;
    pages.set(externalId, { externalId, url, title, version: "1", blocks, state: "current", marker });
    return pages.get(externalId) as RemotePage;
  },
  update: async () => Promise.reject(new Error("Nothing is written twice here.")),
  find: async () => [],
  listUnknown: async () => [],
  read: async (_config, externalId) => pages.get(externalId) ?? null,
  archive: async () => {},
  restore: async (_config, externalId) => pages.get(externalId) ?? null,
};

const chatManifests = CHAT_MANIFESTS as unknown as ConnectorManifest[];
const knowledgeManifests = KNOWLEDGE_MANIFESTS as unknown as ConnectorManifest[];
let test: TestApp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  chatManifests.push(chatManifest);
  knowledgeManifests.push(wikiManifest);
  const connectors = { sources: { [CHAT]: source }, targets: { [WIKI]: target } } as unknown as ConnectorRegistry;
  const engine = createLocalEngine();
  test = await createTestApp({ connectors, engines: { forWorkspace: async () => engine, description: "local" } });
  worker = await startWorker(test.deps);
});
afterAll(async () => {
  chatManifests.pop();
  knowledgeManifests.pop();
  await worker.stop();
  await test.close();
});

it("a new chat source and a new knowledge target need a manifest and an entry in the registry: chat becomes a page", async () => {
  const { db, deps } = test;
  const user = await buildUser(db);
  const { workspaceId } = user;
  const person = await test.signIn(user);
  const payload = { ...DEFAULT_REVIEW_SETTINGS, reviewNewChannels: false, acceptedRisk: 100 };
  expect((await person.inject({ method: "PUT", url: "/api/review-settings", payload })).statusCode).toBe(200);
  const id = newId();
  const key = sealApiKey(deps.secrets, workspaceId, id, "key");
  await buildIntegration(db, { workspaceId, id, type: WIKI as KnowledgePlatform, name: "Almanac", ...key });
  const platform = CHAT as ChatPlatform;
  const integration = await buildChatIntegration(db, { workspaceId, platform });
  const channel = await buildChannel(db, { workspaceId, platform, integrationId: integration.id, externalId: "help" });

  const run = await inWorkspace(db, workspaceId, (scope) =>
    startRun(deps, scope, { kind: "analyse", input: { channelIds: [channel.id] }, requestedBy: user.id }),
  );
  expect(await waitForRun(deps, workspaceId, run.id, 60_000)).toMatchObject({ state: "done" });

  await expect
    .poll(async () =>
      (await db.select().from(publications).where(eq(publications.workspaceId, workspaceId))).map(({ state }) => state),
    )
    .toEqual(["published"]);
  const [page] = [...pages.values()];
  expect(page?.blocks.map(({ native }) => native).join("\n")).toContain("reset-db --force");

  const [article] = (await person.inject({ url: "/api/articles/recent" })).json();
  const conversation = (await person.inject({ url: `/api/articles/${article.id}/conversation` })).json();
  expect(JSON.stringify(conversation)).toContain("https://parley.example/help/m1");
});
