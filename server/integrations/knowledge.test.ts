import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { integration } from "../../shared/contract/integrations.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import {
  DEFAULT_PARENT,
  DEFAULT_TOKEN,
  type NotionStandIn,
  startNotionStandIn,
} from "../../tools/stand-ins/notion/server.ts";
import { articles, knowledgeIntegrations, publications } from "../db/schema.ts";
import { buildArticle, buildIntegration, buildPublication } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { openKnowledgeConfig, sealApiKey } from "./credentials.ts";

let confluence: ConfluenceStandIn;
let notion: NotionStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  const accounts = [
    { email: "bot@acme.example", token: "confluence-token", name: "Docs Bot" },
    { email: "bot@acme.example", token: "rotated-secret", name: "Docs Bot" },
    { email: "reader@acme.example", token: "reader-token", name: "Reader", readOnly: true },
  ];
  confluence = await startConfluenceStandIn({
    accounts,
    spaces: [
      { key: "DOC", name: "Documentation" },
      { key: "ENG", name: "Engineering" },
    ],
  });
  notion = await startNotionStandIn({ requestsPerSecond: 1_000 });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [confluence.url, notion.url].map((url) => new URL(url).host) }),
      slackDistribution: "internal",
      confluenceGatewayUrl: confluence.gatewayUrl,
      notionApiUrl: notion.url,
      notionRequestsPerSecond: 1_000,
    }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await Promise.all([confluence.close(), notion.close()]);
});

const KEY = "bot@acme.example:confluence-token";
const MASK = "••••oken";
const handbook = () => ({ name: "Handbook", type: "confluence", apiKey: KEY, baseUrl: confluence.url, spaceId: "DOC" });
const wiki = () => ({ name: "Wiki", type: "notion", apiKey: DEFAULT_TOKEN.token, spaceId: DEFAULT_PARENT.id });

const post = (payload: object, as = person) => as.inject({ method: "POST", url: "/api/integrations", payload });
const put = (id: string, payload: object) => person.inject({ method: "PUT", url: `/api/integrations/${id}`, payload });
const list = async (as = person) => (await as.inject({ url: "/api/integrations" })).json();
const tried = async (id: string) =>
  (await person.inject({ method: "POST", url: `/api/integrations/${id}/test` })).json();
const made = async (payload: object = handbook()): Promise<{ id: string }> => (await post(payload)).json();
/**
 * Creates an integration with faulty values. They are written directly to the database, because the form refuses them.
 */
async function madeAndSpoilt({ apiKey, baseUrl = "", spaceId, type }: Record<string, string>): Promise<{ id: string }> {
  const { id } = await made(type === "notion" ? wiki() : handbook());
  const key = sealApiKey(test.deps.secrets, person.viewer.workspaceId, id, apiKey ?? "");
  const spoilt = { ...key, baseUrl, spaceId: spaceId ?? "" };
  await test.db.update(knowledgeIntegrations).set(spoilt).where(eq(knowledgeIntegrations.id, id));
  return { id };
}
const rowOf = async (id: string) => {
  const [row] = await test.db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, id));
  if (!row) throw new Error("There is no such row.");
  return row;
};
const storedKey = async (id: string) => openKnowledgeConfig(test.deps.secrets, await rowOf(id)).apiKey;

/** An article with a page on the integration. */
async function buildPage(integrationId: string, values: Parameters<typeof buildPublication>[1] = {}) {
  const { workspaceId } = person.viewer;
  const status = values.state === "parked" ? "failed" : values.state === "queued" ? "processing" : "published";
  const article = await buildArticle(test.db, { workspaceId, status });
  const page = { state: "published" as const, publishedVersion: 1, ...values };
  const publication = await buildPublication(test.db, { workspaceId, integrationId, articleId: article.id, ...page });
  return { articleId: article.id, publicationId: publication.id };
}
const statusOf = async (id: string) =>
  (await test.db.select({ status: articles.status }).from(articles).where(eq(articles.id, id)))[0]?.status;

