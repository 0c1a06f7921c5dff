import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../tools/stand-ins/confluence/server.ts";
import { newId } from "../db/new-id.ts";
import { conversations, runs, wikiFindings, wikiPages, wikiReadings } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildChannel, buildChatIntegration, buildSettings, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { readWiki } from "./index.ts";
import { buildFinding } from "./testing/wiki-rows.ts";
import { storeListedPages } from "./wiki-queries.ts";

let confluence: ConfluenceStandIn;
let test: TestApp;
let admin: SignedIn;
let workspaceId: string;
let integrationId: string;
let conversationId: string;
let externalId: string;
let otherId: string;

beforeAll(async () => {
  confluence = await startConfluenceStandIn({});
  const fetch = createSafeFetch({ allow: ["127.0.0.1"] });
  const gateway = { confluenceGatewayUrl: confluence.gatewayUrl };
  test = await createTestApp({ connectors: createConnectors({ fetch, slackDistribution: "internal", ...gateway }) });
});
afterAll(async () => {
  await test.close();
  await confluence.close();
});

const reads = (body: object = {}) =>
  admin.inject({
    method: "PUT",
    url: `/api/wikis/${integrationId}`,
    payload: { isOn: true, readers: "everybody", places: [], ...body },
  });

/** A look at the whole list, as a quarter of an hour later. */
async function look() {
  const due = { lookDueAt: sql`now()`, dueAt: sql`now()`, listedAt: sql`listed_at - interval '1 hour'` };
  await test.db.update(wikiReadings).set(due).where(eq(wikiReadings.integrationId, integrationId));
  await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
}

const pageOf = async (id: string) => {
  const isIt = and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.externalId, id));
  const [page] = await test.db.select().from(wikiPages).where(isIt);
  if (!page) throw new Error("The page was not read");
  return page;
};

const tellBy = async (id: string) => {
  const page = await pageOf(id);
  const { id: chat } = await buildChatIntegration(test.db, { workspaceId });
  const { id: channelId } = await buildChannel(test.db, { workspaceId, integrationId: chat });
  const found = { channelId, kind: "confirms" as const, pageId: page.id, pageVersion: page.readVersion ?? "" };
  return (await buildFinding(test.db, workspaceId, found)).conversationId;
};

const buildPrivate = async () => {
  const { id } = await buildChatIntegration(test.db, { workspaceId });
  return buildChannel(test.db, { workspaceId, integrationId: id, isPrivate: true });
};
const readsOnly = (channelId: string) =>
  admin.inject({
    method: "PUT",
    url: `/api/integrations/${integrationId}/readers`,
    payload: { channelIds: [channelId] },
  });

const isIts = () => eq(conversations.id, conversationId);
const isJudgedAgain = async () =>
  (await test.db.select().from(conversations).where(isIts())).every(({ fingerprint }) => fingerprint === "");

beforeEach(async () => {
  for (const { id } of confluence.pages()) confluence.purgeAsPerson(id);
  const user = await buildUser(test.db, { membership: "admin" });
  workspaceId = user.workspaceId;
  admin = await test.signIn(user);
  const key = `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`;
  const given = { name: "Handbook", type: "confluence", baseUrl: confluence.url, spaceId: "DOC", apiKey: key };
  const added = await admin.inject({ method: "POST", url: "/api/integrations", payload: given });
  integrationId = added.json<{ id: string }>().id;
  externalId = confluence.createAsPerson("Hours", "<p>Suppliers deliver until 13:30.</p>");
  otherId = confluence.createAsPerson("Other", "<p>The gate is blue.</p>");
  await reads();
  await look();
  conversationId = await tellBy(externalId);
});

describe("A conversation that made no article because a page says it", () => {
  const LOSSES: [string, () => unknown][] = [
    ["is deleted", () => confluence.trashAsPerson(externalId)],
    ["is restricted", () => confluence.restrictAsPerson(externalId, "person", "account")],
    ["is not read any more", () => reads({ isOn: false })],
    ["is not for everybody any more", () => reads({ readers: "admins" })],
    ["is for members of a private channel only", async () => readsOnly((await buildPrivate()).id)],
    ["went with its integration", () => admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` })],
  ];
  it.each(LOSSES)("is judged again when the page %s", async (_, lose) => {
    expect(await isJudgedAgain()).toBe(false);
    await lose();
    if ((await test.db.$count(wikiReadings, eq(wikiReadings.integrationId, integrationId))) > 0) await look();
    expect(await isJudgedAgain()).toBe(true);
  });

  it("is among those judged again, once, when the platform shows the page to some people without naming them", async () => {
    const page = await pageOf(externalId);
    const listed = { ...page, version: page.listedVersion, readers: "unknown" as const };
    const list = () =>
      inWorkspace(test.db, workspaceId, (scope) =>
        storeListedPages(scope, { integrationId, lookStartedAt: new Date() }, [listed]),
      );
    expect(await list()).toEqual([page.id]);
    expect(await list()).toEqual([]);
  });

  it("is judged again once, not at every look, when the page is restricted", async () => {
    confluence.restrictAsPerson(externalId, "person", "account");
    await look();
    expect(await isJudgedAgain()).toBe(true);
    await test.db.update(conversations).set({ fingerprint: "judged without the page" }).where(isIts());
    for (const _ of ["second", "third"]) {
      await look();
      expect(await isJudgedAgain()).toBe(false);
    }
  });

  it("is judged soon where its channel is checked by itself", async () => {
    await buildSettings(test.db, { workspaceId, monitoringMode: "automatic" });
    await reads({ isOn: false });
    const [conversation] = await test.db.select().from(conversations).where(isIts());
    const started = await test.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
    expect(started).toMatchObject([{ kind: "analyse", input: { channelIds: [conversation?.channelId] } }]);
  });

  it("stays as it is while an article has it, a person removed its article, or another page says it as well", async () => {
    const { id: articleId } = await buildArticle(test.db, { workspaceId });
    for (const [values, isAgain] of [
      [{ articleId, removedUpTo: null }, false],
      [{ articleId: null, removedUpTo: new Date() }, false],
      [{ articleId: null, removedUpTo: null }, true],
    ] as const) {
      const id = confluence.createAsPerson("Hours again", "<p>Suppliers deliver until 13:30.</p>");
      await look();
      conversationId = await tellBy(id);
      await test.db.update(conversations).set(values).where(isIts());
      confluence.trashAsPerson(id);
      await look();
      expect(await isJudgedAgain()).toBe(isAgain);
    }
    conversationId = await tellBy(externalId);
    const other = await pageOf(otherId);
    const [finding] = await test.db.select().from(wikiFindings).where(eq(wikiFindings.conversationId, conversationId));
    if (finding) await test.db.insert(wikiFindings).values({ ...finding, id: newId(), pageId: other.id });
    confluence.trashAsPerson(externalId);
    await look();
    expect(await isJudgedAgain()).toBe(false);
  });
});
