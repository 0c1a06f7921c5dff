import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createConfluenceOAuth } from "../../connectors/confluence/oauth.ts";
import { CredentialsRejected } from "../../connectors/errors.ts";
import type { IntegrationOAuthProvider, OAuthGrant, OAuthProvider } from "../../connectors/oauth.ts";
import { createSlackOAuth } from "../../connectors/slack/oauth.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { submitConsent } from "../../tools/stand-ins/oauth.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { knowledgeIntegrations, platformGrants } from "../db/schema.ts";
import { type Database, openDatabase } from "../db/workspace-scope.ts";
import { createKeyRing } from "../secrets/key-ring.ts";
import { buildIntegration, buildPlatformGrant, buildWorkspace } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { withGrantedTokens } from "./granted-fetch.ts";
import { createGrantHandle, type GrantRef } from "./handle.ts";
import { GrantedTokens, sealTokens } from "./tokens.ts";

const APP = { clientId: "app", clientSecret: "secret", redirectUri: "http://localhost:3000/back" };
const CLIENT = { id: "app", secret: "secret", redirectUri: APP.redirectUri };
const secrets = createKeyRing(`k1:${randomBytes(32).toString("base64")}`);

let database: TestDatabase;
let db: Database;
let confluence: ConfluenceStandIn;
let slack: SlackStandIn;
let atlassian: IntegrationOAuthProvider;
let slackProvider: IntegrationOAuthProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.pool);
  confluence = await startConfluenceStandIn({ oauth: { apps: [APP] } });
  const team = { id: "T1", name: "Acme", domain: "acme" };
  const channels = [{ id: "C1", name: "support", messages: [] }];
  slack = await startSlackStandIn({
    teams: [{ team, users: [], botToken: "xoxb-1", scopes: [...ALL_SCOPES], channels }],
    oauth: { apps: [APP], rotates: true },
  });
  atlassian = createConfluenceOAuth({ fetch, authUrl: confluence.authUrl, gatewayUrl: confluence.gatewayUrl });
  slackProvider = createSlackOAuth({ fetch, apiBaseUrl: `${slack.url}/api` });
});
afterAll(async () => {
  await database.drop();
  await confluence.close();
  await slack.close();
});

/** Creates the grants as another process would. */
const process = (provider: Partial<OAuthProvider> = {}) =>
  new GrantedTokens({
    db,
    secrets,
    connections: {
      confluence: { provider: { ...atlassian, ...provider }, client: CLIENT },
      slack: { provider: { ...slackProvider, ...provider }, client: CLIENT },
    },
  });

async function allowed(provider: IntegrationOAuthProvider, subject: string): Promise<OAuthGrant> {
  const back = await submitConsent(provider.authorizationUrl(CLIENT, "state").href, { subject });
  return provider.redeem(CLIENT, back.searchParams.get("code") ?? "");
}
async function stored(platform: "confluence" | "slack", grant: OAuthGrant): Promise<GrantRef> {
  const { id: workspaceId } = await buildWorkspace(db);
  const { id } = await buildPlatformGrant(db, { workspaceId, platform, accountId: `account of ${workspaceId}` });
  await db
    .update(platformGrants)
    .set({ tokensSealed: sealTokens(secrets, { workspaceId, id }, grant) })
    .where(eq(platformGrants.id, id));
  await expiresIn({ workspaceId, id }, grant.lifetime ?? 0);
  return { workspaceId, id };
}
const expiresIn = ({ id }: GrantRef, seconds: number) =>
  db.execute(sql`
    update platform_grants set expires_at = now() + make_interval(secs => ${seconds}), renewed_at = now() - interval '1 hour'
    where id = ${id}`);
const rowOf = async ({ id }: GrantRef) => (await db.select().from(platformGrants).where(eq(platformGrants.id, id)))[0];

let site: OAuthGrant;
let ref: GrantRef;
beforeEach(async () => {
  site = await allowed(atlassian, "bot@acme.example");
  ref = await stored("confluence", site);
});

it("An access token that is valid for long is used unchanged", async () => {
  const before = confluence.oauth.renewals;
  expect(await process().get(ref)).toMatchObject({ token: site.access });
  expect(confluence.oauth.renewals).toBe(before);
});

