import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { KEY_SCOPES } from "../../shared/domain/api-keys.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  startConfluenceStandIn,
} from "../../tools/stand-ins/confluence/server.ts";
import { inWorkspaceAsEverybody } from "../db/audience.ts";
import { wikiStatements } from "../db/schema.ts";
import { buildApiKey, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { readWiki } from "../wiki/index.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";
import { findPages } from "./find-pages.ts";

let confluence: ConfluenceStandIn;
let test: TestApp;
let admin: SignedIn;
let workspaceId: string;
let integrationId: string;
let headers: Record<string, string>;
/** A process that has looked no page up yet. */
let fresh: () => TestApp["deps"];

const QUESTION = "Within how many days are shoes taken back?";
const WORDS = "Shoes are taken back within 30 days.";
const LOOK_UP = "GET /wiki/rest/api/content/search";

beforeAll(async () => {
  confluence = await startConfluenceStandIn({
    callsInABurst: 100_000,
    spaces: [
      { key: "DOC", name: "Documentation" },
      { key: "OLD", name: "Archive" },
    ],
  });
  const create = () =>
    createConnectors({
      fetch: createSafeFetch({ allow: ["127.0.0.1"] }),
      slackDistribution: "internal",
      confluenceGatewayUrl: confluence.gatewayUrl,
    });
  test = await createTestApp({ connectors: create() });
  fresh = () => ({ ...test.deps, connectors: { ...test.deps.connectors } });
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
  const payload = {
    name: "Handbook",
    type: "confluence",
    baseUrl: confluence.url,
    spaceId: "DOC",
    apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
  };
  integrationId = (await admin.inject({ method: "POST", url: "/api/integrations", payload })).json<{ id: string }>().id;
  await admin.inject({
    method: "PUT",
    url: `/api/wikis/${integrationId}`,
    payload: { isOn: true, readers: "everybody", places: [] },
  });
  const key = `lk_${createToken()}`;
  headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
  const may = { scopes: [...KEY_SCOPES], audience: "everybody" as const };
  await buildApiKey(test.db, { workspaceId, createdBy: user.id, keyHash: hashToken(key), ...may });
});

const read = () => readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
const write = (title = "Returns", place: { parentId?: string } = {}) =>
  confluence.createAsPerson(title, `<p>${WORDS}</p>`, place);
const lookUps = () => confluence.calls.filter(({ method, path }) => `${method} ${path}`.startsWith(LOOK_UP)).length;
const ofEverybody = async (deps = test.deps) =>
  (
    await findPages(deps, (work) => inWorkspaceAsEverybody(test.db, workspaceId, work), {
      question: QUESTION,
      previous: null,
    })
  ).found !== null;
const ask = async () =>
  (await admin.inject({ method: "POST", url: "/api/ask", payload: { question: QUESTION } })).body.includes("30 days");

/** A door through which an answer leaves: whether it shows the page. */
const DOORS: [name: string, isShown: () => Promise<boolean>][] = [
  ["Ask", ask],
  ["chat", () => ofEverybody()],
  [
    "the API",
    async () => {
      const payload = { question: QUESTION };
      return (await test.app.inject({ method: "POST", url: "/api/v1/ask", headers, payload })).body.includes("30 days");
    },
  ],
  [
    "MCP",
    async () => {
      const call = { name: "ask", arguments: { question: QUESTION } };
      const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
      return (await test.app.inject({ method: "POST", url: "/mcp", headers, payload })).body.includes("30 days");
    },
  ],
];

describe("A page that was read", () => {
  it.each(DOORS)(
    "is answered from in %s, and not from the moment on at which somebody deletes it",
    async (_name, isShown) => {
      const id = write();
      await read();
      confluence.trashAsPerson(id);
      expect(await isShown()).toBe(false);
      expect(await test.db.select().from(wikiStatements).where(eq(wikiStatements.workspaceId, workspaceId))).toEqual(
        [],
      );
    },
  );

  it.each([
    ["deleted", (id: string) => confluence.trashAsPerson(id)],
    ["moved to a space that is not read", (id: string) => confluence.moveAsPerson(id, "OLD")],
    ["restricted", (id: string) => confluence.restrictAsPerson(id, "person", "account")],
    ["hidden from the account, too", (id: string) => confluence.restrictAsPerson(id, "person")],
    [
      "below one that is restricted now",
      (_: string, parentId: string) => confluence.restrictAsPerson(parentId, "person", "account"),
    ],
  ])("is in no answer once it is %s, before any look at the wiki", async (_what, change) => {
    const parent = confluence.createAsPerson("Shop", "<p>The shop.</p>");
    const id = write("Returns", { parentId: parent });
    await read();
    expect(await ofEverybody(fresh())).toBe(true);
    change(id, parent);
    expect(await ofEverybody(fresh())).toBe(false);
    // It stays so in every process, without another call.
    const before = lookUps();
    expect(await ask()).toBe(false);
    expect(lookUps()).toBe(before);
  });

  it("gives way to the next page, which is looked up as well", async () => {
    const [first, second] = [write("Returns"), write("Shoes taken back")];
    await read();
    for (const id of [first, second]) {
      expect(await ofEverybody(fresh())).toBe(true);
      confluence.trashAsPerson(id);
    }
    expect(await ofEverybody(fresh())).toBe(false);
  });

  it("is answered from while the platform is down or refuses the account, and is not asked about again for a while", async () => {
    write();
    await read();
    for (const status of [503, 401]) {
      const deps = fresh();
      confluence.fail({ match: LOOK_UP, kind: { status } });
      const before = lookUps();
      expect([await ofEverybody(deps), await ofEverybody(deps)]).toEqual([true, true]);
      expect(lookUps()).toBe(before + 1);
    }
  });

  it("is not waited for when the platform does not answer", async () => {
    write();
    await read();
    confluence.fail({ match: LOOK_UP, kind: { afterWork: "hang" } });
    const deps = fresh();
    expect(await ofEverybody(deps)).toBe(true);
    expect(await ofEverybody(deps)).toBe(true);
  });

  it("is looked up once a minute, however often it answers", async () => {
    write();
    await read();
    const deps = fresh();
    const before = lookUps();
    for (let n = 0; n < 3; n += 1) expect(await ofEverybody(deps)).toBe(true);
    expect(lookUps()).toBe(before + 1);
  });

  it("comes back when it is restored and the wiki is looked at", async () => {
    const id = write();
    await read();
    confluence.restrictAsPerson(id, "person", "account");
    expect(await ofEverybody(fresh())).toBe(false);
    confluence.restrictAsPerson(id);
    await admin.inject({
      method: "PUT",
      url: `/api/wikis/${integrationId}`,
      payload: { isOn: true, readers: "everybody", places: ["DOC"] },
    });
    await read();
    expect(await ofEverybody(fresh())).toBe(true);
  });
});
