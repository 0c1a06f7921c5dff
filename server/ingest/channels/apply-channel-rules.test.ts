import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import type { ChannelMonitoringRule } from "../../../shared/contract/integrations.ts";
import type { PlanId } from "../../../shared/domain/plans.ts";
import {
  ALL_SCOPES,
  type SlackChannel,
  type SlackStandIn,
  startSlackStandIn,
} from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { newId } from "../../db/new-id.ts";
import { channels, chatIntegrations, workspaces } from "../../db/schema.ts";
import { sealChatFields } from "../../integrations/credentials.ts";
import type { Payment } from "../../stripe/stripe.ts";
import { buildChatIntegration, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { applyChannelRules } from "./apply-channel-rules.ts";

const TOKEN = "xoxb-token-of-a-team-with-rules";
const named = (id: string, name: string, more: Partial<SlackChannel> = {}): SlackChannel => ({
  id,
  name,
  messages: [],
  is_member: false,
  ...more,
});

let slack: SlackStandIn;
let test: TestApp;
beforeAll(async () => {
  slack = await startSlackStandIn({
    teams: [
      {
        team: { id: "T1", name: "Acme", domain: "acme" },
        botToken: TOKEN,
        scopes: ALL_SCOPES,
        users: [{ id: "U1", name: "ada" }],
        channels: [
          named("C1", "help"),
          named("C2", "old-times", { is_archived: true }),
          named("C3", "board", { is_private: true, is_member: true }),
          named("C4", "deploys", { is_member: true }),
          named("C5", "with-partner", { is_member: true, is_ext_shared: true }),
        ],
      },
    ],
  });
  test = await createTestApp({
    payment: { publishableKey: "pk_test_1" } as Payment,
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(slack.url).host] }),
      slackDistribution: "internal",
      slackApiUrl: `${slack.url}/api`,
    }),
  });
});
afterAll(async () => {
  await test.close();
  await slack.close();
});

let person: SignedIn;
let integrationId: string;
beforeEach(async () => {
  person = await test.signIn();
  await choose("enterprise");
  const row = { workspaceId: person.viewer.workspaceId, id: newId(), platform: "slack" as const };
  const given = { botToken: TOKEN, signingSecret: "0123456789abcdef0123456789abcdef" };
  const stored = sealChatFields(test.deps.secrets, { ...row, config: {}, secrets: {} }, given);
  await buildChatIntegration(test.db, { ...row, ...stored, name: "Acme", teamId: "T1" });
  integrationId = row.id;
});

const team = () => slack.team("T1");
const choose = (plan: PlanId) =>
  test.db.update(workspaces).set({ plan }).where(eq(workspaces.id, person.viewer.workspaceId));
const isOurs = () => eq(chatIntegrations.id, integrationId);
const set = (rule: ChannelMonitoringRule) =>
  person.inject({
    method: "PUT",
    url: `/api/collaboration-integrations/${integrationId}/channel-rule`,
    payload: { rule },
  });
const follow = () => applyChannelRules(test.deps, new AbortController().signal);
/** Makes the rules due, as if five minutes had passed. */
async function followAgain() {
  await test.db.update(chatIntegrations).set({ ruleDueAt: new Date() }).where(isOurs());
  await follow();
}
const monitored = async () => {
  const list: { channelName: string }[] = (await person.inject({ url: "/api/channels" })).json();
  return list.map(({ channelName }) => channelName).sort();
};
const shown = async () => (await person.inject({ url: "/api/collaboration-integrations" })).json()[0].channelRule;
const idOf = async (name: string) => {
  const { workspaceId } = person.viewer;
  const isIt = and(eq(channels.workspaceId, workspaceId), eq(channels.name, name));
  return (await test.db.select().from(channels).where(isIt))[0]?.id;
};

