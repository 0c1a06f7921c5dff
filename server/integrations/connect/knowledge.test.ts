import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../../tools/stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, type NotionStandIn, startNotionStandIn } from "../../../tools/stand-ins/notion/server.ts";
import { submitConsent } from "../../../tools/stand-ins/oauth.ts";
import { knowledgeIntegrations, platformGrants } from "../../db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

const appOf = (platform: string) => ({
  clientId: `app of ${platform}`,
  clientSecret: "client-secret",
  redirectUri: `http://localhost:3000/api/connections/${platform}/callback`,
});
/** More spaces than Confluence returns on one page. */
const MANY_SPACES = Array.from({ length: 300 }, (_, at) => ({ key: `T${at}`, name: `Team ${at}` }));
const OTHER_SITE = { id: "another-cloud-id", name: "Acme Labs", url: "https://acme-labs.atlassian.example" };

let confluence: ConfluenceStandIn;
let notion: NotionStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  const spaces = [{ key: "DOC", name: "Documentation" }, ...MANY_SPACES];
  confluence = await startConfluenceStandIn({
    spaces,
    oauth: { apps: [appOf("confluence")], otherSites: [OTHER_SITE] },
  });
  notion = await startNotionStandIn({ oauth: { apps: [appOf("notion")], templatePageId: DEFAULT_PARENT.id } });
  test = await createTestApp({
    variables: {
      ATLASSIAN_CLIENT_ID: "app of confluence",
      ATLASSIAN_CLIENT_SECRET: "client-secret",
      ATLASSIAN_AUTH_URL: confluence.authUrl,
      CONFLUENCE_GATEWAY_URL: confluence.gatewayUrl,
      NOTION_CLIENT_ID: "app of notion",
      NOTION_CLIENT_SECRET: "client-secret",
      NOTION_API_URL: notion.url,
      EGRESS_ALLOW: [confluence, notion].map(({ url }) => new URL(url).host).join(","),
    },
    connectors: (fetch, env) =>
      createConnectors({
        fetch,
        slackDistribution: "internal",
        confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL,
        notionApiUrl: env.NOTION_API_URL,
      }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await confluence.close();
  await notion.close();
});

async function allow(platform: string, integrationId?: string, scopes?: string) {
  const payload = { platform, ...(integrationId && { integrationId }) };
  const { url } = (await person.inject({ method: "POST", url: "/api/connections", payload })).json();
  const asked = new URL(url);
  if (scopes) asked.searchParams.set("scope", scopes);
  const subject = platform === "notion" ? await botOf() : "bot@acme.example";
  const back = await submitConsent(asked.href, { subject });
  const { headers } = await person.inject({ url: back.pathname + back.search });
  return Object.fromEntries(new URL(String(headers.location), "http://localhost:3000").searchParams);
}
/** The workspace that Notion's consent page offers. */
async function botOf(): Promise<string> {
  return notion.oauth.subjects[0]?.id ?? "";
}
const begun = async () => (await person.inject({ url: "/api/connections" })).json().unfinished;
const finish = (id: string, payload: object) =>
  person.inject({ method: "POST", url: `/api/connections/${id}/integration`, payload });
const tried = async (id: string) =>
  (await person.inject({ method: "POST", url: `/api/integrations/${id}/test` })).json();
const rowOf = async (id: string) =>
  (await test.db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, id)))[0];

