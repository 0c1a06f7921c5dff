import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { OwnAccount } from "../../../shared/contract/own-accounts.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../../tools/stand-ins/confluence/server.ts";
import { submitConsent } from "../../../tools/stand-ins/oauth.ts";
import { platformGrants, wikiPages, wikiRepairs } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { unzip } from "../../workspace/accounts/testing/unzip.ts";
import { makeRepairs, readWiki } from "../index.ts";

const ADA = { email: "ada@acme.example", token: "ada-token", name: "Ada at Confluence" };
const BO = { email: "bo@acme.example", token: "bo-token", name: "Bo at Confluence" };
const ELSEWHERE = { email: "eve@other.example", token: "eve-token", name: "Eve", isElsewhere: true };
const OTHER_SITE = { id: "another-cloud-id", name: "Acme Labs", url: "https://acme-labs.atlassian.example" };
const CHANGE_CALL = "PUT /ex/confluence";
const MAY_NOT = "Your Confluence account may not edit this page.";

let confluence: ConfluenceStandIn;
let test: TestApp;
let admin: SignedIn;
let ada: SignedIn;
let workspaceId: string;
let integrationId: string;
let externalId: string;

beforeAll(async () => {
  const redirectUri = "http://localhost:3000/api/connections/confluence/callback";
  confluence = await startConfluenceStandIn({
    accounts: [DEFAULT_ACCOUNT, ADA, BO, ELSEWHERE],
    oauth: { apps: [{ clientId: "app", clientSecret: "client-secret", redirectUri }], otherSites: [OTHER_SITE] },
    callsInABurst: 100_000,
  });
  test = await createTestApp({
    variables: {
      ATLASSIAN_CLIENT_ID: "app",
      ATLASSIAN_CLIENT_SECRET: "client-secret",
      ATLASSIAN_AUTH_URL: confluence.authUrl,
      CONFLUENCE_GATEWAY_URL: confluence.gatewayUrl,
      EGRESS_ALLOW: new URL(confluence.url).host,
      UNRESOLVED_WAIT_SECONDS: "1",
    },
    connectors: (fetch, env) =>
      createConnectors({ fetch, slackDistribution: "internal", confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL }),
  });
});
afterAll(async () => {
  await test.close();
  await confluence.close();
});

beforeEach(async () => {
  confluence.clearFaults();
  for (const { id } of confluence.pages()) confluence.purgeAsPerson(id);
  confluence.clearComments();
  const owner = await buildUser(test.db, { membership: "owner" });
  workspaceId = owner.workspaceId;
  admin = await test.signIn(owner);
  ada = await join("Ada", "Lovelace");
  const payload = {
    name: "Handbook",
    type: "confluence",
    baseUrl: confluence.url,
    spaceId: "DOC",
    apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
  };
  integrationId = (await admin.inject({ method: "POST", url: "/api/integrations", payload })).json<{ id: string }>().id;
  externalId = confluence.createAsPerson("Hours", "<p>Open from 9:00.</p><p>Closed on Sunday.</p>");
  await read();
  confluence.calls.splice(0);
});

const join = async (firstName: string, lastName: string) =>
  test.signIn(await buildUser(test.db, { workspaceId, membership: "editor", firstName, lastName }));
