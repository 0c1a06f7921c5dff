import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { submitConsent } from "../../../tools/stand-ins/oauth.ts";
import { signatureHeaders } from "../../../tools/stand-ins/slack/event-deliveries.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { chatIntegrations, platformGrants } from "../../db/schema.ts";
import { applyEventsJob } from "../../ingest/live/apply-events.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { openChatConfig } from "../credentials.ts";

const CALLBACK = "http://localhost:3000/api/connections/slack/callback";
const SIGNING_SECRET = "the-operators-signing-secret-123";
const APP = { clientId: "111.222", clientSecret: "client-secret", redirectUri: CALLBACK };

let slack: SlackStandIn;
let test: TestApp;
let person: SignedIn;
/** Each test has its own team. */
let team = "";
const teams = Array.from({ length: 40 }, (_, place) => ({
  team: { id: `T${place + 1}`, name: `Acme ${place + 1}`, domain: `acme${place + 1}` },
  users: [{ id: "U1", name: "ada" }],
  botToken: `xoxb-by-hand-${place + 1}`,
  scopes: [...ALL_SCOPES],
  channels: [{ id: `C${place + 1}`, name: "support", messages: [{ ts: "1700000000.000100", user: "U1", text: "Hi" }] }],
}));
let next = 0;

beforeAll(async () => {
  slack = await startSlackStandIn({ teams, oauth: { apps: [APP] }, signingSecret: SIGNING_SECRET });
  test = await createTestApp({
    variables: {
      SLACK_CLIENT_ID: APP.clientId,
      SLACK_CLIENT_SECRET: APP.clientSecret,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_API_URL: `${slack.url}/api`,
      EGRESS_ALLOW: new URL(slack.url).host,
    },
    connectors: (fetch, env) =>
      createConnectors({ fetch, slackDistribution: "internal", slackApiUrl: env.SLACK_API_URL }),
  });
});
beforeEach(async () => {
  person = await test.signIn();
  next += 1;
  team = `T${next}`;
});
afterAll(async () => {
  await test.close();
  await slack.close();
});

const begin = async (who: SignedIn = person, integrationId?: string): Promise<string> => {
  const payload = { platform: "slack", ...(integrationId && { integrationId }) };
  const answer = await who.inject({ method: "POST", url: "/api/connections", payload });
  expect(answer.statusCode).toBe(200);
  return answer.json().url;
};
const comeBack = async (back: URL, who: { inject: SignedIn["inject"] } = person) => {
  const answer = await who.inject({ url: back.pathname + back.search });
  expect(answer.statusCode).toBe(303);
  return Object.fromEntries(new URL(String(answer.headers.location), CALLBACK).searchParams);
};
const connect = async (who: SignedIn = person, subject = team, integrationId?: string) =>
  comeBack(await submitConsent(await begin(who, integrationId), { subject }), who);
const list = async (who: SignedIn = person) => (await who.inject({ url: "/api/collaboration-integrations" })).json();
const rowOf = async (who: SignedIn = person) => {
  const [row] = await test.db
    .select()
    .from(chatIntegrations)
    .where(eq(chatIntegrations.workspaceId, who.viewer.workspaceId));
  if (!row) throw new Error("There is no integration.");
  return row;
};
const CONNECTED = { connect: "slack", outcome: "connected" };

