import { afterAll, beforeAll, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { ROLES } from "../../../shared/domain/people.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const BOT_TOKEN = "xoxb-token-of-the-team";

let slack: SlackStandIn;
let test: TestApp;
beforeAll(async () => {
  slack = await startSlackStandIn({
    teams: [
      {
        team: { id: "T1", name: "Acme", domain: "acme" },
        botToken: BOT_TOKEN,
        scopes: ALL_SCOPES,
        users: [{ id: "U1", name: "ada" }],
        channels: [{ id: "C1", name: "support", messages: [] }],
      },
    ],
  });
  test = await createTestApp({
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

const newPerson = async (role: (typeof ROLES)[number]) => {
  const { inject, viewer } = await test.signIn(await buildUser(test.db, { role }));
  const post = async (url: string, payload: object) => {
    const answer = await inject({ method: "POST", url, payload });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.json();
  };
  return { inject, viewer, post };
};

const CHANNEL = { isActive: true, checkFrequencyMinutes: 10 };

it.each(ROLES)(
  "PUB-004 a person with the role %s sets up chat, chooses channels and reviews stats and logs",
  async (role) => {
    const { inject, post } = await newPerson(role);
    const { id: integrationId } = await post("/api/collaboration-integrations", {
      name: "Team chat",
      platform: "slack",
      config: { botToken: BOT_TOKEN, signingSecret: "0123456789abcdef" },
    });
    const [offered] = (await inject({ url: `/api/slack/channels?integrationId=${integrationId}` })).json();
    expect(offered).toMatchObject({ id: "C1", name: "support" });
    const chosen = { channelId: "C1", channelName: "support", platform: "slack", integrationId, ...CHANNEL };
    expect(await post("/api/channels", chosen)).toMatchObject({ isActive: true });
    for (const url of ["/api/stats", "/api/analytics", "/api/logs", "/api/channels", "/api/articles", "/api/settings"])
      expect([url, (await inject({ url })).statusCode]).toEqual([url, 200]);
  },
);
