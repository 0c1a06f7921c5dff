import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { knowledgeIntegrations } from "../db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { openKnowledgeConfig } from "./credentials.ts";

const account = "bot@acme.example";
const KEY = `${account}:confluence-token`;
const MASK = "••••oken";
let confluence: ConfluenceStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  const accounts = ["confluence-token", "rotated-secret"].map((token) => ({ email: account, token, name: "Docs Bot" }));
  confluence = await startConfluenceStandIn({ accounts, spaces: [{ key: "DOC", name: "Documentation" }] });
  const fetch = createSafeFetch({ allow: [new URL(confluence.url).host] });
  test = await createTestApp({
    connectors: createConnectors({
      fetch,
      slackDistribution: "internal",
      confluenceGatewayUrl: confluence.gatewayUrl,
    }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await confluence.close();
});

const whole = () => ({ name: "Handbook", type: "confluence", apiKey: KEY, baseUrl: confluence.url, spaceId: "DOC" });
const apart = () => ({ ...whole(), apiKey: "confluence-token", settings: { account } });
const post = (payload: object) => person.inject({ method: "POST", url: "/api/integrations", payload });
const put = (id: string, payload: object) => person.inject({ method: "PUT", url: `/api/integrations/${id}`, payload });
const list = async () => (await person.inject({ url: "/api/integrations" })).json();
const tried = async (id: string) =>
  (await person.inject({ method: "POST", url: `/api/integrations/${id}/test` })).json();
const made = async (payload: object = whole()): Promise<{ id: string }> => (await post(payload)).json();
const rowOf = async (id: string) => {
  const [row] = await test.db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, id));
  if (!row) throw new Error("There is no such row.");
  return row;
};
const storedKey = async (id: string) => openKnowledgeConfig(test.deps.secrets, await rowOf(id)).apiKey;

describe("A credential of two parts", () => {
  it("is entered in two fields, stored with the secret sealed, and sent to the platform as one", async () => {
    const { id } = await made(apart());
    expect(await storedKey(id)).toBe(KEY);
    expect(await tried(id)).toMatchObject({ valid: true });
    expect((await list())[0]).toMatchObject({ apiKey: MASK, settings: { account } });
    expect((await put(id, { apiKey: "rotated-secret", settings: { account } })).statusCode).toBe(200);
    expect(await storedKey(id)).toBe(`${account}:rotated-secret`);
  });

  it("that was stored whole keeps working when its e-mail address is entered beside it", async () => {
    const { id } = await made();
    expect((await put(id, { name: "Renamed" })).statusCode).toBe(200);
    expect((await put(id, { settings: { account } })).statusCode).toBe(200);
    expect(await storedKey(id)).toBe(KEY);
    expect(await tried(id)).toMatchObject({ valid: true });
  });

  it("is replaced by one that is given whole", async () => {
    const { id } = await made(apart());
    expect((await put(id, { apiKey: `${account}:rotated-secret` })).statusCode).toBe(200);
    expect([await storedKey(id), (await rowOf(id)).settings]).toEqual([`${account}:rotated-secret`, {}]);
  });

  it("is refused at the field that is wrong: no e-mail address, half a one, or somebody else's", async () => {
    const refused = async (change: object) => {
      const answer = await post({ ...apart(), ...change });
      return [answer.statusCode, answer.json().fields?.map(({ path }: { path: string }) => path)];
    };
    expect(await refused({ settings: {} })).toEqual([400, ["apiKey"]]);
    expect(await refused({ settings: { account: "bot" } })).toEqual([400, ["account", "apiKey"]]);
    expect(await refused({ settings: { account: "other@acme.example" } })).toEqual([400, ["apiKey"]]);
    expect(await list()).toEqual([]);
  });
});