describe("Add to Slack", () => {
  it("is offered where the operator configured an app", async () => {
    expect((await person.inject({ url: "/api/connections" })).json()).toEqual({ platforms: ["slack"], unfinished: [] });
  });

  it("connects the team with two presses: it is tested, its channels are listed, and no token is shown or stored readably", async () => {
    expect(await connect()).toEqual(CONNECTED);
    const [integration] = await list();
    expect(integration).toMatchObject({ name: `Acme ${next}`, platform: "slack", trouble: null, isConnected: true });
    const channels = await person.inject({ url: "/api/slack/channels" });
    expect(channels.body).toContain("support");
    const token = slack.calls.filter(({ path }) => path === "/api/auth.test").at(-1)?.headers["authorization"];
    expect(String(token)).toMatch(/^Bearer xoxb-/);
    const bare = String(token).slice("Bearer ".length);
    const rows = await test.db.execute(sql`select g::text as row from platform_grants g`);
    expect(JSON.stringify(rows.rows)).not.toContain(bare);
    expect(JSON.stringify([await list(), openChatConfig(test.deps.secrets, await rowOf())])).not.toContain(bare);
  });

  it("by somebody who turns back says so and keeps nothing", async () => {
    const back = await submitConsent(await begin(), { subject: team, decision: "cancel" });
    expect(await comeBack(back)).toEqual({ connect: "slack", outcome: "denied" });
    expect(await list()).toEqual([]);
  });

  it("takes an answer once", async () => {
    const back = await submitConsent(await begin(), { subject: team });
    expect(await comeBack(back)).toEqual(CONNECTED);
    expect(await comeBack(back)).toEqual({ connect: "slack", outcome: "stale" });
    expect(await list()).toHaveLength(1);
  });

  it("refuses the answer to somebody else's session, of the same workspace and of another, and leaves it to its owner", async () => {
    const back = await submitConsent(await begin(), { subject: team });
    const { workspaceId } = person.viewer;
    const colleague = await test.signIn(await buildUser(test.db, { workspaceId, membership: "owner" }));
    const stranger = await test.signIn();
    const stale = { connect: "slack", outcome: "stale" };
    expect(await comeBack(back, colleague)).toEqual(stale);
    expect(await comeBack(back, stranger)).toEqual(stale);
    expect(await comeBack(back, { inject: (options) => test.app.inject(options) })).toEqual(stale);
    expect(await list(stranger)).toEqual([]);
    expect(await comeBack(back)).toEqual(CONNECTED);
  });

  it("refuses a state that nobody began, and one that is older than ten minutes", async () => {
    const back = await submitConsent(await begin(), { subject: team });
    const forged = new URL(back);
    forged.searchParams.set("state", "x".repeat(43));
    expect(await comeBack(forged)).toMatchObject({ outcome: "stale" });
    await test.db.execute(sql`update platform_attempts set created_at = now() - interval '11 minutes'`);
    expect(await comeBack(back)).toMatchObject({ outcome: "stale" });
  });

  it("refuses a code that Slack does not take, and says when Slack cannot be asked", async () => {
    const wrong = await submitConsent(await begin(), { subject: team });
    wrong.searchParams.set("code", "made-up");
    expect(await comeBack(wrong)).toMatchObject({ outcome: "failed" });
    const back = await submitConsent(await begin(), { subject: team });
    slack.fail({ match: "oauth.v2.access", kind: { status: 503 } });
    expect(await comeBack(back)).toMatchObject({ outcome: "unreachable" });
  });

  it("is for people who may change integrations", async () => {
    const viewer = await test.signIn(await buildUser(test.db, { membership: "viewer" }));
    const answer = await viewer.inject({ method: "POST", url: "/api/connections", payload: { platform: "slack" } });
    expect(answer.statusCode).toBe(403);
  });

  it("of a team that another workspace has connected is refused, until that is removed", async () => {
    const other = await test.signIn();
    expect(await connect(other)).toEqual(CONNECTED);
    expect(await connect()).toEqual({ connect: "slack", outcome: "taken" });
    expect(await list()).toEqual([]);
    const { id } = await rowOf(other);
    await other.inject({ method: "DELETE", url: `/api/collaboration-integrations/${id}` });
    expect(await connect()).toEqual(CONNECTED);
  });

  it("of a team that two workspaces connect in the same moment is refused to one of them with the same words", async () => {
    const other = await test.signIn();
    // Slows the commit down. The second attempt then reads before the first attempt's tokens are committed.
    await test.db.execute(sql`
      create function wait_for_both() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
      create trigger wait_for_both after insert on platform_grants for each row execute function wait_for_both()`);
    try {
      const ended = await Promise.all([connect(), connect(other)]);
      expect(ended.map(({ outcome }) => outcome).toSorted()).toEqual(["connected", "taken"]);
    } finally {
      await test.db.execute(sql`drop trigger wait_for_both on platform_grants; drop function wait_for_both`);
    }
    expect([...(await list()), ...(await list(other))]).toHaveLength(1);
  });

  it("again goes on with the same integration and names the scopes that are no longer allowed", async () => {
    await connect();
    const before = await rowOf();
    const fewer = new URL(await begin(person, before.id));
    const asked = (fewer.searchParams.get("scope") ?? "").split(",");
    fewer.searchParams.set("scope", asked.filter((scope) => scope !== "chat:write").join(","));
    const ended = await comeBack(await submitConsent(fewer.href, { subject: team }));
    expect(ended).toEqual({ ...CONNECTED, lost: "chat:write" });
    expect(await list()).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ id: before.id, grantId: before.grantId, trouble: null, mayPost: false });
    const needed = new URL(await begin(person, before.id));
    needed.searchParams.set("scope", asked.filter((scope) => scope !== "channels:history").join(","));
    await comeBack(await submitConsent(needed.href, { subject: team }));
    expect((await rowOf()).trouble).toBe(
      "Slack did not allow the scope channels:history (to read the messages of public channels). Press Connect again and allow it there; what Slack does not ask for, the operator adds to the app of this installation.",
    );
    slack.uninstall(team);
    await person.inject({ method: "POST", url: `/api/collaboration-integrations/${before.id}/test` });
    expect((await rowOf()).trouble).toBe(
      "Slack no longer accepts this connection. Connect it again; nothing that was read is lost.",
    );
  });

  it("again for another team is refused and changes nothing", async () => {
    await connect();
    const before = await rowOf();
    next += 1;
    expect(await connect(person, `T${next}`, before.id)).toMatchObject({ outcome: "other-account" });
    expect(await rowOf()).toMatchObject({ teamId: team, grantId: before.grantId });
  });

  it("takes over what was set up with tokens for the same team; a token entered later replaces it", async () => {
    const config = { botToken: `xoxb-by-hand-${next}`, signingSecret: "a".repeat(32) };
    const payload = { name: "By hand", platform: "slack", config };
    await person.inject({ method: "POST", url: "/api/collaboration-integrations", payload });
    const before = await rowOf();
    expect(await connect()).toEqual(CONNECTED);
    expect(await rowOf()).toMatchObject({ id: before.id, name: "By hand", secrets: {}, trouble: null });
    const url = `/api/collaboration-integrations/${before.id}`;
    await person.inject({ method: "PATCH", url, payload: { config } });
    expect(await rowOf()).toMatchObject({ grantId: null, trouble: null });
    expect(await test.db.select().from(platformGrants).where(eq(platformGrants.accountId, team))).toEqual([]);
  });

  it("that was entered as a token in a form is none: nobody uses another workspace's connection", async () => {
    await connect();
    const stolen = openChatConfig(test.deps.secrets, await rowOf())["botToken"] ?? "";
    const thief = await test.signIn();
    const config = { botToken: stolen, signingSecret: "a".repeat(32) };
    const payload = { name: "Mine", platform: "slack", config };
    const answer = await thief.inject({ method: "POST", url: "/api/collaboration-integrations", payload });
    expect(answer.statusCode).toBe(400);
  });

  it("that is removed is given back to Slack", async () => {
    await connect();
    const { id } = await rowOf();
    await person.inject({ method: "DELETE", url: `/api/collaboration-integrations/${id}` });
    expect(slack.calls.some(({ path }) => path === "/api/auth.revoke")).toBe(true);
    expect(await test.db.select().from(platformGrants).where(eq(platformGrants.accountId, team))).toEqual([]);
  });
});