describe("adding", () => {
  it("stores nothing before the platform has answered: an integration that ends the process is not there afterwards", async () => {
    const stored: unknown[] = [];
    confluence.before("GET /", async () => stored.push(await list()));
    await made();
    expect(stored).toEqual([[]]);
    expect(await list()).toHaveLength(1);
  });

  it("API-022 API-021 LIM-001 a knowledge integration is made and listed, its key as a mask only", async () => {
    const answer = await post({ ...handbook(), name: "  Handbook ", apiKey: ` ${KEY} ` });
    expect(answer.statusCode).toBe(200);
    expect(integration.parse(answer.json())).toEqual({
      ...handbook(),
      id: expect.any(String),
      apiKey: MASK,
      isActive: true,
      trouble: null,
      publishedArticles: 0,
      readerChannels: [],
      pageTree: { isOn: true, trouble: null },
      createdAt: expect.any(String),
    });
    expect(await list()).toEqual([answer.json()]);
    expect(await storedKey(answer.json().id)).toBe(KEY);
    expect(JSON.stringify(await rowOf(answer.json().id))).not.toContain("confluence-token");
  });

  it("refuses a place that is already connected, however it is written and also while it is switched off", async () => {
    const { id } = await made(wiki());
    const page = `https://www.notion.so/acme/Knowledge-${DEFAULT_PARENT.id.replaceAll("-", "")}?pvs=4`;
    const again = await post({ ...wiki(), name: "Wiki 2", spaceId: page });
    const message = "This place is already connected as “Wiki”.";
    expect(again.json()).toMatchObject({ message, fields: [{ path: "spaceId", message }] });
    await put(id, { isActive: false });
    const off = await post({ ...wiki(), name: "Wiki 2" });
    expect(off.json().message).toBe(`${message} It is switched off; switch it on again instead.`);
    expect((await post(wiki(), await test.signIn())).statusCode).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it("shows nothing of a key so short that four characters would give it away", async () => {
    const { id } = await madeAndSpoilt({ ...wiki(), apiKey: "ntn_short" });
    expect(await list()).toMatchObject([{ id, apiKey: "" }]);
    expect(await storedKey(id)).toBe("ntn_short");
  });

  it.each([
    ["a wrong Confluence token", () => ({ ...handbook(), apiKey: "bot@acme.example:wrong-secret" }), /token|accept/i],
    ["a space that is not there", () => ({ ...handbook(), spaceId: "NOPE" }), /space/i],
    ["a wrong Notion token", () => ({ ...wiki(), apiKey: "ntn_wrong-secret" }), /token|accept/i],
    ["a Notion page that was not shared", () => ({ ...wiki(), spaceId: "0".repeat(32) }), /share|Connections/i],
  ])(
    "with %s is refused at its field, when it is added and when it is changed, and nothing is saved",
    async (what, fields, why) => {
      const wrong = fields();
      const path = what.includes("token") ? "apiKey" : "spaceId";
      const refused = await post(wrong);
      expect([refused.statusCode, refused.json().fields]).toEqual([
        400,
        [{ path, message: expect.stringMatching(why) }],
      ]);
      expect(refused.body).not.toContain("secret");
      expect(await list()).toEqual([]);
      const right = wrong.type === "notion" ? wiki() : handbook();
      const { id } = (await post(right)).json();
      const before = await rowOf(id);
      expect((await put(id, wrong)).json().fields).toEqual([{ path, message: expect.stringMatching(why) }]);
      expect(await rowOf(id)).toEqual(before);
      expect((await put(id, right)).json()).toMatchObject({ trouble: null });
    },
  );

  const onlyHttps = "Only https addresses can be called.";
  it.each([
    ["confluence", "http://wiki.acme.example", onlyHttps],
    ["confluence", "https://10.0.0.1", "10.0.0.1 is not on the public internet"],
    ["confluence", "https://localhost:8443", "localhost is not on the public internet"],
    ["git-docs", "http://git.acme.example/docs.git", onlyHttps],
    ["servicenow", "https://10.0.0.1", "10.0.0.1 is not on the public internet"],
    ["zendesk", "http://acme.zendesk.example", onlyHttps],
  ])(
    "for %s at %s, which may never be called, is refused at its address, when it is added and when it is changed",
    async (type, baseUrl, why) => {
      const apiKey = type === "git-docs" ? "robot:token" : KEY;
      const wrong = { name: "Handbook", type, apiKey, baseUrl, spaceId: type === "zendesk" ? "360001" : "DOC" };
      const refused = [{ path: "baseUrl", message: expect.stringContaining(why) }];
      const answer = await post(wrong);
      expect([answer.statusCode, answer.json().fields]).toEqual([400, refused]);
      expect(await list()).toEqual([]);
      const { id } = await made();
      const before = await rowOf(id);
      expect((await put(id, wrong)).json().fields).toEqual(refused);
      expect(await rowOf(id)).toEqual(before);
    },
  );

  it("keeps nothing of what a slow check of an earlier token found", async () => {
    const { id } = await made();
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const { check } = test.deps.connectors.targets.confluence;
    const asked = vi
      .spyOn(test.deps.connectors.targets.confluence, "check")
      .mockImplementationOnce(async (...given) => {
        await held;
        return check(...given);
      });
    const before = asked.mock.calls.length;
    const changing = put(id, { apiKey: "bot@acme.example:wrong-secret" });
    await expect.poll(() => asked.mock.calls.length).toBe(before + 1);
    expect((await put(id, { apiKey: KEY })).json()).toMatchObject({ trouble: null });
    answerNow();
    expect((await changing).statusCode).toBe(400);
    expect(await list()).toMatchObject([{ id, trouble: null }]);
  });

  describe("a platform that does not answer in time", () => {
    /** Makes this check's time limit expire immediately. */
    function endTimeOf(longestMs: number) {
      const over = new AbortController();
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => (ms === longestMs ? over.signal : timeout(ms)));
      vi.spyOn(test.deps.connectors.targets.confluence, "check").mockImplementationOnce(async (_config, signal) => {
        over.abort();
        signal?.throwIfAborted();
        throw new Error("It was given no time limit.");
      });
    }
    afterEach(() => vi.restoreAllMocks());

    it("is said not to have answered when the integration is saved", async () => {
      endTimeOf(8_000);
      expect((await post(handbook())).json()).toMatchObject({
        trouble: null,
        notTested: "Confluence did not answer within 8 seconds. It is saved; press Test to try it again.",
      });
    });

    it("is said not to have answered when it is tested", async () => {
      const { id } = await made();
      endTimeOf(30_000);
      const error = "Confluence did not answer within 30 seconds.";
      expect(await tried(id)).toEqual({ valid: false, error, details: null });
    });
  });

  const token = "The token must be in the form email:token.";
  it.each([
    ["CONF-027 a Confluence token without an e-mail part", { apiKey: "abc" }, token],
    ["a token with a blank inside", { apiKey: "bot@acme.example: abc" }, token],
    ["an address without https", { baseUrl: "acme.atlassian.net" }, "Enter the whole address, starting with https://."],
    ["no address for Confluence", { baseUrl: " " }, "Confluence Base URL is required."],
    ["no space", { spaceId: "" }, "spaceId: Required."],
    ["no name", { name: " " }, "name: Required."],
    ["no key", { apiKey: "" }, "apiKey: Required."],
    ["the mask as a key", { apiKey: MASK }, "API Token is required."],
    ["a page ID of Notion's that is none", { type: "notion", spaceId: "Knowledge" }, "A page ID has 32 characters"],
    ["a switch", { isActive: false }, "There is no field 'isActive'."],
    ["a number as key", { apiKey: 7 }, "apiKey: Give text."],
    [
      "a platform nobody knows",
      { type: "sharepint" },
      "'sharepint' is no knowledge platform. Choose confluence, notion",
    ],
    ["the platform __proto__", { type: "__proto__" }, "is no knowledge platform"],
    [
      "an API token of Zendesk's, which it ends",
      { type: "zendesk", spaceId: "360001", apiKey: "only-a-token" },
      "Enter the identifier of the OAuth client and its secret.",
    ],
    [
      "a ServiceNow account without its user",
      { type: "servicenow", spaceId: "IT", apiKey: "only-a-password" },
      "Enter the user and the password.",
    ],
  ])("refuses %s with a sentence", async (_what, wrong, sentence) => {
    const answer = await post({ ...handbook(), ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
    expect(await list()).toEqual([]);
  });
});

describe("changing", () => {
  it("API-023 all fields change", async () => {
    const { id } = await made();
    const baseUrl = "https://acme.atlassian.net";
    const fields = {
      name: "Guide",
      type: "confluence",
      apiKey: "ada@acme.example:another-secret",
      baseUrl,
      spaceId: "ENG",
    };
    expect((await put(id, fields)).json()).toMatchObject({ ...fields, id, apiKey: "••••cret" });
    expect(await storedKey(id)).toBe(fields.apiKey);
  });

  it("API-023 only isActive changes and the rest stays", async () => {
    const { id } = await made();
    const [before] = await list();
    expect((await put(id, { isActive: false })).json()).toEqual({ ...before, isActive: false });
    expect((await put(id, { isActive: true })).json()).toEqual(before);
    expect(await storedKey(id)).toBe(KEY);
  });

  it.each([[""], ["   "], [MASK], [` ${MASK}`], ["••••"]])("the key '%s' keeps the stored one", async (apiKey) => {
    const { id } = await made();
    const answer = await put(id, { ...handbook(), name: "Renamed", spaceId: "ENG", apiKey });
    expect(answer.json()).toMatchObject({ name: "Renamed", spaceId: "ENG", apiKey: MASK });
    expect(await storedKey(id)).toBe(KEY);
  });

  it.each([
    ["a wrong token", { apiKey: "abc" }, 400],
    ["a blank address", { baseUrl: " " }, 400],
    ["another platform without its fields", { type: "servicenow", apiKey: "only-a-password" }, 400],
    ["another platform with the key of this one", { type: "notion", spaceId: DEFAULT_PARENT.id, apiKey: MASK }, 400],
    ["another host with the key of this one", { baseUrl: "https://thief.example", apiKey: MASK }, 400],
    ["a switch as text", { isActive: "false" }, 400],
    ["a field there is not", { trouble: null }, 400],
  ])("refuses %s and changes nothing", async (_what, wrong, status) => {
    const { id } = await made();
    const before = await rowOf(id);
    expect((await put(id, { name: "Changed", ...wrong })).statusCode).toBe(status);
    expect(await rowOf(id)).toEqual(before);
  });

  it("the place stays while it has articles; name, key and switch may change", async () => {
    const { id } = await made();
    await buildPage(id);
    for (const elsewhere of [{ spaceId: "ENG" }, { baseUrl: "https://other.example" }, { type: "notion" }]) {
      const answer = await put(id, elsewhere);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toBe(
        "Handbook holds 1 published article. Add another integration for the new place.",
      );
    }
    // A form sends all fields back, and a person may have added blanks.
    const same = { ...handbook(), apiKey: MASK, name: "New name", spaceId: " DOC ", baseUrl: `${confluence.url} ` };
    expect((await put(id, same)).json()).toMatchObject({
      ...handbook(),
      apiKey: MASK,
      name: "New name",
      publishedArticles: 1,
    });
    expect((await put(id, { apiKey: "bot@acme.example:rotated-secret" })).statusCode).toBe(200);
  });

  it("counts the articles that readers see there, as the library does", async () => {
    const { id } = await made();
    await buildPage(id);
    await buildPage(id, { state: "removed" });
    await buildPage(id, { state: "held" });
    const merged = await buildPage(id);
    await test.db.update(articles).set({ state: "merged" }).where(eq(articles.id, merged.articleId));
    const listed = (await person.inject({ url: "/api/integrations" })).json() as {
      id: string;
      publishedArticles: number;
    }[];
    expect(listed.find((one) => one.id === id)?.publishedArticles).toBe(1);
    const library = (await person.inject({ url: "/api/articles" })).json() as { publishedPlatforms: string[] }[];
    expect(library.filter(({ publishedPlatforms }) => publishedPlatforms.length > 0)).toHaveLength(1);
  });

  it("the page address of a Notion integration is a note: it changes while it has articles", async () => {
    const { id } = await made(wiki());
    await buildPage(id);
    const baseUrl = "https://www.notion.so/acme/Knowledge";
    expect((await put(id, { baseUrl })).json()).toMatchObject({ baseUrl });
    expect((await put(id, { spaceId: "f".repeat(32) })).statusCode).toBe(409);
  });

  it("what had been given up on is tried again after a new key, and what waits only for a switched-off one is done", async () => {
    const { id } = await made();
    const given = await buildPage(id, { state: "parked", publishedVersion: null, attempts: 8, trouble: "Refused." });
    const waiting = await buildPage(id, { state: "queued", publishedVersion: null });
    await put(id, { isActive: false });
    expect(await Promise.all([given, waiting].map(({ articleId }) => statusOf(articleId)))).toEqual([
      "published",
      "published",
    ]);
    await put(id, { isActive: true, apiKey: "bot@acme.example:rotated-secret" });
    const [row] = await test.db.select().from(publications).where(eq(publications.id, given.publicationId));
    expect(row).toMatchObject({ state: "queued", attempts: 0, trouble: null });
    expect(await statusOf(given.articleId)).toBe("processing");
  });
});

describe("removing", () => {
  it("API-024 it is gone from the list; an article that only waited for it is published", async () => {
    const { id } = await made();
    const failed = await buildPage(id, { state: "parked", publishedVersion: null });
    expect((await person.inject({ method: "DELETE", url: `/api/integrations/${id}` })).json()).toEqual({
      success: true,
    });
    expect(await list()).toEqual([]);
    expect(await statusOf(failed.articleId)).toBe("published");
    expect((await person.inject({ method: "DELETE", url: `/api/integrations/${id}` })).statusCode).toBe(404);
  });
});

describe("testing", () => {
  it("API-025 a working Confluence and a working Notion integration are valid", async () => {
    expect(await tried((await made()).id)).toEqual({
      valid: true,
      error: null,
      details: "Connected as Docs Bot; articles go to Space Documentation (DOC).",
    });
    expect(await tried((await made(wiki())).id)).toEqual({
      valid: true,
      error: null,
      details: "Connected as Lorekeep in Acme; articles go to Page Knowledge.",
    });
  });

  it.each([
    ["a wrong Confluence token", () => ({ ...handbook(), apiKey: "bot@acme.example:wrong-secret" }), /token|accept/i],
    ["a space that is not there", () => ({ ...handbook(), spaceId: "NOPE" }), /space/i],
    [
      "an account that may only read",
      () => ({ ...handbook(), apiKey: "reader@acme.example:reader-token" }),
      /may not add pages/,
    ],
    ["an address nobody answers at", () => ({ ...handbook(), baseUrl: "http://127.0.0.1:9" }), /\.$/],
    ["a wrong Notion token", () => ({ ...wiki(), apiKey: "ntn_wrong-secret" }), /token|accept/i],
    ["a Notion page that was not shared", () => ({ ...wiki(), spaceId: "0".repeat(32) }), /share|Connections/i],
  ])("API-025 says why with %s, keeps it in sight, and never shows the key", async (_what, fields, why) => {
    const { id } = await madeAndSpoilt(fields());
    const outcome = await tried(id);
    expect(outcome).toEqual({ valid: false, error: expect.stringMatching(why), details: null });
    expect(outcome.error).not.toMatch(/secret|reader-token/);
    expect(await list()).toMatchObject([{ id, trouble: outcome.error }]);
  });

  it("a test that works takes the trouble away and tries again what had been given up on", async () => {
    const { id } = await made();
    await test.db
      .update(knowledgeIntegrations)
      .set({ trouble: "It was refused." })
      .where(eq(knowledgeIntegrations.id, id));
    const { publicationId } = await buildPage(id, { state: "parked", publishedVersion: null });
    await tried(id);
    expect(await list()).toMatchObject([{ trouble: null }]);
    const [row] = await test.db.select().from(publications).where(eq(publications.id, publicationId));
    expect(row?.state).toBe("queued");
  });

  it("asks for the key again when the stored one cannot be opened, also when something else is changed", async () => {
    const { id } = await buildIntegration(test.db, { workspaceId: person.viewer.workspaceId });
    expect((await tried(id)).error).toBe("The stored credentials can no longer be read. Enter them again.");
    const answer = await put(id, { spaceId: "OPS" });
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining("Enter them again.")]);
    expect((await put(id, { spaceId: "OPS", apiKey: KEY })).statusCode).toBe(200);
  });
});
