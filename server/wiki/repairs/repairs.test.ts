import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../../tools/stand-ins/confluence/server.ts";
import { activityLogs, wikiPages, wikiRepairs, wikiStatements } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { makeRepairs, readWiki } from "../index.ts";

let confluence: ConfluenceStandIn;
let test: TestApp;
let admin: SignedIn;
let workspaceId: string;
let integrationId: string;
let externalId: string;

const CHANGE_CALL = "PUT /wiki/api/v2/pages";
const MACRO = '<ac:structured-macro ac:name="toc" ac:macro-id="m-1"></ac:structured-macro>';

beforeAll(async () => {
  confluence = await startConfluenceStandIn({ callsInABurst: 100_000 });
  const connectors = createConnectors({
    fetch: createSafeFetch({ allow: ["127.0.0.1"] }),
    slackDistribution: "internal",
    confluenceGatewayUrl: confluence.gatewayUrl,
  });
  test = await createTestApp({ connectors, variables: { UNRESOLVED_WAIT_SECONDS: "1" } });
});
afterAll(async () => {
  await test.close();
  await confluence.close();
});

beforeEach(async () => {
  confluence.clearFaults();
  for (const { id } of confluence.pages()) confluence.purgeAsPerson(id);
  const user = await buildUser(test.db, { membership: "admin", firstName: "Ada", lastName: "Lovelace" });
  workspaceId = user.workspaceId;
  admin = await test.signIn(user);
  const payload = {
    name: "Handbook",
    type: "confluence",
    baseUrl: confluence.url,
    spaceId: "DOC",
    apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
  };
  integrationId = (await admin.inject({ method: "POST", url: "/api/integrations", payload })).json<{ id: string }>().id;
  externalId = confluence.createAsPerson("Hours", `${MACRO}<p>Open from 9:00.</p><p>Closed on Sunday.</p>`);
  confluence.calls.splice(0);
  await read();
});

const read = async (readers = "everybody") => {
  const payload = { isOn: true, readers, places: [] };
  await admin.inject({ method: "PUT", url: `/api/wikis/${integrationId}`, payload });
  await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
};
const page = async () => {
  const [row] = await test.db.select().from(wikiPages).where(eq(wikiPages.integrationId, integrationId));
  if (!row) throw new Error("The page was not read");
  return row;
};
const order = async (change: object = {}, by = admin) => {
  const { id, readVersion } = await page();
  const words = { position: 0, kind: "replace", sentence: null, text: "Open from 10:00.", findingId: null };
  const payload = { pageId: id, version: readVersion, ...words, ...change };
  return by.inject({ method: "POST", url: "/api/wiki-repairs", payload });
};
const ordered = async (change: object = {}) => (await order(change)).json<WikiRepair>();
const outcome = async ({ id }: Pick<WikiRepair, "id">) =>
  (await admin.inject({ url: `/api/wiki-repairs/${id}` })).json<WikiRepair>();
const undo = async ({ id }: WikiRepair) =>
  (await admin.inject({ method: "POST", url: `/api/wiki-repairs/${id}/undo`, payload: {} })).json<WikiRepair>();
const isWaiting = async () =>
  (await test.db.select().from(wikiRepairs).where(eq(wikiRepairs.workspaceId, workspaceId))).some(
    ({ state }) => state === "waiting",
  );
const work = () =>
  vi.waitFor(
    async () => {
      await makeRepairs(test.deps);
      expect(await isWaiting()).toBe(false);
    },
    { timeout: PATIENCE_MS, interval: 200 },
  );
const stored = () => confluence.pages().find(({ id }) => id === externalId);
const words = () => stored()?.storage.replace(/<[^>]*>/g, "|");
const writes = () => confluence.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(CHANGE_CALL));