describe("Confluence by OAuth 2.0 (3LO)", () => {
  const connected = async (): Promise<string> => {
    expect(await allow("confluence")).toEqual({ connect: "confluence", outcome: "finish" });
    const [connection] = await begun();
    const answer = await finish(connection.id, { name: "Handbook", siteId: confluence.cloudId, spaceId: "DOC" });
    expect(answer.json()).toMatchObject({ baseUrl: confluence.url, isConnected: true, trouble: null });
    return answer.json().id;
  };

  it("asks which of several sites it is for, and works through Atlassian's gateway", async () => {
    await allow("confluence");
    const [connection] = await begun();
    expect(connection.sites.map(({ name }: { name: string }) => name)).toEqual(["acme", "Acme Labs"]);
    const withoutSite = await finish(connection.id, { name: "Handbook", spaceId: "DOC" });
    expect(withoutSite.json()).toMatchObject({ fields: [{ path: "siteId", message: "Choose the site." }] });
    const { id } = (
      await finish(connection.id, { name: "Handbook", siteId: confluence.cloudId, spaceId: "DOC" })
    ).json();
    expect(await rowOf(id)).toMatchObject({
      origin: `${confluence.gatewayUrl}/${confluence.cloudId}`,
      apiKeySealed: "",
    });
    expect(await begun()).toEqual([]);
    expect(await tried(id)).toMatchObject({ valid: true });
    const change = { name: "Wiki", baseUrl: confluence.url, spaceId: "DOC", apiKey: "" };
    const changed = await person.inject({ method: "PUT", url: `/api/integrations/${id}`, payload: change });
    expect(changed.json()).toMatchObject({ name: "Wiki", trouble: null });
  });

  it("lists the spaces to choose from, found by a part of their name, for whoever connected it", async () => {
    await allow("confluence");
    const [connection] = await begun();
    const places = (search: string, as = person) =>
      as.inject({ url: `/api/connections/${connection.id}/places?siteId=${confluence.cloudId}&search=${search}` });
    expect((await places("")).json()).toEqual([
      { id: "DOC", name: "Documentation (DOC)" },
      ...MANY_SPACES.slice(0, 49).map(({ key, name }) => ({ id: key, name: `${name} (${key})` })),
    ]);
    expect((await places("team%20299")).json()).toEqual([{ id: "T299", name: "Team 299 (T299)" }]);
    expect((await places("nothing")).json()).toEqual([]);
    expect((await places("", await test.signIn())).statusCode).toBe(404);
    const [id] = [connection.id];
    expect((await person.inject({ url: `/api/connections/${id}/places` })).json().message).toBe("Choose the site.");
  });

  it("refuses a space that is already connected with a token, and names that integration at the field", async () => {
    const first = await person.inject({
      method: "POST",
      url: "/api/integrations",
      payload: {
        name: "Team knowledge",
        type: "confluence",
        apiKey: "bot@acme.example:confluence-token",
        baseUrl: `${confluence.url}/wiki/spaces/DOC`,
        spaceId: " DOC ",
      },
    });
    expect(first.statusCode, first.body).toBe(200);
    await allow("confluence");
    const [connection] = await begun();
    const answer = await finish(connection.id, { name: "Again", siteId: confluence.cloudId, spaceId: "DOC" });
    expect(answer.statusCode).toBe(400);
    const message = "This place is already connected as “Team knowledge”.";
    expect(answer.json()).toMatchObject({ message, fields: [{ path: "spaceId", message }] });
    const other = await finish(connection.id, { name: "Teams", siteId: confluence.cloudId, spaceId: "T299" });
    expect(other.statusCode, other.body).toBe(200);
    const url = `/api/integrations/${other.json().id}`;
    const moved = await person.inject({ method: "PUT", url, payload: { spaceId: "DOC" } });
    expect(moved.json()).toMatchObject({ fields: [{ path: "spaceId", message }] });
  });

  it("lists them for its integration as well, so that another one is chosen as it was at first", async () => {
    const id = await connected();
    const places = (search: string, as = person) =>
      as.inject({ url: `/api/integrations/${id}/places?search=${search}` });
    expect((await places("documentation")).json()).toEqual([{ id: "DOC", name: "Documentation (DOC)" }]);
    expect((await places("team%20299")).json()).toEqual([{ id: "T299", name: "Team 299 (T299)" }]);
    expect((await places("", await test.signIn())).statusCode).toBe(404);
    confluence.oauth.revokeAll("bot@acme.example");
    const refused = await places("");
    expect([refused.statusCode, refused.json().message]).toEqual([
      502,
      expect.stringMatching(/^Atlassian no longer accepts this connection\./),
    ]);
  });

  it("says why there is no list, and takes a space that is entered all the same", async () => {
    await allow("confluence", undefined, "read:content-details:confluence offline_access");
    const [connection] = await begun();
    const answer = await person.inject({
      url: `/api/connections/${connection.id}/places?siteId=${confluence.cloudId}`,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      502,
      expect.stringContaining("Atlassian did not allow the scope read:space:confluence"),
    ]);
  });

  it("names the scopes that are missing", async () => {
    const id = await connected();
    const few = "read:content-details:confluence read:space:confluence read:page:confluence offline_access";
    expect(await allow("confluence", id, few)).toMatchObject({ outcome: "connected" });
    expect(await tried(id)).toMatchObject({
      valid: false,
      error: expect.stringMatching(
        /^Atlassian did not allow .*write:page:confluence \(to add and change pages\).*Press Connect again/,
      ),
    });
  });

  it("that was withdrawn says so, and works again once it is connected again", async () => {
    const id = await connected();
    confluence.oauth.revokeAll("bot@acme.example");
    const sentence = "Atlassian no longer accepts this connection. Connect it again; nothing that was read is lost.";
    expect(await tried(id)).toMatchObject({ valid: false, error: sentence });
    expect(await allow("confluence", id)).toEqual({ connect: "confluence", outcome: "connected" });
    expect(await rowOf(id)).toMatchObject({ trouble: null });
  });

  it("that is given up, or removed with its integration, leaves no tokens", async () => {
    await allow("confluence");
    const [connection] = await begun();
    await person.inject({ method: "DELETE", url: `/api/connections/${connection.id}` });
    const id = await connected();
    await person.inject({ method: "DELETE", url: `/api/integrations/${id}` });
    const { workspaceId } = person.viewer;
    expect(await test.db.select().from(platformGrants).where(eq(platformGrants.workspaceId, workspaceId))).toEqual([]);
  });
});

