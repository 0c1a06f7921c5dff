import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { knowledgeIntegrations } from "../db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { openKnowledgeConfig, sealApiKey } from "./credentials.ts";

const SCOPES = "read:content-details read:space read:page write:page delete:page read:label write:label"
  .split(" ")
  .map((scope) => `${scope}:confluence`);

let confluence: ConfluenceStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  confluence = await startConfluenceStandIn({
    accounts: [
      { email: "docs@serviceaccount.atlassian.com", token: "scoped-token", name: "Docs", scopes: SCOPES },
      { email: "docs@serviceaccount.atlassian.com", token: "reading-token", name: "Docs", scopes: SCOPES.slice(0, 3) },
      { email: "bot@acme.example", token: "confluence-token", name: "Docs Bot" },
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(confluence.url).host] }),
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

const SCOPED = "docs@serviceaccount.atlassian.com:scoped-token";
const CLASSIC = "bot@acme.example:confluence-token";
const gateway = () => `${confluence.gatewayUrl}/${confluence.cloudId}`;
const add = async (apiKey: string) =>
  (
    await person.inject({
      method: "POST",
      url: "/api/integrations",
      payload: { name: "Handbook", type: "confluence", baseUrl: confluence.url, spaceId: "DOC", apiKey },
    })
  ).json();
const change = async (id: string, payload: object) =>
  (await person.inject({ method: "PUT", url: `/api/integrations/${id}`, payload })).json();
const tried = async (id: string) =>
  (await person.inject({ method: "POST", url: `/api/integrations/${id}/test` })).json();
const rowOf = async (id: string) => {
  const [row] = await test.db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, id));
  if (!row) throw new Error("There is no such row.");
  return row;
};
const originOf = async (id: string) => openKnowledgeConfig(test.deps.secrets, await rowOf(id)).origin;

describe("a Confluence token with scopes", () => {
  it("entered with the site's address is taken when it is saved, and used through the gateway from then on", async () => {
    const saved = await add(SCOPED);
    expect(saved).toMatchObject({ baseUrl: confluence.url, trouble: null });
    expect(await originOf(saved.id)).toBe(gateway());
  });

  it("that was refused before this was known works after a test", async () => {
    const { id } = await add(SCOPED);
    const refused = { origin: null, trouble: "Confluence does not accept this e-mail address and API token." };
    await test.db.update(knowledgeIntegrations).set(refused).where(eq(knowledgeIntegrations.id, id));
    expect(await tried(id)).toMatchObject({ valid: true });
    expect(await rowOf(id)).toMatchObject({ origin: gateway(), trouble: null });
  });

  it("replaced by one without scopes is used at the site again", async () => {
    const { id } = await add(SCOPED);
    expect(await change(id, { apiKey: CLASSIC })).toMatchObject({ trouble: null });
    expect(await originOf(id)).toBeUndefined();
    expect(await change(id, { apiKey: SCOPED })).toMatchObject({ trouble: null });
    expect(await originOf(id)).toBe(gateway());
  });

  it("that lacks scopes is told which, at saving and at a test", async () => {
    const { id } = await add(SCOPED);
    const sentence = expect.stringContaining("write:page:confluence (to add and change pages)");
    const reading = "docs@serviceaccount.atlassian.com:reading-token";
    expect((await change(id, { apiKey: reading })).fields).toEqual([{ path: "apiKey", message: sentence }]);
    await test.db
      .update(knowledgeIntegrations)
      .set(sealApiKey(test.deps.secrets, person.viewer.workspaceId, id, reading))
      .where(eq(knowledgeIntegrations.id, id));
    expect(await tried(id)).toMatchObject({ valid: false, error: sentence });
  });

  it("may be entered with the gateway's address", async () => {
    const answer = await person.inject({
      method: "POST",
      url: "/api/integrations",
      payload: { name: "Handbook", type: "confluence", baseUrl: gateway(), spaceId: "DOC", apiKey: SCOPED },
    });
    expect(answer.json()).toMatchObject({ trouble: null });
    expect(await tried(answer.json().id)).toMatchObject({ valid: true });
  });
});
