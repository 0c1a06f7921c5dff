import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import {
  DEFAULT_PARENT,
  DEFAULT_TOKEN,
  type NotionStandIn,
  startNotionStandIn,
} from "../../tools/stand-ins/notion/server.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { knowledgeIntegrations, publications } from "../db/schema.ts";
import { buildIntegration, buildPublication } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { sealApiKey } from "./credentials.ts";

const KEY = "bot@acme.example:confluence-token";
const WORDS = "the alarm code is on the card";
let confluence: ConfluenceStandIn;
let notion: NotionStandIn;
let slack: SlackStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  confluence = await startConfluenceStandIn({
    accounts: [
      { email: "bot@acme.example", token: "confluence-token", name: "Docs Bot" },
      { email: "reader@acme.example", token: "reader-token", name: "Reader", readOnly: true },
    ],
    spaces: [{ key: "DOC", name: "Documentation" }],
  });
  notion = await startNotionStandIn({ requestsPerSecond: 1_000 });
  const users = [{ id: "U1", name: "ada" }];
  const said = [{ ts: "1700000000.000100", user: "U1", text: WORDS }];
  const teamOf = (id: string, botToken: string, channels: object[]) => ({
    team: { id, name: id, domain: id.toLowerCase() },
    users,
    botToken,
    scopes: ALL_SCOPES,
    channels: channels as { id: string; name: string; messages: [] }[],
  });
  slack = await startSlackStandIn({
    teams: [
      teamOf("T1", "xoxb-public-one-1", [
        { id: "C1", name: "board", is_private: true, messages: said },
        { id: "C2", name: "quiet", messages: [] },
        { id: "C3", name: "support", messages: said },
      ]),
      teamOf("T2", "xoxb-private-one-1", [{ id: "C1", name: "board", is_private: true, messages: said }]),
      teamOf("T3", "xoxb-in-none-here-1", [{ id: "C1", name: "support", is_member: false, messages: said }]),
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [confluence.url, notion.url, slack.url].map((url) => new URL(url).host) }),
      slackDistribution: "internal",
      slackApiUrl: `${slack.url}/api`,
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
  await Promise.all([confluence.close(), notion.close(), slack.close()]);
});

const post = async (url: string, payload: object = {}, as = person) => as.inject({ method: "POST", url, payload });
const handbook = () => ({ name: "Handbook", type: "confluence", apiKey: KEY, baseUrl: confluence.url, spaceId: "DOC" });
const wiki = () => ({ name: "Wiki", type: "notion", apiKey: DEFAULT_TOKEN.token, spaceId: DEFAULT_PARENT.id });
const made = async (payload: object): Promise<string> => (await post("/api/integrations", payload)).json().id;
const page = (id: string, as = person) => post(`/api/integrations/${id}/test-page`, {}, as);

describe("A test page", () => {
  it("is written and removed again, and no publication is left of it", async () => {
    for (const [payload, platform] of [
      [handbook(), "Confluence"],
      [wiki(), "Notion"],
    ] as const) {
      const message = `A page was written on ${platform} and removed again.`;
      expect((await page(await made(payload))).json()).toEqual({ works: true, message });
    }
    const written = confluence.pages().filter(({ title }) => title.startsWith("Lorekeep test page"));
    expect(written.map(({ status }) => status)).toEqual(["trashed"]);
    expect(await test.db.select().from(publications)).toEqual([]);
  });

  it("says why it could not be written", async () => {
    const id = await made(handbook());
    const key = sealApiKey(test.deps.secrets, person.viewer.workspaceId, id, "reader@acme.example:reader-token");
    await test.db.update(knowledgeIntegrations).set(key).where(eq(knowledgeIntegrations.id, id));
    const answer = (await page(id)).json();
    expect(answer).toEqual({ works: false, message: expect.stringMatching(/Confluence/) });
  });

  it("names the page that it could not remove", async () => {
    const id = await made(handbook());
    confluence.fail({ match: "DELETE /wiki", times: 20, kind: { status: 403 } });
    const { works, message } = (await page(id)).json();
    confluence.clearFaults();
    expect(works).toBe(false);
    expect(message).toMatch(/^The page was written, but not removed: .+ Remove it yourself: http/);
  });

  it("is not offered where outsiders may see it, and not to another workspace", async () => {
    const id = await made(handbook());
    expect((await page(id, await test.signIn())).statusCode).toBe(404);
    await test.db.update(knowledgeIntegrations).set({ type: "zendesk" }).where(eq(knowledgeIntegrations.id, id));
    expect((await page(id)).json()).toMatchObject({ message: "Zendesk has no test page. Press Test." });
  });
});

describe("The places of a token that is not saved", () => {
  it("are the spaces and pages that it sees, and nothing is stored", async () => {
    const places = async ({ type, apiKey, baseUrl }: { type: string; apiKey: string; baseUrl?: string }) =>
      (await post("/api/integrations/places", { type, apiKey, baseUrl })).json();
    expect(await places(handbook())).toEqual([{ id: "DOC", name: "Documentation (DOC)" }]);
    expect(await places(wiki())).toMatchObject([{ name: "Knowledge" }]);
    const wrong = await places({ ...handbook(), apiKey: "bot@acme.example:wrong" });
    expect(wrong.message).toMatch(/Confluence/);
    expect((await person.inject({ url: "/api/integrations" })).json()).toEqual([]);

    // A page that is an article of the workspace is not offered as a destination.
    const [listed] = (await places(wiki())) as [{ id: string }];
    const published = { workspaceId: person.viewer.workspaceId, externalId: listed.id };
    const other = await buildIntegration(test.db, { workspaceId: published.workspaceId, type: "zendesk" });
    await buildPublication(test.db, { ...published, integrationId: other.id });
    expect(await places(wiki()), "a page with the same id on another platform").toHaveLength(1);
    const own = await buildIntegration(test.db, { workspaceId: published.workspaceId, type: "notion" });
    await buildPublication(test.db, { ...published, integrationId: own.id });
    expect(await places(wiki())).toEqual([]);
  });
});

describe("The last message", () => {
  const proof = async (botToken: string) => {
    const config = { botToken, signingSecret: "0123456789abcdef" };
    const made = await post("/api/collaboration-integrations", { name: "Team chat", platform: "slack", config });
    return (await post(`/api/collaboration-integrations/${made.json().id}/last-message`)).json();
  };

  it("is the newest of a public channel, told with its author and time and without its text", async () => {
    const message = "Last message read: ada in support, 2023-11-14, 22:13 UTC.";
    expect(await proof("xoxb-public-one-1")).toEqual({ works: true, message });
  });

  it("is told without its author when only private channels can be read", async () => {
    const message = "Last message read: board, 2023-11-14, 22:13 UTC.";
    expect(await proof("xoxb-private-one-1")).toEqual({ works: true, message });
  });

  it("is missing when the app is in no channel, and how to let it in is said in Slack's words", async () => {
    const message =
      "Lorekeep can read no channel yet. In Slack, open a channel and write /invite @ with the name of your app.";
    expect(await proof("xoxb-in-none-here-1")).toEqual({ works: false, message });
  });
});