describe("Notion by OAuth", () => {
  it("offers the page that was made of the template, writes with it, and is given back when it is removed", async () => {
    expect(await allow("notion")).toEqual({ connect: "notion", outcome: "finish" });
    const [connection] = await begun();
    expect(connection).toMatchObject({ account: "Acme", parentPageId: DEFAULT_PARENT.id, sites: [] });
    const places = async (search: string) =>
      (await person.inject({ url: `/api/connections/${connection.id}/places?search=${search}` })).json();
    const [page] = await places("");
    expect([page.id.replaceAll("-", ""), page.name]).toEqual([DEFAULT_PARENT.id, DEFAULT_PARENT.title]);
    expect(await places(DEFAULT_PARENT.title.slice(1, 5).toLowerCase())).toHaveLength(1);
    expect(await places("no page has this title")).toEqual([]);
    const answer = await finish(connection.id, { name: "Handbook", spaceId: connection.parentPageId });
    expect(answer.json()).toMatchObject({ isConnected: true, trouble: null });
    await person.inject({ method: "DELETE", url: `/api/integrations/${answer.json().id}` });
    expect(notion.calls.some(({ path }) => path === "/v1/oauth/revoke")).toBe(true);
  });

  it("says who changes what its app may do, and that it was withdrawn", async () => {
    await allow("notion");
    const [connection] = await begun();
    const { id } = (await finish(connection.id, { name: "Handbook", spaceId: connection.parentPageId })).json();
    notion.fail({ match: "/v1/", times: 20, kind: { status: 403 } });
    expect(await tried(id)).toMatchObject({
      valid: false,
      error: expect.stringMatching(
        /^The app of this installation may not do that in Notion: its operator gives it .*Then press Connect again\.$/,
      ),
    });
    notion.clearFaults();
    expect(await tried(id)).toMatchObject({ valid: true });
    notion.oauth.revokeAll(await botOf());
    expect(await tried(id)).toMatchObject({
      valid: false,
      error: "Notion no longer accepts this connection. Connect it again; nothing that was read is lost.",
    });
    expect(await allow("notion", id)).toEqual({ connect: "notion", outcome: "connected" });
    expect(await tried(id)).toMatchObject({ valid: true });
  });

  it("of a page that is not shared is refused at its field, and can be finished with another page", async () => {
    await allow("notion");
    const [connection] = await begun();
    const answer = await finish(connection.id, { name: "Handbook", spaceId: "0".repeat(32) });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      [{ path: "spaceId", message: expect.any(String) }],
    ]);
    expect(await begun()).toHaveLength(1);
  });
});