describe("A correction of a person's page", () => {
  it("is made once, with the person's name in the version's note, and the page is read again", async () => {
    const before = stored()?.storage ?? "";
    const repair = await ordered();
    expect([repair.state, writes().length]).toEqual(["waiting", 0]);
    await work();
    expect(stored()?.storage).toBe(before.replace("from 9:00", "from 10:00"));
    expect(stored()?.version).toMatchObject({ number: 2, message: expect.stringContaining("Ada Lovelace") });
    expect(await outcome(repair)).toMatchObject({
      state: "applied",
      before: "Open from 9:00.",
      after: "Open from 10:00.",
      canUndo: true,
    });
    await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
    const passages = await test.db.select().from(wikiStatements).where(eq(wikiStatements.workspaceId, workspaceId));
    expect(passages.map(({ text }) => text)).toContain("Open from 10:00.");
    const logs = await test.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
    expect(logs.map(({ message }) => message)).toContain("A page of the wiki was corrected. By Ada Lovelace.");
  });

  it("is not made without a press: reading, other work and refused orders write nothing", async () => {
    await makeRepairs(test.deps);
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await read();
    const reviewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    expect((await order({}, reviewer)).statusCode).toBe(403);
    expect((await order({ position: 99 })).statusCode).toBe(400);
    expect((await order({ sentence: "Nobody wrote this." })).statusCode).toBe(400);
    expect((await order({ version: "0" })).statusCode).toBe(409);
    await read("admins");
    const editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    expect((await order({}, editor)).statusCode).toBe(409);
    const stranger = await test.signIn();
    expect((await order({}, stranger)).statusCode).toBe(409);
    await makeRepairs(test.deps);
    expect(writes()).toEqual([]);
  });

  it("is not made on a page that somebody edited meanwhile, which is read again and can be ordered again", async () => {
    const repair = await ordered();
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await work();
    expect(await outcome(repair)).toMatchObject({ state: "changed" });
    expect(writes()).toEqual([]);
    expect((await page()).isDue).toBe(true);
    await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
    const again = await ordered();
    await work();
    expect(await outcome(again)).toMatchObject({ state: "applied" });
    expect(words()).toContain("Open from 10:00.");
    expect(words()).toContain("More.");
  });

  it("is found and not made twice when its answer is lost, also when people edit the page before it is looked for", async () => {
    const repair = await ordered({ kind: "add", text: "Ask at the door." });
    confluence.fail({ match: CHANGE_CALL, kind: { afterWork: "reset" } });
    await makeRepairs(test.deps);
    expect((await outcome(repair)).state).toBe("waiting");
    confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
    await work();
    expect((await outcome(repair)).state).toBe("applied");
    expect(words()?.split("Ask at the door.")).toHaveLength(2);
    expect(writes()).toHaveLength(1);
  });

  it("is made after all when the process died before its call went out", async () => {
    const repair = await ordered();
    const died = { intentAt: new Date(Date.now() - 60_000), attempts: 1, nextAttemptAt: new Date() };
    await test.db.update(wikiRepairs).set(died).where(eq(wikiRepairs.id, repair.id));
    await work();
    expect((await outcome(repair)).state).toBe("applied");
    expect([stored()?.version.number, writes().length]).toEqual([2, 1]);
  });

  it("says why it was refused, and writes nothing", async () => {
    confluence.editAsPerson(externalId, (draft) => {
      draft.storage = "<p>Open <strong>from</strong> 9:00.</p>";
    });
    await test.db.update(wikiPages).set({ isDue: true }).where(eq(wikiPages.integrationId, integrationId));
    await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
    const repair = await ordered({ text: "Closed." });
    await work();
    expect(await outcome(repair)).toMatchObject({ state: "refused", trouble: expect.stringContaining("formatted") });
    expect(writes()).toEqual([]);
  });

  it("is taken back exactly by one press, beside what people changed elsewhere", async () => {
    const before = stored()?.storage ?? "";
    const repair = await ordered();
    await work();
    confluence.editAsPerson(externalId, (draft) => {
      draft.storage = draft.storage.replace("Closed on Sunday.", "Closed on Monday.");
    });
    const taken = await undo(repair);
    await work();
    expect(await outcome(taken)).toMatchObject({ state: "applied", undoes: repair.id, canUndo: false });
    expect(stored()?.storage).toBe(before.replace("Closed on Sunday.", "Closed on Monday."));
    expect((await outcome(repair)).canUndo).toBe(false);
  });

  it("is not taken back when somebody changed the block since, and says so", async () => {
    const repair = await ordered();
    await work();
    confluence.editAsPerson(externalId, (draft) => {
      draft.storage = draft.storage.replace("from 10:00", "from 11:00");
    });
    const taken = await undo(repair);
    await work();
    expect(await outcome(taken)).toMatchObject({ state: "refused", trouble: expect.stringContaining("since") });
    expect(words()).toContain("Open from 11:00.");
  });

  it("waits for another one of the same page, so that two presses make one change", async () => {
    const [one, other] = await Promise.all([order(), order()]);
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 409]);
    await work();
    expect(writes()).toHaveLength(1);
  });
});
