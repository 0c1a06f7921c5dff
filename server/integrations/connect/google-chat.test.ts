import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import {
  type GoogleChatStandIn,
  startGoogleChatStandIn,
} from "../../../tools/stand-ins/google-chat/google-chat-stand-in.ts";
import { submitConsent } from "../../../tools/stand-ins/oauth.ts";
import { chatIntegrations, platformGrants } from "../../db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { openChatConfig } from "../credentials.ts";

const APP = {
  clientId: "1234.apps.googleusercontent.com",
  clientSecret: "client-secret",
  redirectUri: "http://localhost:3000/api/connections/google-chat/callback",
};
const ADA = { id: "1001", email: "ada@acme.example" };

let google: GoogleChatStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  google = await startGoogleChatStandIn({
    spaces: [{ id: "AAA", displayName: "Operations", people: [{ id: "1", name: "Ana Alm" }] }],
    tokens: {},
    oauth: { apps: [APP], people: [ADA] },
  });
  test = await createTestApp({
    variables: {
      GOOGLE_CHAT_CLIENT_ID: APP.clientId,
      GOOGLE_CHAT_CLIENT_SECRET: APP.clientSecret,
      GOOGLE_AUTH_URL: google.authUrl,
      GOOGLE_TOKEN_URL: google.tokenUrl,
      GOOGLE_CHAT_API_URL: google.url,
      EGRESS_ALLOW: new URL(google.url).host,
    },
    connectors: (fetch, env) =>
      createConnectors({
        fetch,
        slackDistribution: "internal",
        googleChatApiUrl: env.GOOGLE_CHAT_API_URL,
        googleTokenUrl: env.GOOGLE_TOKEN_URL,
      }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await google.close();
});

async function connect({ integrationId, without }: { integrationId?: string; without?: string } = {}) {
  const payload = { platform: "google-chat", ...(integrationId && { integrationId }) };
  const { url } = (await person.inject({ method: "POST", url: "/api/connections", payload })).json();
  const asked = new URL(url);
  const scopes = (asked.searchParams.get("scope") ?? "").split(" ");
  asked.searchParams.set("scope", scopes.filter((scope) => !without || !scope.endsWith(without)).join(" "));
  const back = await submitConsent(asked.href, { subject: ADA.id });
  const { headers } = await person.inject({ url: back.pathname + back.search });
  return Object.fromEntries(new URL(String(headers.location), APP.redirectUri).searchParams);
}
const rowOf = async () => {
  const ofWorkspace = eq(chatIntegrations.workspaceId, person.viewer.workspaceId);
  const [row] = await test.db.select().from(chatIntegrations).where(ofWorkspace);
  if (!row) throw new Error("There is no integration.");
  return row;
};
const read = async () =>
  test.deps.connectors.sources["google-chat"].readMessages(
    openChatConfig(test.deps.secrets, await rowOf()),
    "AAA",
    null,
    {},
  );

describe("Connect with Google", () => {
  it("reads the spaces of the person, renews the access, and gives it back when it is removed", async () => {
    expect(await connect()).toEqual({ connect: "google-chat", outcome: "connected" });
    const integrations = (await person.inject({ url: "/api/collaboration-integrations" })).json();
    expect(integrations).toMatchObject([{ name: ADA.email, trouble: null, isConnected: true }]);
    const place = { integrationId: integrations[0].id, platform: "google-chat", channelId: "AAA" };
    const payload = { ...place, channelName: "Operations", checkFrequencyMinutes: 15, isActive: true };
    const added = await person.inject({ method: "POST", url: "/api/collaboration-channels", payload });
    expect(added.json()).toMatchObject({ channelName: "Operations", trouble: null });
    google.space("AAA").post({ userId: "1", text: "The printer is back." });
    expect((await read()).messages).toMatchObject([{ text: "The printer is back.", author: { name: "Ana Alm" } }]);
    const renewals = google.oauth?.renewals ?? 0;
    google.oauth?.expireAccess();
    expect((await read()).messages).toHaveLength(1);
    expect(google.oauth?.renewals).toBe(renewals + 1);

    await person.inject({ method: "DELETE", url: `/api/collaboration-integrations/${integrations[0].id}` });
    expect(google.oauth?.isAllowed(ADA.id)).toBe(false);
    const ofWorkspace = eq(platformGrants.workspaceId, person.viewer.workspaceId);
    expect(await test.db.select().from(platformGrants).where(ofWorkspace)).toEqual([]);
  });

  it("of somebody who leaves a box on Google's page empty says which, and works once it is connected again", async () => {
    await connect({ without: "chat.messages.readonly" });
    const { id, trouble } = await rowOf();
    expect(trouble).toContain(
      "Google did not allow the scope chat.messages.readonly. Press Connect again and allow it",
    );
    expect(await connect({ integrationId: id })).toEqual({ connect: "google-chat", outcome: "connected" });
    expect(await rowOf()).toMatchObject({ id, trouble: null });
  });

  it("that the person withdrew at Google says so at the next reading", async () => {
    await connect();
    google.oauth?.revokeAll(ADA.id);
    await expect(read()).rejects.toThrow("Google no longer accepts this connection. Connect it again");
    expect((await rowOf()).trouble).toContain("Connect it again");
  });
});

it("A service account that is none is refused at its field and nothing is saved; the person it reads as is kept", async () => {
  const url = "/api/collaboration-integrations";
  const list = async () => (await person.inject({ url })).json();
  const add = (config: object) =>
    person.inject({ method: "POST", url, payload: { name: "Chat", platform: "google-chat", config } });
  const refused = await add({ accessToken: "{}", actsFor: ADA.email });
  const fields = [{ path: "config.accessToken", message: expect.any(String) }];
  expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
  expect(await list()).toEqual([]);
  expect((await add({ actsFor: ADA.email })).statusCode).toBe(200);
  expect((await list())[0].config.actsFor).toBe(ADA.email);
});