describe("events of the operator's app", () => {
  const deliver = (payload: object, secret = SIGNING_SECRET) => {
    const body = JSON.stringify(payload);
    const headers = { "content-type": "application/json", ...signatureHeaders(body, secret) };
    return test.app.inject({ method: "POST", url: "/api/slack/events", payload: body, headers });
  };
  const ofTeam = (id: string, event: object) => ({
    type: "event_callback",
    team_id: id,
    event_id: `Ev${id}${Math.random().toString(36).slice(2)}`,
    authorizations: [{ team_id: id, user_id: "UBOT", is_bot: true }],
    event,
  });

  it("verify the address with the operator's secret, before anybody is connected", async () => {
    const challenge = { type: "url_verification", challenge: "hello" };
    expect((await deliver(challenge)).body).toBe("hello");
    expect((await deliver(challenge, "another-secret")).statusCode).toBe(401);
  });

  it("are taken for the team that connected it, and refused for one that did not or with another secret", async () => {
    await connect();
    const event = { type: "app_uninstalled" };
    expect((await deliver(ofTeam(team, event), "another-secret")).statusCode).toBe(401);
    expect((await deliver(ofTeam("TNOBODY", event))).statusCode).toBe(401);
    expect((await deliver(ofTeam(team, event))).statusCode).toBe(200);
    const { rows } = await test.db.execute(
      sql`select 1 from chat_events where workspace_id = ${person.viewer.workspaceId}`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("a removal that Slack tells of late", () => {
  const removed = async (at: Date) => {
    const row = await rowOf();
    const body = JSON.stringify({
      type: "event_callback",
      team_id: team,
      event_id: `Ev${team}${at.getTime()}`,
      event_time: Math.floor(at.getTime() / 1000),
      event: { type: "app_uninstalled" },
    });
    const headers = { "content-type": "application/json", ...signatureHeaders(body, SIGNING_SECRET) };
    await test.app.inject({ method: "POST", url: "/api/slack/events", payload: body, headers });
    const job = { queue: "events" as const, workspaceId: row.workspaceId, integrationId: row.id };
    await applyEventsJob(test.deps, job, { number: 1, isLast: false, signal: new AbortController().signal });
  };

  it("does not end what was allowed again afterwards; a later one does", async () => {
    await connect();
    await connect();
    await removed(new Date(Date.now() - 60_000));
    expect(await rowOf()).toMatchObject({ trouble: null });
    await removed(new Date(Date.now() + 2_000));
    expect(await rowOf()).toMatchObject({ trouble: expect.stringContaining("Press Connect again") });
  });
});

describe("an app that a whole Enterprise organisation allowed", () => {
  it("reads the channels of all its teams, takes their events, and is switched off when it is removed", async () => {
    const org = { id: "E1", name: "Acme Group" };
    const grid = await startSlackStandIn({
      teams: teams.slice(0, 2).map((each, at) => ({ ...each, botToken: `xoxb-grid-${at}` })),
      oauth: { apps: [APP], org },
      signingSecret: SIGNING_SECRET,
    });
    const app = await createTestApp({
      variables: {
        SLACK_CLIENT_ID: APP.clientId,
        SLACK_CLIENT_SECRET: APP.clientSecret,
        SLACK_SIGNING_SECRET: SIGNING_SECRET,
        SLACK_API_URL: `${grid.url}/api`,
        EGRESS_ALLOW: new URL(grid.url).host,
      },
      connectors: (fetch, env) =>
        createConnectors({ fetch, slackDistribution: "internal", slackApiUrl: env.SLACK_API_URL }),
    });
    try {
      const admin = await app.signIn();
      expect(await connect(admin, org.id)).toEqual(CONNECTED);
      const [integration] = await list(admin);
      expect(integration).toMatchObject({ name: "Acme Group", trouble: null, isConnected: true });
      const channels: { channelId: string }[] = (await admin.inject({ url: "/api/slack/channels" })).json();
      expect(JSON.stringify(channels)).toContain("C1");
      expect(JSON.stringify(channels)).toContain("C2");
      grid.deliveries.sendTo(`${await app.app.listen({ port: 0, host: "127.0.0.1" })}/api/slack/events`);
      grid.uninstall(org.id);
      await grid.deliveries.settled();
      const { workspaceId } = admin.viewer;
      const { rows } = await app.db.execute(sql`select 1 from chat_events where workspace_id = ${workspaceId}`);
      expect(rows).toHaveLength(2);
      const job = { queue: "events" as const, workspaceId, integrationId: integration.id };
      await applyEventsJob(app.deps, job, { number: 1, isLast: false, signal: new AbortController().signal });
      expect(await list(admin)).toMatchObject([{ trouble: expect.stringContaining("Press Connect again") }]);
      expect(await app.db.select().from(platformGrants)).toMatchObject([{ tokensSealed: "" }]);
    } finally {
      await app.close();
      await grid.close();
    }
  });
});
