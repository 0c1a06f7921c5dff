import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { availableChannel, channel } from "../../../shared/contract/channels.ts";
import { errorBody } from "../../../shared/contract/endpoint.ts";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
  USER_SCOPES,
} from "../../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import {
  ALL_PERMISSIONS,
  startTeamsStandIn,
  type TeamsStandIn,
} from "../../../tools/stand-ins/teams/teams-stand-in.ts";
import { newId } from "../../db/new-id.ts";
import { chatIntegrations } from "../../db/schema.ts";
import { sealChatFields } from "../../integrations/credentials.ts";
import { buildChatIntegration } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let google: GoogleChatStandIn;
let microsoft: TeamsStandIn;
let test: TestApp;
beforeAll(async () => {
  const people = [{ id: "1", name: "Ana" }];
  const many = Array.from({ length: 1200 }, (_, n) => ({ id: `M${n}`, displayName: `Room ${n}`, people }));
  google = await startGoogleChatStandIn({
    spaces: [
      { id: "ZZZ", displayName: "Zebras", description: "Striped talk", people },
      { id: "AAA", displayName: "Apples", people },
      ...many,
    ],
    tokens: {
      "ya29.two": { kind: "user", scopes: USER_SCOPES, spaceIds: ["AAA", "ZZZ"] },
      "ya29.many": { kind: "user", scopes: USER_SCOPES },
      "ya29.none": { kind: "user", scopes: USER_SCOPES, spaceIds: [] },
    },
  });
  microsoft = await startTeamsStandIn({
    tenantId: "tenant-1",
    apps: [{ appId: "app-1", secret: "s3cret-value", permissions: ALL_PERMISSIONS }],
    teams: [
      {
        id: "team-1",
        displayName: "Acme",
        people: [],
        channels: [
          { id: "19:z@thread.tacv2", displayName: "Zebras" },
          { id: "19:a@thread.tacv2", displayName: "Apples", membershipType: "private" },
        ],
      },
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [google.url, microsoft.url].map((url) => new URL(url).host) }),
      slackDistribution: "internal",
      googleChatApiUrl: google.url,
      googleTokenUrl: google.tokenUrl,
      graphApiUrl: microsoft.url,
      microsoftLoginUrl: microsoft.loginUrl,
    }),
  });
});
afterAll(async () => {
  await test.close();
  await google.close();
  await microsoft.close();
});

async function integrationOf({ viewer: { workspaceId } }: SignedIn, accessToken: string, more: object = {}) {
  const row = { workspaceId, id: newId(), platform: "google-chat" as const, config: {}, secrets: {} };
  const sealed = sealChatFields(test.deps.secrets, row, { accessToken, apiKey: "AIza-key-of-a-project" });
  return buildChatIntegration(test.db, { ...row, ...sealed, name: "Our chat", ...more });
}

async function teamsIntegrationOf({ viewer: { workspaceId } }: SignedIn, appSecret: string) {
  const row = { workspaceId, id: newId(), platform: "teams" as const, config: {}, secrets: {} };
  const config = { tenantId: "tenant-1", appId: "app-1", appSecret, teamId: "team-1" };
  const sealed = sealChatFields(test.deps.secrets, row, config);
  return buildChatIntegration(test.db, { ...row, ...sealed, name: "Our Teams" });
}

const spaces = (person: SignedIn, integrationId: string) =>
  person.inject({ url: `/api/google-chat/spaces?integrationId=${integrationId}` });
const teams = (person: SignedIn, integrationId: string) =>
  person.inject({ url: `/api/teams/channels?integrationId=${integrationId}` });