describe("Which channels are monitored without anybody choosing each", () => {
  it("is none until somebody says so", async () => {
    await follow();
    expect(await monitored()).toEqual([]);
    expect(await shown()).toBeUndefined();
  });

  it("are those that the bot was invited to, private ones too, but never one that is shared with another company", async () => {
    expect((await set("invited")).json().channelRule).toEqual({
      rule: "invited",
      comparedAt: null,
      waiting: 0,
      trouble: null,
    });
    await follow();
    expect(await monitored()).toEqual(["board", "deploys"]);
    expect(await shown()).toEqual({
      rule: "invited",
      comparedAt: expect.stringMatching(/Z$/),
      waiting: 0,
      trouble: null,
    });
    const [row] = await test.db.select().from(channels).where(eq(channels.externalId, "C3")).limit(1);
    expect(row).toMatchObject({ isActive: true, checkFrequencyMinutes: 10, chosenBy: null });
  });

  it("are all public ones too, and a new one some minutes after it was made; the log names them", async () => {
    await set("public");
    await follow();
    expect(await monitored()).toEqual(["board", "deploys", "help"]);
    team().addChannel(named("C9", "newcomers"));
    await follow();
    expect(await monitored()).not.toContain("newcomers");
    await followAgain();
    expect(await monitored()).toContain("newcomers");
    const logs = (await person.inject({ url: "/api/logs" })).json();
    const said = JSON.stringify(logs);
    expect(said).toContain("Acme now monitors also every public channel.");
    expect(said).toContain("Acme: a channel was added by the rule: #newcomers.");
    team().archive("C9");
  });

  it("are not those that a person removed, until a person adds one again", async () => {
    await set("public");
    await follow();
    await person.inject({ method: "DELETE", url: `/api/channels/${await idOf("help")}` });
    await followAgain();
    expect(await monitored()).toEqual(["board", "deploys"]);
    const help = { channelId: "C1", channelName: "help", platform: "slack", isActive: true, checkFrequencyMinutes: 10 };
    await person.inject({ method: "POST", url: "/api/channels", payload: help });
    expect(await monitored()).toContain("help");
    const [row] = await test.db.select().from(chatIntegrations).where(isOurs());
    expect(row?.leftOut).toEqual([]);
  });

  it("stay when the rule goes, and no more are added", async () => {
    await set("invited");
    await follow();
    expect((await set("chosen")).json().channelRule).toBeUndefined();
    team().addChannel(named("C8", "later", { is_member: true }));
    await follow();
    expect(await monitored()).toEqual(["board", "deploys"]);
    team().archive("C8");
  });

  it("are as many as the plan has room for; the others wait, with the reason, for a bigger one", async () => {
    await choose("starter");
    await set("public");
    await follow();
    expect(await monitored()).toHaveLength(1);
    expect(await shown()).toMatchObject({
      waiting: 2,
      trouble: expect.stringContaining("The Starter plan includes 1 Slack channel and 1 is in use."),
    });
    await choose("professional");
    await followAgain();
    expect(await shown()).toMatchObject({ waiting: 0, trouble: null });
    expect(await monitored()).toHaveLength(3);
  });

  it("says why when Slack lists none", async () => {
    await set("public");
    slack.fail({ match: "conversations.list", kind: { status: 200, body: { ok: false, error: "invalid_auth" } } });
    await follow();
    expect((await shown()).trouble).toContain("Slack does not accept the bot token.");
    await followAgain();
    expect(await shown()).toMatchObject({ trouble: null });
    expect(await monitored()).toHaveLength(3);
  });

  it("is refused for a platform whose channels the bot cannot join by itself, and to whoever may not change channels", async () => {
    const { workspaceId } = person.viewer;
    const google = await buildChatIntegration(test.db, { workspaceId, platform: "google-chat" });
    const put = (id: string, who = person) =>
      who.inject({
        method: "PUT",
        url: `/api/collaboration-integrations/${id}/channel-rule`,
        payload: { rule: "public" },
      });
    const refused = await put(google.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "The channels of Google Chat are added one by one.",
    ]);
    const viewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
    expect((await put(integrationId, viewer)).statusCode).toBe(403);
  });
});
