import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { READING_GUIDES } from "../../connectors/reading-guides.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../tools/stand-ins/confluence/server.ts";
import { knowledgeIntegrations, wikiPages, wikiReadings, wikiStatements } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { listDueReadings, readWiki } from "./index.ts";
import { storeListedPages } from "./wiki-queries.ts";

let confluence: ConfluenceStandIn;
let test: TestApp;
let admin: SignedIn;
let workspaceId: string;
let integrationId: string;

const SPACES = [
  { key: "DOC", name: "Documentation" },
  { key: "OPS", name: "Operations" },
];

beforeAll(async () => {
  confluence = await startConfluenceStandIn({ spaces: SPACES });
  const fetch = createSafeFetch({ allow: ["127.0.0.1"] });
  const connectors = createConnectors({
    fetch,
    slackDistribution: "internal",
    confluenceGatewayUrl: confluence.gatewayUrl,
  });
  test = await createTestApp({ connectors });
});
afterAll(async () => {
  await test.close();
  await confluence.close();
});

beforeEach(async () => {
  confluence.clearFaults();
  for (const { id } of confluence.pages()) confluence.purgeAsPerson(id);
  const user = await buildUser(test.db, { membership: "admin" });
  workspaceId = user.workspaceId;
  admin = await test.signIn(user);
  const added = await admin.inject({
    method: "POST",
    url: "/api/integrations",
    payload: {
      name: "Handbook",
      type: "confluence",
      baseUrl: confluence.url,
      spaceId: "DOC",
      apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
    },
  });
  integrationId = added.json<{ id: string }>().id;
});

const change = (body: object, by = admin) =>
  by.inject({
    method: "PUT",
    url: `/api/wikis/${integrationId}`,
    payload: { isOn: true, readers: "admins", places: [], ...body },
  });
const figures = async () => (await admin.inject({ url: "/api/wikis" })).json()[0];
const size = async () => (await admin.inject({ url: `/api/wikis/${integrationId}/size` })).json();
const STILL = new AbortController().signal;
const turn = (stopping = STILL) => readWiki(test.deps, { workspaceId, integrationId }, stopping);
const isReading = () => and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, integrationId));
/** The next turn begins a look, as it would a quarter of an hour later. */
async function turnLater() {
  const due = { lookDueAt: sql`now()`, dueAt: sql`now()`, listedAt: sql`listed_at - interval '1 hour'` };
  await test.db.update(wikiReadings).set(due).where(isReading());
  await turn();
}
const texts = async () => {
  const rows = await test.db.select().from(wikiStatements).where(eq(wikiStatements.workspaceId, workspaceId));
  return rows.map(({ text }) => text).sort();
};
const pages = () => test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));

it("Every platform whose pages can be read has a guide to it", () => {
  const readable = Object.entries(test.deps.connectors.targets).filter(([, { readPage }]) => readPage);
  expect(Object.keys(READING_GUIDES).sort()).toEqual(readable.map(([id]) => id).sort());
});