describe("GET /api/google-chat/spaces", () => {
  it("API-041 PUB-006 lists the spaces by name, and the chosen one is monitored", async () => {
    const person = await test.signIn();
    const { id: integrationId } = await integrationOf(person, "ya29.two");
    const found = availableChannel.array().parse((await spaces(person, integrationId)).json());
    const each = { isPrivate: false, isShared: false, isArchived: false, isMember: true, integrationId };
    expect(found).toEqual([
      { ...each, id: "AAA", name: "Apples", description: "" },
      { ...each, id: "ZZZ", name: "Zebras", description: "Striped talk" },
    ]);
    const payload = { channelId: "AAA", channelName: "Apples", platform: "google-chat", isActive: true };
    const made = await person.inject({
      method: "POST",
      url: "/api/channels",
      payload: { ...payload, checkFrequencyMinutes: 10 },
    });
    expect(channel.parse(made.json())).toMatchObject({ ...payload, integrationId });
  });

  it("reads every page of spaces, and finds none where there is none", async () => {
    const person = await test.signIn();
    const [many, none] = [await integrationOf(person, "ya29.many"), await integrationOf(person, "ya29.none")];
    expect((await spaces(person, many.id)).json()).toHaveLength(1202);
    expect((await spaces(person, none.id)).json()).toEqual([]);
  });

  it.each([
    ["Google does not accept the token", "ya29.unknown-token", "Google does not accept the access token"],
    ["there is only an API key", "", "An API key alone cannot read Google Chat."],
  ])("ERR-028 API-041 says in the details why nothing could be read when %s", async (_what, accessToken, sentence) => {
    const person = await test.signIn();
    const { id } = await integrationOf(person, accessToken);
    const answer = await spaces(person, id);
    expect(answer.statusCode).toBe(502);
    const body = errorBody.parse(answer.json());
    expect([body.error, body.message]).toEqual(Array(2).fill("The spaces of Our chat could not be read."));
    expect(body.details).toContain(sentence);
    expect(answer.body).not.toMatch(/ya29|AIza/);
  });

  it("says in the details when stored credentials cannot be opened any more", async () => {
    const person = await test.signIn();
    const secrets = { accessToken: { sealed: "lost", last4: "" } };
    const { id } = await integrationOf(person, "ya29.two", { secrets });
    expect((await spaces(person, id)).json()).toMatchObject({ details: expect.stringContaining("Enter them again.") });
  });

  it("asks to switch the integration on first, and calls nobody", async () => {
    const person = await test.signIn();
    const { id } = await integrationOf(person, "ya29.two", { isActive: false });
    const calls = google.calls.length;
    const answer = await spaces(person, id);
    expect([answer.statusCode, answer.json().message]).toEqual([400, "Switch this integration on first."]);
    expect(google.calls).toHaveLength(calls);
  });
});

it("API-040 the channel list holds one Teams integration's channels by name, and says what Microsoft refuses", async () => {
  const person = await test.signIn();
  const answer = await teams(person, (await teamsIntegrationOf(person, "s3cret-value")).id);
  expect(answer.statusCode).toBe(200);
  expect(
    availableChannel
      .array()
      .parse(answer.json())
      .map(({ id, name, isPrivate }) => [id, name, isPrivate]),
  ).toEqual([
    ["team-1/19:a@thread.tacv2", "Apples", true],
    ["team-1/19:z@thread.tacv2", "Zebras", false],
  ]);
  const refused = await teams(person, (await teamsIntegrationOf(person, "wrong-secret")).id);
  expect(errorBody.parse(refused.json())).toMatchObject({
    message: "The channels of Our Teams could not be read.",
    details: expect.stringContaining("does not accept the App Secret"),
  });

  // The list belongs to one Teams integration, so the integration of another platform, an unknown integration and a missing
  // integration are refused.
  const ofGoogle = await teams(person, (await integrationOf(person, "ya29.two")).id);
  expect([ofGoogle.statusCode, ofGoogle.json().error]).toEqual([400, "This integration belongs to another platform."]);
  const { id } = await teamsIntegrationOf(person, "s3cret-value");
  expect((await teams(await test.signIn(), id)).statusCode).toBe(404);
  expect((await person.inject({ url: "/api/teams/channels" })).statusCode).toBe(400);
});

it("the channel list refuses integrations of another workspace or another platform", async () => {
  const [owner, stranger] = [await test.signIn(), await test.signIn()];
  const chat = await integrationOf(owner, "ya29.two");
  const team = await buildChatIntegration(test.db, { workspaceId: owner.viewer.workspaceId, platform: "teams" });
  const calls = google.calls.length;
  for (const [list, { id }] of [
    [spaces, chat],
    [teams, team],
  ] as const) {
    const [foreign, unknown] = [await list(stranger, id), await list(stranger, newId())];
    expect([foreign.statusCode, foreign.json().message]).toEqual([404, unknown.json().message]);
    expect((await list(owner, "no-id")).statusCode).toBe(400);
  }
  expect((await spaces(owner, team.id)).statusCode).toBe(400);
  expect((await teams(owner, chat.id)).statusCode).toBe(400);
  expect(google.calls).toHaveLength(calls);
  const [row] = await test.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, chat.id));
  expect(row).toEqual(chat);
});