it("A token that ends soon is renewed once, although several processes need it at the same moment", async () => {
  await expiresIn(ref, 60);
  const before = confluence.oauth.renewals;
  const processes = [process(), process(), process()];
  const found = await Promise.all(processes.flatMap((one) => [one.get(ref), one.get(ref)]));
  const tokens = new Set(found.map(({ token }) => token));
  expect(tokens.size).toBe(1);
  expect(tokens.has(site.access)).toBe(false);
  expect(confluence.oauth.renewals).toBe(before + 1);
});

it("The next process repeats a renewal whose process was killed before the tokens were stored", async () => {
  await expiresIn(ref, -1);
  // Atlassian has issued new tokens, but the process that requested them is gone.
  const killed = process({
    async renew(...given) {
      await atlassian.renew(...given);
      return new Promise(() => {});
    },
  });
  void killed.get(ref);
  await expect.poll(async () => (await rowOf(ref))?.renewingUntil).not.toBeNull();
  const next = process().get(ref);
  // Nobody waits longer than this for a dead process.
  await db.execute(sql`update platform_grants set renewing_until = now() - interval '1 second' where id = ${ref.id}`);
  expect((await next).token).not.toBe(site.access);
  expect(await rowOf(ref)).toMatchObject({ endedBecause: null, renewingUntil: null });
});

it("A refresh token that Slack has already used up stops nothing while the access token is valid", async () => {
  const team = await allowed(slackProvider, "T1");
  const ofTeam = await stored("slack", team);
  await slackProvider.renew(CLIENT, team.refresh ?? "");
  await expiresIn(ofTeam, 600);
  expect(await process().get(ofTeam)).toMatchObject({ token: team.access });
  await expiresIn(ofTeam, -1);
  await expect(process().get(ofTeam)).rejects.toThrow("Slack no longer accepts this connection. Connect it again");
  expect(await rowOf(ofTeam)).toMatchObject({ tokensSealed: "", endedBecause: expect.any(String) });
});

it("A platform that cannot be reached ends nothing, and the next call renews", async () => {
  await expiresIn(ref, -1);
  confluence.fail({ match: "/oauth/token", kind: { status: 503 } });
  await expect(process().get(ref)).rejects.toMatchObject({ code: "unreachable" });
  expect((await process().get(ref)).token).not.toBe(site.access);
});

it("A wrong secret of the operator's app ends nothing", async () => {
  await expiresIn(ref, -1);
  const wrong = process({ renew: (client, refresh) => atlassian.renew({ ...client, secret: "old" }, refresh) });
  await expect(wrong.get(ref)).rejects.toThrow(
    "Its operator has to look at the app's ID, secret and redirect address.",
  );
  expect((await process().get(ref)).token).not.toBe(site.access);
});

it("A grant that a person withdrew is noticed at the next call, and the integration says what to do", async () => {
  const { workspaceId, id: grantId } = ref;
  const integration = await buildIntegration(db, { workspaceId, grantId });
  confluence.oauth.revokeAll("bot@acme.example");
  const granted = withGrantedTokens(fetch, { tokens: process(), secrets });
  const url = `${confluence.gatewayUrl}/${confluence.cloudId}/wiki/api/v2/spaces`;
  const call = granted(url, { headers: { authorization: `Bearer ${createGrantHandle(secrets, ref)}` } });
  await expect(call).rejects.toThrow("Atlassian no longer accepts this connection. Connect it again");
  const [row] = await db.select().from(knowledgeIntegrations).where(eq(knowledgeIntegrations.id, integration.id));
  expect(row?.trouble).toContain("Connect it again");
});

it("A token that expired early is renewed at the call that it fails at, and the call succeeds", async () => {
  confluence.oauth.expireAccess();
  const granted = withGrantedTokens(fetch, { tokens: process(), secrets });
  const url = `${confluence.gatewayUrl}/${confluence.cloudId}/wiki/api/v2/spaces`;
  const answer = await granted(url, { headers: { authorization: `Bearer ${createGrantHandle(secrets, ref)}` } });
  expect(answer.status).toBe(200);
});

it("A token goes only to its platform, and an invented handle goes nowhere", async () => {
  const granted = withGrantedTokens(fetch, { tokens: process(), secrets });
  const call = (handle: string, url = slack.url) => granted(url, { headers: { authorization: `Bearer ${handle}` } });
  await expect(call(createGrantHandle(secrets, ref))).rejects.toThrow("This connection is for Atlassian only");
  const another = createGrantHandle(secrets, { ...ref, workspaceId: ref.id })
    .split(".")
    .at(-1);
  await expect(call(`granted.${ref.workspaceId}.${ref.id}.${another}`)).rejects.toThrow(CredentialsRejected);
});