describe("The pages of a knowledge platform", () => {
  it("are read only after an admin switched it on, and are erased when it is switched off", async () => {
    confluence.createAsPerson("Returns", "<h2>Shoes</h2><p>Shoes are taken back for 30 days.</p>");
    await turn();
    expect([await figures(), await texts()]).toMatchObject([{ isOn: false, pages: 0 }, []]);
    expect((await change({})).json()).toMatchObject({ isOn: true, readers: "admins", lookedAt: null });
    expect(await listDueReadings(test.db, 100)).toContainEqual({ workspaceId, integrationId });
    const begun = { isListed: false, nextLookAt: expect.any(String), oldestAt: null };
    expect(await figures()).toMatchObject({ ...begun, isOn: true, lookedAt: null });
    expect(await size()).toEqual({ passages: 0, bytes: 0 });
    await turn();
    expect(await figures()).toMatchObject({ pages: 1, waiting: 0, restricted: 0, lookedAt: expect.any(String) });
    const { lookedAt, nextLookAt, ...read } = await figures();
    expect(Date.parse(nextLookAt) - Date.parse(lookedAt)).toBeGreaterThan(14 * 60_000);
    expect(read).toMatchObject({ isListed: true, oldestAt: expect.any(String), newestAt: read.oldestAt });
    expect(await size()).toEqual({ passages: 1, bytes: expect.any(Number) });
    expect(await listDueReadings(test.db, 100)).not.toContainEqual({ workspaceId, integrationId });
    const [statement] = await test.db.select().from(wikiStatements).where(eq(wikiStatements.workspaceId, workspaceId));
    expect(statement).toMatchObject({ headings: ["Shoes"], text: "Shoes are taken back for 30 days.", position: 0 });
    expect((await change({ isOn: false })).json()).toMatchObject({ isOn: false, pages: 0 });
    expect([await pages(), await texts()]).toEqual([[], []]);
    expect(await size()).toEqual({ passages: 0, bytes: 0 });
  });

  it("have no link in answers where the platform gives an address that does not open a page of the web", async () => {
    await change({});
    const lookStartedAt = new Date();
    const links = ["https://wiki.example/1", "javascript:alert(1)", "data:text/html,x", "wiki/2", ""];
    const listed = links.map((url, n) => ({ url, externalId: `${n}`, title: `Page ${n}`, version: "1", above: [] }));
    const rest = { editedAt: null, editedBy: null, readers: "place" as const };
    await inWorkspace(test.db, workspaceId, (scope) =>
      storeListedPages(
        scope,
        { integrationId, lookStartedAt },
        listed.map((page) => ({ ...page, ...rest })),
      ),
    );
    const stored = (await pages()).map(({ title, url }) => `${title} ${url}`.trim()).sort();
    expect(stored).toEqual(["Page 0 https://wiki.example/1", "Page 1", "Page 2", "Page 3", "Page 4"]);
  });

  it("are switched on by owners and admins alone", async () => {
    const editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    expect((await change({}, editor)).statusCode).toBe(403);
    expect((await editor.inject({ url: "/api/wikis" })).statusCode).toBe(403);
    expect((await editor.inject({ url: `/api/wikis/${integrationId}/size` })).statusCode).toBe(403);
  });

  it("are for owners and admins alone where the platform tells of no page who may read it", async () => {
    await test.db
      .update(knowledgeIntegrations)
      .set({ type: "intercom" })
      .where(eq(knowledgeIntegrations.id, integrationId));
    const chosen = { readers: "admins", hidesReaders: true };
    expect((await change({ readers: "everybody" })).json()).toMatchObject(chosen);
    const [stored] = await test.db.select().from(wikiReadings).where(isReading());
    expect(stored?.readers).toBe("admins");
    await test.db.update(wikiReadings).set({ readers: "everybody" }).where(isReading());
    expect(await figures()).toMatchObject(chosen);
  });

  it("follow what people edit, move away and remove", async () => {
    const edited = confluence.createAsPerson("Hours", "<p>Open from 9:00.</p>");
    const removed = confluence.createAsPerson("Old", "<p>Old words.</p>");
    const moved = confluence.createAsPerson("Moved", "<p>Moved words.</p>");
    await change({});
    await turn();
    expect(await texts()).toEqual(["Moved words.", "Old words.", "Open from 9:00."]);
    confluence.editAsPerson(edited, (page) => void (page.storage = "<p>Open from 10:00.</p>"));
    confluence.trashAsPerson(removed);
    confluence.moveAsPerson(moved, "OPS");
    await turnLater();
    expect(await texts()).toEqual(["Open from 10:00."]);
  });

  it("lose their words and titles when they are restricted, with the pages below them, and get them back", async () => {
    const secret = confluence.createAsPerson("Salaries", "<p>The bonus is 10 %.</p>");
    confluence.createAsPerson("Bonus", "<p>It is paid in March.</p>", { parentId: secret });
    confluence.createAsPerson("Open", "<p>Everybody knows.</p>");
    await change({});
    await turn();
    expect(await texts()).toHaveLength(3);
    confluence.restrictAsPerson(secret, "person", "account");
    await turnLater();
    expect(await texts()).toEqual(["Everybody knows."]);
    expect(await figures()).toMatchObject({ pages: 1, restricted: 2, waiting: 0 });
    expect((await pages()).find(({ externalId }) => externalId === secret)).toMatchObject({ title: "", terms: [] });
    confluence.restrictAsPerson(secret);
    await turnLater();
    expect(await texts()).toHaveLength(3);
  });

  it("are listed for admins with what became of each, in portions", async () => {
    const secret = confluence.createAsPerson("Salaries", "<p>The bonus is 10 %.</p>");
    confluence.createAsPerson("Open", "<p>Everybody knows.</p>");
    confluence.createAsPerson("Broken", "<p>It is not read.</p>");
    confluence.restrictAsPerson(secret, "person", "account");
    await change({});
    await turn();
    const trouble = "The page cannot be parsed.";
    await test.db
      .update(wikiPages)
      .set({ trouble })
      .where(and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.title, "Broken")));
    const listed = async (query = "", by = admin) =>
      (await by.inject({ url: `/api/wikis/${integrationId}/pages${query}` })).json();
    const restricted = { title: "", url: "", state: "restricted" };
    const broken = { title: "Broken", state: "unreadable", reason: trouble };
    const open = { title: "Open", url: expect.stringMatching(/^http/), state: "read", editedAt: expect.any(String) };
    expect(await listed()).toMatchObject({ total: 3, pages: [broken, open, restricted] });
    expect(await listed("?from=1")).toMatchObject({ total: 3, pages: [open, restricted] });
    expect(await listed("?state=restricted")).toMatchObject({ total: 1, pages: [restricted] });
    const editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    const statusFor = async (by: typeof editor) =>
      (await by.inject({ url: `/api/wikis/${integrationId}/pages` })).statusCode;
    expect([await statusFor(editor), await statusFor(await test.signIn())]).toEqual([403, 404]);
  });

  it("of ours are not read, and are listed apart from those that people wrote", async () => {
    confluence.createAsPerson("An article", "<p>Our words.</p><p>ref lk-0123456789</p>");
    await change({});
    await turn();
    expect([await texts(), await figures()]).toMatchObject([[], { pages: 0, waiting: 0 }]);
    const listed = async (query: string) =>
      (await admin.inject({ url: `/api/wikis/${integrationId}/pages${query}` })).json();
    expect(await listed("")).toEqual({ total: 0, pages: [] });
    expect(await listed("?state=ours")).toMatchObject({ total: 1, pages: [{ title: "An article", state: "ours" }] });
  });

  it("are read to the end when the process dies at any call", async () => {
    for (let n = 0; n < 5; n += 1) confluence.createAsPerson(`Page ${n}`, `<p>Words ${n}.</p>`);
    await change({});
    // The first turn dies at its first call, the second at its second, and so on.
    for (let calls = 1; calls < 12; calls += 1) {
      const stop = new AbortController();
      let left = calls;
      const count = () => {
        left -= 1;
        if (left === 0) stop.abort(new Error("killed"));
        else if (left > 0) confluence.before("GET /wiki/", count);
      };
      confluence.before("GET /wiki/", count);
      await turn(stop.signal).catch(() => {});
    }
    await turn();
    expect(await texts()).toEqual([0, 1, 2, 3, 4].map((n) => `Words ${n}.`));
    expect((await pages()).length).toBe(5);
  });

  it("stay while the platform is down, and are counted as refused when it refuses the account", async () => {
    confluence.createAsPerson("Hours", "<p>Open from 9:00.</p>");
    await change({});
    await turn();
    confluence.fail({ match: "GET /wiki/", kind: { status: 503 }, times: 100 });
    await turnLater();
    const isRefused = async () => (await test.db.select().from(wikiReadings).where(isReading()))[0]?.isRefused;
    expect([await texts(), await isRefused()]).toEqual([["Open from 9:00."], false]);
    expect(await figures()).toMatchObject({ trouble: expect.stringContaining("error (503)") });
    confluence.clearFaults();
    confluence.hideSpace("DOC", true);
    await turnLater();
    expect(await isRefused()).toBe(true);
    confluence.hideSpace("DOC", false);
    await turnLater();
    expect([await isRefused(), (await figures()).trouble]).toEqual([false, null]);
  });

  it("are read although others fail again and again, which are named with the reason and tried soon, then later", async () => {
    const broken = [1, 2, 3, 4, 5, 6, 7].map((n) =>
      confluence.createAsPerson(`Broken ${n}`, `<p>Never sent ${n}.</p>`),
    );
    confluence.createAsPerson("Hours", "<p>Open from 9:00.</p>");
    await change({});
    for (const id of broken)
      confluence.fail({ match: `GET /wiki/api/v2/pages/${id}`, kind: { status: 500 }, times: 100 });
    const wait = async () => {
      const [row] = await test.db.select().from(wikiReadings).where(isReading());
      return Math.round(((row?.dueAt.getTime() ?? 0) - Date.now()) / 60_000);
    };
    await turn();
    expect(await wait()).toBe(0);
    expect(await figures()).toMatchObject({ trouble: expect.stringContaining("error (500)") });
    await turn();
    expect(await texts()).toEqual(["Open from 9:00."]);
    await turn();
    expect(await wait()).toBe(5);
    const [first] = (await admin.inject({ url: `/api/wikis/${integrationId}/pages` })).json().pages;
    expect(first).toMatchObject({ title: "Broken 1", state: "unreadable", reason: expect.stringContaining("(500)") });
    confluence.clearFaults();
    await turn();
    expect((await texts()).toSorted()).toEqual([...broken.map((_, n) => `Never sent ${n + 1}.`), "Open from 9:00."]);
    expect(await figures()).toMatchObject({ trouble: null, unreadable: 0 });
  });

  it("of another space are read where an admin chooses it, instead of those of the first one", async () => {
    confluence.createAsPerson("Here", "<p>Of documentation.</p>");
    confluence.createAsPerson("There", "<p>Of operations.</p>", { spaceKey: "OPS" });
    await change({});
    await turn();
    await change({ places: ["OPS"] });
    await turn();
    expect(await texts()).toEqual(["Of operations."]);
  });

  it("of a chosen space that is hidden stay stored and are shown to nobody until something else is chosen", async () => {
    confluence.createAsPerson("Here", "<p>Of documentation.</p>");
    confluence.createAsPerson("There", "<p>Of operations.</p>", { spaceKey: "OPS" });
    await change({ places: ["space:OPS"] });
    await turn();
    confluence.hideSpace("OPS", true);
    await turnLater();
    expect(await figures()).toMatchObject({ trouble: expect.stringContaining("OPS"), isRefused: true });
    expect(await texts()).toEqual(["Of operations."]);
    confluence.hideSpace("OPS", false);
    await change({ places: [] });
    await turn();
    expect(await figures()).toMatchObject({ trouble: null, isRefused: false });
    expect(await texts()).toEqual(["Of documentation."]);
  });

  it("are chosen from values that the platform lists, and of no other kind", async () => {
    const ask = (kind: string, search = "") =>
      admin.inject({ method: "GET", url: `/api/wikis/${integrationId}/choices/${kind}?search=${search}` });
    const ids = (await ask("space")).json().map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["DOC", "OPS"]));
    expect((await ask("space", "no+such+space")).json()).toEqual([]);
    expect((await ask("label")).statusCode).toBe(400);
  });

  it("of another site or account replace those of the former one", async () => {
    confluence.createAsPerson("Here", "<p>Of documentation.</p>");
    confluence.createAsPerson("There", "<p>Of operations.</p>", { spaceKey: "OPS" });
    await change({});
    await turn();
    await test.db
      .update(knowledgeIntegrations)
      .set({ spaceId: "OPS" })
      .where(eq(knowledgeIntegrations.id, integrationId));
    await turn();
    expect(await texts()).toEqual(["Of operations."]);
  });

  it("go with their integration", async () => {
    confluence.createAsPerson("Here", "<p>Of documentation.</p>");
    await change({});
    await turn();
    await admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` });
    expect([await pages(), await texts()]).toEqual([[], []]);
  });
});