const read = async (more: { needsOwnAccount?: boolean } = {}) => {
  const payload = { isOn: true, readers: "everybody", places: [], ...more };
  const answer = await admin.inject({ method: "PUT", url: `/api/wikis/${integrationId}`, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
};

/** Allows the access at the platform. Returns the address to which the platform leads the browser back. */
const consent = async (person: SignedIn, subject: string, from = "inbox") => {
  const begun = await person.inject({
    method: "POST",
    url: "/api/own-accounts",
    payload: { platform: "confluence", from },
  });
  const back = await submitConsent(begun.json<{ url: string }>().url, { subject });
  return back.pathname + back.search;
};
const follow = async (person: SignedIn, url: string) => {
  const { pathname, searchParams } = new URL(
    String((await person.inject({ url })).headers.location),
    "http://localhost:3000",
  );
  return [pathname, searchParams.get("outcome")];
};
const connect = async (person: SignedIn, { email }: { email: string } = ADA) =>
  follow(person, await consent(person, email));
const accounts = async (person: SignedIn) => (await person.inject({ url: "/api/own-accounts" })).json<OwnAccount[]>();
const disconnect = (person: SignedIn) => person.inject({ method: "DELETE", url: "/api/own-accounts/confluence" });
const exported = async (person: SignedIn) => {
  const files = await unzip((await person.inject({ url: "/api/personal-data" })).rawPayload);
  return JSON.parse(files.get("workspace/platform-grants.json") ?? "null");
};
const grants = () => test.db.select().from(platformGrants).where(eq(platformGrants.workspaceId, workspaceId));

const order = async (person: SignedIn, change: object = {}) => {
  const [page] = await test.db.select().from(wikiPages).where(eq(wikiPages.integrationId, integrationId));
  const words = { position: 0, kind: "replace", sentence: null, text: "Open from 10:00.", findingId: null };
  const payload = { pageId: page?.id, version: page?.readVersion, ...words, ...change };
  return person.inject({ method: "POST", url: "/api/wiki-repairs", payload });
};
const ordered = async (person: SignedIn, change: object = {}) => {
  const answer = await order(person, change);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<WikiRepair>();
};
const undo = async (person: SignedIn, { id }: WikiRepair) =>
  (await person.inject({ method: "POST", url: `/api/wiki-repairs/${id}/undo`, payload: {} })).json<WikiRepair>();
const outcome = async ({ id }: Pick<WikiRepair, "id">, person = ada) =>
  (await person.inject({ url: `/api/wiki-repairs/${id}` })).json<WikiRepair>();
const work = () =>
  vi.waitFor(
    async () => {
      await makeRepairs(test.deps);
      const isWaiting = and(eq(wikiRepairs.workspaceId, workspaceId), eq(wikiRepairs.state, "waiting"));
      expect(await test.db.$count(wikiRepairs, isWaiting)).toBe(0);
    },
    { timeout: PATIENCE_MS, interval: 200 },
  );
const stored = () => confluence.pages().find(({ id }) => id === externalId);
const idOf = (number: number) => `712020:account-${number}`;
const [BOT_ID, ADA_ID, BO_ID] = [idOf(1), idOf(2), idOf(3)];
const writes = () => confluence.calls.filter(({ method, path }) => method === "PUT" && path.includes("/pages/"));

describe("A person's own account at a wiki platform", () => {
  it("is connected by its person, sealed, and named to nobody else", async () => {
    expect(await accounts(ada)).toEqual([
      {
        platform: "confluence",
        account: null,
        integrations: [{ id: integrationId, name: "Handbook", isCovered: false, isRequired: false }],
      },
    ]);
    expect(await connect(ada)).toEqual(["/articles", "own-connected"]);
    expect(await accounts(ada)).toMatchObject([
      { account: { name: ADA.name, ended: null }, integrations: [{ isCovered: true }] },
    ]);
    expect(await accounts(admin)).toMatchObject([{ account: null, integrations: [{ isCovered: false }] }]);
    const [grant] = await grants();
    expect(grant).toMatchObject({ personId: ada.viewer.userId, accountId: ADA_ID });
    expect(grant?.facts.sites).toHaveLength(1);
    expect(grant?.scopes).not.toContain("delete:page:confluence");
    expect(grant?.tokensSealed).toMatch(/^v\d/);
    expect(await exported(ada)).toMatchObject([{ accountName: ADA.name, personId: ada.viewer.userId }]);
    expect(JSON.stringify(await exported(ada))).not.toContain(grant?.tokensSealed);
    expect(await exported(admin)).toEqual([]);
    const unfinished = (await admin.inject({ url: "/api/connections" })).json<{ unfinished: unknown[] }>().unfinished;
    const ofAda = (await ada.inject({ url: "/api/connections" })).json<{ unfinished: unknown[] }>().unfinished;
    expect([unfinished, ofAda]).toEqual([[], []]);
  });

  it("is taken only once, and only in the session that began", async () => {
    const bo = await join("Bo", "Peep");
    const answer = await consent(ada, ADA.email, "settings");
    expect(await follow(bo, answer)).toEqual(["/settings/personal", "stale"]);
    expect(await follow(await test.signIn(), answer)).toEqual(["/configuration", "stale"]);
    expect(await follow(ada, answer)).toEqual(["/settings/personal", "own-connected"]);
    expect(await follow(ada, answer)).toEqual(["/settings/personal", "stale"]);
    expect((await grants()).map(({ personId }) => personId)).toEqual([ada.viewer.userId]);
  });

  it("is refused for another site, for fewer rights, and to people who may not change pages", async () => {
    expect(await connect(ada, ELSEWHERE)).toEqual(["/articles", "other-site"]);
    const begun = await ada.inject({
      method: "POST",
      url: "/api/own-accounts",
      payload: { platform: "confluence", from: "inbox" },
    });
    const few = new URL(begun.json<{ url: string }>().url);
    few.searchParams.set("scope", "read:page:confluence offline_access");
    const back = await submitConsent(few.href, { subject: ADA.email });
    expect(await follow(ada, back.pathname + back.search)).toEqual(["/articles", "denied"]);
    const reviewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    const refused = await reviewer.inject({
      method: "POST",
      url: "/api/own-accounts",
      payload: { platform: "confluence", from: "inbox" },
    });
    expect(refused.statusCode).toBe(403);
    const noSuch = await ada.inject({
      method: "POST",
      url: "/api/own-accounts",
      payload: { platform: "notion", from: "inbox" },
    });
    expect(noSuch.statusCode).toBe(400);
    expect(await grants()).toEqual([]);
  });

  it("goes when it is disconnected, when its person leaves, and with the last integration of the platform", async () => {
    const bo = await join("Bo", "Peep");
    await connect(ada);
    await connect(bo, BO);
    await disconnect(ada);
    expect((await grants()).map(({ accountId }) => accountId)).toEqual([BO_ID]);
    const answer = await consent(bo, BO.email);
    await admin.inject({ method: "DELETE", url: `/api/people/${bo.viewer.userId}` });
    expect(await grants()).toEqual([]);
    await bo.inject({ url: answer });
    expect(await grants()).toEqual([]);
    await connect(ada);
    expect(await grants()).toHaveLength(1);
    await admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` });
    expect(await grants()).toEqual([]);
  });
});

describe("A correction by a person with an own account", () => {
  it("is made and undone with it, so that the platform's history names this person", async () => {
    await connect(ada);
    const repair = await ordered(ada);
    await work();
    expect(await outcome(repair)).toMatchObject({ state: "applied" });
    expect(stored()?.version).toMatchObject({ number: 2, authorId: ADA_ID });
    const bo = await join("Bo", "Peep");
    await connect(bo, BO);
    const taken = await undo(bo, repair);
    await work();
    expect(await outcome(taken, bo)).toMatchObject({ state: "applied", undoes: repair.id });
    expect(stored()?.version).toMatchObject({ number: 3, authorId: BO_ID });
  });

  it("is refused where the platform refuses this person, although the integration may edit, and keeps the ordered words", async () => {
    await connect(ada);
    confluence.restrictEditing(externalId, DEFAULT_ACCOUNT.email, BO.email);
    const repair = await ordered(ada);
    await work();
    expect(await outcome(repair)).toMatchObject({ state: "refused", trouble: MAY_NOT, text: "Open from 10:00." });
    const trouble = "The Confluence account of the person who ordered this may not edit this page.";
    expect(await outcome(repair, admin)).toMatchObject({ state: "refused", trouble, text: null });
    expect(stored()?.version.number).toBe(1);
    const bo = await join("Bo", "Peep");
    await connect(bo, BO);
    const again = await ordered(bo);
    await work();
    expect(await outcome(again, bo)).toMatchObject({ state: "applied" });
    expect(stored()?.version).toMatchObject({ number: 2, authorId: BO_ID });
  });

  it("is refused on a page that this person may not see", async () => {
    await connect(ada);
    const repair = await ordered(ada);
    confluence.restrictAsPerson(externalId, "account");
    await work();
    expect(await outcome(repair)).toMatchObject({ state: "refused", trouble: MAY_NOT });
    expect(stored()?.version.number).toBe(1);
  });

  it("is never made with the account of another member", async () => {
    await connect(ada);
    const bo = await join("Bo", "Peep");
    await ordered(bo);
    await work();
    expect(stored()?.version).toMatchObject({ authorId: BOT_ID, message: expect.stringContaining("Bo Peep") });
    const stranger = await test.signIn();
    expect(await accounts(stranger)).toEqual([]);
    expect((await disconnect(stranger)).statusCode).toBe(404);
    expect((await disconnect(bo)).statusCode).toBe(404);
    expect((await grants()).map(({ personId }) => personId)).toEqual([ada.viewer.userId]);
  });

  it("is found and not made twice when its answer was lost, also when the account was disconnected or lost the page since", async () => {
    for (const lose of [
      async () => void (await disconnect(ada)),
      async () => confluence.restrictAsPerson(externalId, "account"),
    ]) {
      await connect(ada);
      confluence.restrictAsPerson(externalId);
      const before = stored()?.version.number ?? 0;
      const repair = await ordered(ada, { kind: "add", text: `Ask at door ${before}.` });
      confluence.fail({ match: CHANGE_CALL, kind: { afterWork: "reset" } });
      await makeRepairs(test.deps);
      expect((await outcome(repair)).state).toBe("waiting");
      await lose();
      confluence.editAsPerson(externalId, (draft) => void (draft.storage += "<p>More.</p>"));
      await work();
      const [row] = await test.db.select().from(wikiRepairs).where(eq(wikiRepairs.id, repair.id));
      expect(row?.state).toBe("applied");
      expect(stored()?.storage.split(`door ${before}`)).toHaveLength(2);
      expect(stored()?.version.number).toBe(before + 2);
      confluence.restrictAsPerson(externalId);
      await read();
    }
  });

  it("is made once when the process died before its call went out", async () => {
    await connect(ada);
    const repair = await ordered(ada);
    const died = { intentAt: new Date(Date.now() - 60_000), attempts: 1, nextAttemptAt: new Date() };
    await test.db.update(wikiRepairs).set(died).where(eq(wikiRepairs.id, repair.id));
    await work();
    expect((await outcome(repair)).state).toBe("applied");
    expect([stored()?.version.authorId, writes().length]).toEqual([ADA_ID, 1]);
  });

  it("is not made with the integration's account when the own one was disconnected or withdrawn after the order", async () => {
    const trouble = "Your Confluence account is not connected any more. Connect it again.";
    await connect(ada);
    const first = await ordered(ada);
    await disconnect(ada);
    await work();
    expect(await outcome(first)).toMatchObject({ state: "refused", trouble });
    await connect(ada);
    const second = await ordered(ada);
    confluence.oauth.revokeAll(ADA.email);
    await work();
    expect(await outcome(second)).toMatchObject({ state: "refused", trouble });
    expect(writes().filter(({ status }) => status === 200)).toEqual([]);
    expect(await accounts(ada)).toMatchObject([{ account: { ended: expect.stringContaining("Connect it again") } }]);
    expect((await order(ada)).json()).toMatchObject({ message: trouble });
    await connect(ada);
    const third = await ordered(ada);
    await work();
    expect(await outcome(third)).toMatchObject({ state: "applied" });
  });

  it("is the only one where an admin requires own accounts", async () => {
    await read({ needsOwnAccount: true });
    const message = "Pages are corrected here only with a person's own account. Connect your Confluence account first.";
    const refused = await order(ada);
    expect([refused.statusCode, refused.json().message]).toEqual([409, message]);
    expect(await accounts(ada)).toMatchObject([{ integrations: [{ isRequired: true }] }]);
    await read();
    expect((await order(ada)).statusCode).toBe(409);
    await connect(ada);
    await ordered(ada);
    await work();
    expect(stored()?.version).toMatchObject({ number: 2, authorId: ADA_ID });
    await read({ needsOwnAccount: false });
    await disconnect(ada);
    const waits = await ordered(ada, { text: "Open from 11:00." });
    await read({ needsOwnAccount: true });
    await work();
    expect(await outcome(waits)).toMatchObject({ state: "refused", trouble: message });
    expect(stored()?.version.number).toBe(2);
  });
});

describe("A comment by a person with an own account", () => {
  it("is theirs, and is deleted by them alone", async () => {
    await connect(ada);
    const left = await ordered(ada, { way: "comment" });
    await work();
    expect(confluence.comments()).toMatchObject([{ authorId: ADA_ID }]);
    const bo = await join("Bo", "Peep");
    await connect(bo, BO);
    const tried = await undo(bo, left);
    await work();
    const trouble = "Your Confluence account may not delete this comment.";
    expect(await outcome(tried, bo)).toMatchObject({ state: "refused", trouble });
    await undo(ada, left);
    await work();
    expect(confluence.comments()).toEqual([]);
  });

  it("that the integration left is deleted by the integration, also for a person with an own account", async () => {
    const left = await ordered(ada, { way: "comment" });
    await work();
    expect(confluence.comments()).toMatchObject([{ authorId: BOT_ID }]);
    await connect(ada);
    await undo(ada, left);
    await work();
    expect(confluence.comments()).toEqual([]);
  });
});
