import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { collaborationIntegration } from "../../shared/contract/integrations.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { channels, chatIntegrations } from "../db/schema.ts";
import { buildChannel, buildMessage } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { unzip } from "../workspace/accounts/testing/unzip.ts";
import { testChatIntegration } from "./check.ts";
import { openChatConfig, sealChatFields } from "./credentials.ts";

const SLACK = { botToken: "xoxb-good-token-1", appToken: "xapp-1-good-token", signingSecret: "0123456789abcdef" };
/** No server answers at this address. */
const NO_GOOGLE = new URL("http://127.0.0.1:9");
let slack: SlackStandIn;
let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  const users = [{ id: "U1", name: "ada" }];
  const inNone = [{ id: "C1", name: "support", is_member: false, messages: [] }];
  const inOne = [{ id: "C1", name: "support", messages: [] }];
  const team = { team: { id: "T1", name: "Acme", domain: "acme" }, users };
  slack = await startSlackStandIn({
    teams: [
      { ...team, botToken: "xoxb-another-one-2", appToken: "xapp-2", scopes: ALL_SCOPES, channels: inOne },
      { ...team, botToken: "xoxb-good-token-1", appToken: SLACK.appToken, scopes: ALL_SCOPES, channels: inOne },
      { ...team, botToken: "xoxb-no-history-1", scopes: ["channels:read", "users:read"], channels: inOne },
      {
        ...team,
        botToken: "xoxb-few-scopes-1",
        appToken: "xapp-1-few-scopes",
        scopes: ["channels:read", "channels:history", "users:read"],
        channels: inNone,
      },
    ],
  });
  test = await createTestApp({
    connectors: createConnectors({
      fetch: createSafeFetch({ allow: [new URL(slack.url).host, NO_GOOGLE.host] }),
      googleChatApiUrl: NO_GOOGLE.href,
      microsoftLoginUrl: NO_GOOGLE.origin,
      slackDistribution: "internal",
      slackApiUrl: `${slack.url}/api`,
    }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await slack.close();
});

const URL_OF_LIST = "/api/collaboration-integrations";
const GOOGLE = {
  workspaceId: "C01234567",
  apiKey: "AIza-an-api-key",
  accessToken: "ya29.a-token",
  chatSpaceId: "AAAA",
};
const TEAMS = { tenantId: "tenant-1", appId: "app-1", appSecret: "a-long-app-secret", teamId: "team-1" };

const add = (platform: string, config: object, more: object = {}) =>
  person.inject({ method: "POST", url: URL_OF_LIST, payload: { name: "Team chat", platform, config, ...more } });
const patch = (id: string, payload: object) => person.inject({ method: "PATCH", url: `${URL_OF_LIST}/${id}`, payload });
const list = async () => (await person.inject({ url: URL_OF_LIST })).json();
const tried = async (id: string) => (await person.inject({ method: "POST", url: `${URL_OF_LIST}/${id}/test` })).json();
const made = async (platform = "slack", config: object = SLACK): Promise<string> =>
  (await add(platform, config)).json().id;
const rowOf = async (id: string) => {
  const [row] = await test.db.select().from(chatIntegrations).where(eq(chatIntegrations.id, id));
  if (!row) throw new Error("There is no such row.");
  return row;
};
const stored = async (id: string) => openChatConfig(test.deps.secrets, await rowOf(id));
/** Replaces valid credentials by invalid ones. */
async function replaceCredentials(id: string, config: Record<string, string>): Promise<void> {
  const spoilt = sealChatFields(test.deps.secrets, await rowOf(id), config);
  await test.db.update(chatIntegrations).set(spoilt).where(eq(chatIntegrations.id, id));
}
const rowsOf = () => test.db.select().from(channels).where(eq(channels.workspaceId, person.viewer.workspaceId));

describe("adding", () => {
  it.each([
    [
      "ENT-007 Slack keeps its three fields",
      "slack",
      SLACK,
      { botToken: "••••en-1", appToken: "••••oken", signingSecret: "••••cdef" },
    ],
    [
      "ENT-008 Google Chat keeps its four fields",
      "google-chat",
      GOOGLE,
      { ...GOOGLE, apiKey: "••••-key", accessToken: "••••oken" },
    ],
    ["ENT-009 Teams keeps its four fields", "teams", TEAMS, { ...TEAMS, appSecret: "••••cret" }],
  ])("API-032 API-031 API-057 %s, secrets shown as masks only", async (_what, platform, config, shown) => {
    const answer = await add(platform, config);
    expect(answer.statusCode).toBe(200);
    expect(collaborationIntegration.parse(answer.json())).toEqual({
      id: expect.any(String),
      name: "Team chat",
      platform,
      isActive: true,
      createdAt: expect.any(String),
      workspaceId: person.viewer.workspaceId,
      config: shown,
      trouble: null,
      ...(platform === "teams" && {
        arrival: {
          isAtOnce: false,
          why: "Microsoft Teams cannot reach http://localhost:3000. It needs an address with https on the internet.",
        },
      }),
      ...(platform === "slack" && {
        proofs: [
          {
            field: "botToken",
            state: "proven",
            text: "Slack accepts it as Acme (bot lorekeep).",
            at: expect.any(String),
          },
          { field: "appToken", state: "proven", text: expect.any(String), at: expect.any(String) },
          { field: "signingSecret", state: "unused", text: expect.any(String), at: null },
        ],
      }),
    });
    const { notTested, ...saved } = answer.json();
    expect(notTested === undefined).toBe(platform === "slack");
    expect(await list()).toEqual([saved]);
    expect(await stored(answer.json().id)).toEqual(config);
    const row = JSON.stringify(await rowOf(answer.json().id));
    for (const [key, value] of Object.entries(config))
      if (shown[key as never] !== value) expect(row).not.toContain(value);
  });

  it("a name alone is enough to save: the test says what is missing", async () => {
    const slackId = await made("slack", {});
    expect(await tried(slackId)).toEqual({
      success: false,
      message: "Missing: Bot Token, Signing Secret. Edit the integration and fill this in.",
      warnings: [],
    });
    expect(await list()).toMatchObject([
      {
        id: slackId,
        config: { botToken: "", appToken: "", signingSecret: "" },
        trouble: expect.stringContaining("Bot Token"),
      },
    ]);
    expect((await add("google-chat", {})).statusCode).toBe(200);
  });

  it.each([
    ["a bot token that is none", "slack", { ...SLACK, botToken: "xoxp-user" }, "A bot token starts with xoxb-."],
    ["an app token that is none", "slack", { appToken: "xoxb-1" }, "An app token starts with xapp-."],
    ["a field of Teams for Slack", "slack", { tenantId: "t" }, "Slack has no field 'tenantId'."],
    ["a field of Slack for Teams", "teams", { botToken: "xoxb-1" }, "Microsoft Teams has no field 'botToken'."],
    ["a field nobody has", "slack", { password: "p" }, "There is no field 'password'."],
    ["a number as token", "slack", { botToken: 7 }, "config.botToken: Give text."],
    ["a platform nobody knows", "discord", {}, "Give one of 'slack', 'teams', 'google-chat'."],
  ])("refuses %s with a sentence", async (_what, platform, config, sentence) => {
    const answer = await add(platform, config);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
    expect(await list()).toEqual([]);
  });

  it("refuses a blank name", async () => {
    expect((await add("slack", SLACK, { name: " " })).json().message).toContain("name: Required.");
  });
});

describe("changing", () => {
  it("API-033 name and config change, and the answer carries ok", async () => {
    const id = await made();
    const answer = await patch(id, { name: " Renamed ", config: { botToken: "xoxb-another-one-2" } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    expect(await list()).toMatchObject([{ name: "Renamed", config: { botToken: "••••ne-2", appToken: "••••oken" } }]);
    expect(await stored(id)).toEqual({ ...SLACK, botToken: "xoxb-another-one-2" });
  });

  it("API-033 API-057 only isActive changes and the rest stays", async () => {
    const id = await made();
    const [before] = await list();
    expect((await patch(id, { isActive: false })).json()).toEqual({ ok: true });
    expect(await list()).toEqual([{ ...before, isActive: false }]);
    expect(await stored(id)).toEqual(SLACK);
  });

  it("blank and masked secrets keep the stored ones; a blank in an open field empties it", async () => {
    const slackId = await made();
    const [{ config }] = await list();
    await patch(slackId, { config });
    await patch(slackId, { config: { botToken: "", appToken: "  ", signingSecret: " ••••" } });
    expect(await stored(slackId)).toEqual(SLACK);
    const googleId = await made("google-chat", GOOGLE);
    await patch(googleId, { config: { chatSpaceId: "", apiKey: "" } });
    expect(await stored(googleId)).toEqual({ ...GOOGLE, chatSpaceId: "" });
  });

  it.each([
    ["a wrong token", { config: { botToken: "nonsense" } }],
    ["a foreign field", { config: { appSecret: "secret" } }],
    ["another platform", { platform: "teams" }],
    ["another workspace", { workspaceId: "0" }],
    ["a switch as number", { isActive: 0 }],
  ])("refuses %s and changes nothing", async (_what, wrong) => {
    const id = await made();
    const before = await rowOf(id);
    expect((await patch(id, { name: "Changed", ...wrong })).statusCode).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe("removing", () => {
  it("API-034 API-057 it is gone; its channels stay with what was read and are not monitored any more", async () => {
    const id = await made();
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(test.db, { workspaceId, integrationId: id });
    await buildMessage(test.db, { workspaceId, channelId: channel.id });
    expect((await person.inject({ method: "DELETE", url: `${URL_OF_LIST}/${id}` })).json()).toEqual({ success: true });
    expect(await list()).toEqual([]);
    const shown = (await person.inject({ url: "/api/channels" })).json();
    expect(shown).toMatchObject([{ id: channel.id, integrationId: null, isActive: false, messagesRead: 1 }]);
    expect((await person.inject({ method: "DELETE", url: `${URL_OF_LIST}/${id}` })).statusCode).toBe(404);
  });
});

describe("saving tries the credentials", () => {
  const WITHOUT_APP = { botToken: SLACK.botToken, signingSecret: SLACK.signingSecret };
  const [BOT, APP, SIGNING] = ["botToken", "appToken", "signingSecret"];
  const proofsIn = (shown: { proofs: { field: string; state: string; text: string }[] }) =>
    new Map(shown.proofs.map(({ field, ...of }) => [field, of]));

  it.each([
    ["a wrong bot token", { botToken: "xoxb-of-nobody-1" }, BOT, /does not accept the bot token/],
    ["a bot token that lacks a scope", { botToken: "xoxb-no-history-1" }, BOT, /lacks the scope/],
    ["a wrong app token", { appToken: "xapp-of-nobody-1" }, APP, /does not accept the app token/],
  ])(
    "%s is refused at its field, when it is added and when it is changed, and nothing is saved",
    async (_what, wrong, field, why) => {
      const fields = [{ path: `config.${field}`, message: expect.stringMatching(why) }];
      const refused = await add("slack", { ...WITHOUT_APP, ...wrong });
      expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
      expect(refused.body).not.toContain("of-nobody");
      expect(await list()).toEqual([]);
      const id = await made("slack", WITHOUT_APP);
      const before = await rowOf(id);
      const changed = await patch(id, { name: "Renamed", config: wrong });
      expect([changed.statusCode, changed.json().fields]).toEqual([400, fields]);
      expect(await rowOf(id)).toEqual(before);
    },
  );

  it("an integration whose token was revoked since then can still be renamed", async () => {
    const id = await made("slack", WITHOUT_APP);
    await replaceCredentials(id, { botToken: "xoxb-of-nobody-1" });
    const answer = await patch(id, { name: "Renamed", config: {} });
    expect(answer.json()).toEqual({ ok: true, trouble: expect.stringContaining("does not accept the bot token") });
    expect(await list()).toMatchObject([{ name: "Renamed" }]);
    const refused = { state: "refused", text: "Slack does not accept it." };
    expect(proofsIn((await list())[0]).get(BOT)).toMatchObject(refused);
  });

  it("what a request proves while a test is on its way is not forgotten with the test's end", async () => {
    const id = await made("slack", WITHOUT_APP);
    const asTheTestBegan = await rowOf(id);
    const proven = {
      state: "proven" as const,
      text: "A request from Slack was signed with it.",
      at: "2026-11-23T10:00:00Z",
    };
    const proofs = { ...asTheTestBegan.proofs, [SIGNING]: proven };
    await test.db.update(chatIntegrations).set({ proofs }).where(eq(chatIntegrations.id, id));
    expect(await testChatIntegration(test.deps, asTheTestBegan)).toMatchObject({ works: true });
    expect(proofsIn((await list())[0]).get(SIGNING)).toMatchObject(proven);
    expect(proofsIn((await list())[0]).get(BOT)?.state).toBe("proven");
  });

  it("an app token that was revoked is said although the bot token works, and the team is known all the same", async () => {
    const id = await made("slack", SLACK);
    await replaceCredentials(id, { appToken: "xapp-of-nobody-1" });
    const outcome = await tried(id);
    expect(outcome.message).toMatch(/^Connected to Acme \(bot lorekeep\), but: .*app token/);
    const [shown] = await list();
    expect([proofsIn(shown).get(APP)?.state, proofsIn(shown).get(BOT)?.state]).toEqual(["refused", "proven"]);
    expect(await rowOf(id)).toMatchObject({ teamId: "T1" });
    expect(outcome).toMatchObject({ success: false });
  });

  it("a change is tried too, and forgets only what it replaced", async () => {
    const id = await made();
    expect((await patch(id, { config: { botToken: "xoxb-of-nobody-1" } })).statusCode).toBe(400);
    expect((await patch(id, { config: { botToken: SLACK.botToken } })).json()).toEqual({ ok: true });
    expect((await patch(id, { name: "Renamed" })).json()).toEqual({ ok: true });
    const [shown] = await list();
    expect(shown).toMatchObject({ name: "Renamed", trouble: null });
    expect(proofsIn(shown).get(BOT)?.state).toBe("proven");
  });

  it("when Slack cannot be asked it is kept, and said to be not proven", async () => {
    slack.fail({ match: "auth.test", kind: { status: 503 } });
    const answer = await add("slack", WITHOUT_APP);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ trouble: null, notTested: expect.stringContaining("not checked yet") });
    expect(proofsIn(answer.json()).get(BOT)).toMatchObject({ state: "unknown" });
    expect(await stored(answer.json().id)).toEqual(WITHOUT_APP);
    slack.clearFaults();
    expect(await tried(answer.json().id)).toMatchObject({ success: true });
    expect(proofsIn((await list())[0]).get(BOT)?.state).toBe("proven");
  });

  it("a test that cannot ask forgets nothing that was proven", async () => {
    const id = await made("slack", WITHOUT_APP);
    slack.fail({ match: "auth.test", kind: { status: 503 } });
    expect((await tried(id)).success).toBe(false);
    slack.clearFaults();
    expect(proofsIn((await list())[0]).get(BOT)?.state).toBe("proven");
  });

  it("without an app token the signing secret waits for what Slack signs", async () => {
    const shown = (await add("slack", WITHOUT_APP)).json();
    expect(proofsIn(shown).get(SIGNING)).toEqual({
      state: "waiting",
      text: "Waiting for Slack's first signed request.",
      at: null,
    });
  });
});

describe("testing", () => {
  it("API-035 API-057 ENT-007 a working Slack says as whom, and the team is known from then on", async () => {
    const id = await made();
    expect(await tried(id)).toEqual({ success: true, message: "Connected to Acme (bot lorekeep).", warnings: [] });
    expect(await rowOf(id)).toMatchObject({
      teamId: "T1",
      teamUrl: expect.stringMatching(/^http.*\/workspaces\/T1\/$/),
      trouble: null,
    });
  });

  it("says which scope is missing, and what else will not work", async () => {
    const id = await made();
    await replaceCredentials(id, { botToken: "xoxb-no-history-1" });
    const outcome = await tried(id);
    expect(outcome).toMatchObject({
      success: false,
      message: expect.stringContaining("lacks the scope channels:history"),
    });
    expect(await list()).toMatchObject([{ trouble: outcome.message }]);

    await patch(id, { config: { botToken: "xoxb-few-scopes-1", appToken: "xapp-1-few-scopes" } });
    expect(await list()).toMatchObject([{ trouble: null }]);
    const warned = await tried(id);
    expect(warned.success).toBe(true);
    for (const word of ["groups:read", "channels:join", "chat:write", "/invite @lorekeep"])
      expect(warned.warnings.join(" ")).toContain(word);
  });

  it("says that Slack refuses the token, without repeating it", async () => {
    const id = await made();
    await replaceCredentials(id, { botToken: "xoxb-refused-secret" });
    const outcome = await tried(id);
    expect(outcome).toMatchObject({
      success: false,
      message: expect.stringContaining("does not accept the bot token"),
    });
    expect(outcome.message).not.toContain("refused-secret");
  });

  it("ENT-009 Teams with only a name is not complete: the test names what is missing", async () => {
    expect(await tried(await made("teams", {}))).toEqual({
      success: false,
      message: "Missing: Tenant ID, App ID, App Secret. Edit the integration and fill this in.",
      warnings: [],
    });
    const half = await made("teams", { ...TEAMS, appSecret: "" });
    expect((await tried(half)).message).toBe("Missing: App Secret. Edit the integration and fill this in.");
  });

  it("gives the app to upload for the App ID of the workspace, packed, and for a platform that takes one only", async () => {
    const appId = "8f4c1d2a-9b3e-4c5d-8e6f-0a1b2c3d4e5f";
    const get = (platform: string, id: string) =>
      person.inject({ url: `/api/app-packages/${platform}?appId=${encodeURIComponent(id)}` });
    const answer = await get("teams", appId);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="lorekeep-teams-app.zip"',
    });
    const files = await unzip(answer.rawPayload);
    expect([...files.keys()].sort()).toEqual(["color.png", "manifest.json", "outline.png"]);
    expect(JSON.parse(files.get("manifest.json") ?? "")).toMatchObject({ webApplicationInfo: { id: appId } });
    expect((await get("teams", '1", "x": "')).statusCode).toBe(400);
    expect((await get("slack", appId)).statusCode).toBe(404);
  });

  it("asks for the secrets again when the stored ones cannot be opened", async () => {
    const id = await made();
    const sealed = {
      botToken: { sealed: "not sealed", last4: "" },
      signingSecret: { sealed: "not sealed", last4: "" },
    };
    await test.db.update(chatIntegrations).set({ secrets: sealed }).where(eq(chatIntegrations.id, id));
    expect((await tried(id)).message).toBe("The stored credentials can no longer be read. Enter them again.");
  });

  it("gives the team to channels that were added before it was known; where the team's channel exists, none is doubled", async () => {
    const id = await made();
    const { workspaceId } = person.viewer;
    const early = await buildChannel(test.db, { workspaceId, integrationId: id, externalId: "C1" });
    const twin = await buildChannel(test.db, { workspaceId, integrationId: id, externalId: "C2" });
    await buildChannel(test.db, { workspaceId, teamId: "T1", externalId: "C2" });
    const ofOther = await buildChannel(test.db, { workspaceId, externalId: "C3" });
    await tried(id);
    const teams = new Map((await rowsOf()).map((row) => [row.id, row.teamId]));
    expect([early, twin, ofOther].map((row) => teams.get(row.id))).toEqual(["T1", "", ""]);
  });
});
