import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTeamsStandIn, type TeamsStandIn } from "./teams-stand-in.ts";

/* Tests the behavior that Microsoft's documentation describes. The stand-in's comments contain the links. */

const CHANNEL = "19:general@thread.tacv2";
const MESSAGES = `teams/T/channels/${CHANNEL}/messages`;
let now = Date.UTC(2026, 5, 1);
let graph: TeamsStandIn;
beforeAll(async () => {
  const permissions = ["Channel.ReadBasic.All", "ChannelMessage.Read.All"];
  graph = await startTeamsStandIn({
    tenantId: "tenant-1",
    apps: [
      { appId: "all", secret: "s", permissions },
      { appId: "one-team", secret: "s", permissions: [], ofTeams: { T: ["ChannelMessage.Read.Group"] } },
    ],
    teams: [
      {
        id: "T",
        displayName: "Acme",
        people: [{ id: "1", name: "Ana" }],
        channels: [{ id: CHANNEL, displayName: "General" }],
      },
      { id: "T2", displayName: "Other", people: [], channels: [{ id: "19:other@thread.tacv2", displayName: "Other" }] },
    ],
    now: () => now,
  });
});
afterAll(() => graph.close());

async function tokenOf(appId: string, more: Record<string, string> = {}) {
  const form = {
    grant_type: "client_credentials",
    client_id: appId,
    client_secret: "s",
    scope: "https://graph.microsoft.com/.default",
  };
  const body = new URLSearchParams({ ...form, ...more });
  const response = await fetch(`${graph.loginUrl}/tenant-1/oauth2/v2.0/token`, { method: "POST", body });
  return { status: response.status, body: await response.json() };
}
async function get(target: string, { appId = "all", headers = {} as Record<string, string> } = {}) {
  now += 2000;
  const { access_token } = (await tokenOf(appId)).body;
  const url = target.startsWith("http") ? target : `${graph.apiBaseUrl}/${target}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${access_token}`, ...headers } });
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
}
const channel = () => graph.channel(CHANNEL);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [status, body.error?.code];

describe("the stand-in of Microsoft Teams", () => {
  it("issues a token to an app with its secret for an hour, and reports errors with Microsoft's numbers", async () => {
    expect((await tokenOf("all")).body).toMatchObject({ token_type: "Bearer", expires_in: 3599 });
    for (const [more, status, code] of [
      [{ client_secret: "x" }, 401, 7000215],
      [{ client_id: "x" }, 400, 700016],
      [{ scope: "x" }, 400, 1002012],
      [{ grant_type: "password" }, 400, 70003],
    ] as const)
      expect(await tokenOf("all", more)).toMatchObject({ status, body: { error_codes: [code] } });
    const { access_token } = (await tokenOf("all")).body;
    now += 3_600_000;
    const late = await fetch(`${graph.apiBaseUrl}/teams/T/channels`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(late.status).toBe(401);
  });

  it("a permission by a team's owner applies only to that team", async () => {
    const inOne = { appId: "one-team" };
    expect((await get(MESSAGES, inOne)).status).toBe(200);
    expect(codeOf(await get("teams/T2/channels/19:other@thread.tacv2/messages", inOne))).toEqual([403, "Forbidden"]);
    expect(codeOf(await get("teams/T/channels", inOne))).toEqual([403, "Forbidden"]);
    expect(codeOf(await get("teams", {}))).toEqual([403, "Forbidden"]);
  });

  it("refuses calls that Microsoft does not offer", async () => {
    for (const query of ["$top=51", "$top=x", "$filter=a eq b", "$orderby=createdDateTime", "$expand=reactions"])
      expect([query, codeOf(await get(`${MESSAGES}?${query}`))]).toEqual(
        query.startsWith("$expand") ? [query, [200, undefined]] : [query, [400, "BadRequest"]],
      );
    channel().post({ userId: "1", content: "hi" });
    expect(codeOf(await get(`${MESSAGES}?$expand=reactions`))).toEqual([400, "BadRequest"]);
    expect(codeOf(await get(`${MESSAGES}/delta?$filter=createdDateTime gt 2026-01-01T00:00:00Z`))).toEqual([
      400,
      "BadRequest",
    ]);
    expect(codeOf(await get(`${MESSAGES}?$skiptoken=made-up`))).toEqual([400, "BadRequest"]);
    expect(codeOf(await get(`${MESSAGES}/delta?$deltatoken=made-up`))).toEqual([410, "SyncStateNotFound"]);
    expect(codeOf(await get("teams/T/channels/19:nowhere@thread.tacv2/messages"))).toEqual([404, "NotFound"]);
  });

  it("a link contains the original parameters, and accepts no others beside it", async () => {
    for (let index = 0; index < 3; index += 1) channel().post({ userId: "1", content: `message ${index}` });
    const first = await get(`${MESSAGES}?$top=2`);
    const link = first.body["@odata.nextLink"];
    expect((await get(link)).body.value).toHaveLength(2);
    expect(codeOf(await get(`${link}&$top=1`))).toEqual([400, "BadRequest"]);
  });

  it("lists changes since a link: a reply with its post, a deleted message at its place, a removed one only by id", async () => {
    const [old, gone, kept] = ["old", "gone", "kept"].map((content) => channel().post({ userId: "1", content }));
    const round = await get(`${MESSAGES}/delta?$top=50&$expand=replies`);
    const link = round.body["@odata.deltaLink"];
    expect((await get(link)).body.value).toEqual([]);
    channel().post({ userId: "1", content: "late", replyTo: old ?? "" });
    channel().delete(kept ?? "");
    channel().purge(gone ?? "");
    const changes = (await get(link)).body.value as Record<string, unknown>[];
    expect(changes).toHaveLength(3);
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: old, replies: [expect.objectContaining({ replyToId: old })] }),
        expect.objectContaining({
          id: kept,
          deletedDateTime: expect.any(String),
          body: { contentType: "html", content: "" },
        }),
        { id: gone, "@removed": { reason: "deleted" } },
      ]),
    );
  });

  it("uses newer enum values for its own notices only on request", async () => {
    const id = channel().notice();
    const typeWith = async (headers: Record<string, string>) =>
      (await get(`${MESSAGES}/${id}`, { headers })).body.messageType;
    expect(await typeWith({})).toBe("unknownFutureValue");
    expect(await typeWith({ prefer: "include-unknown-enum-members" })).toBe("systemEventMessage");
  });

  it("permits 60 calls a minute for changes and replies, and reports how long to wait", async () => {
    now += 120_000;
    const { access_token } = (await tokenOf("all")).body;
    const ask = () =>
      fetch(`${graph.apiBaseUrl}/${MESSAGES}/delta`, { headers: { authorization: `Bearer ${access_token}` } });
    for (let index = 0; index < 60; index += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    now += 60_000;
    expect((await ask()).status).toBe(200);
  });

  it("creates a subscription like Microsoft: with https, for three days, once per app and channel, after validation", async () => {
    now += 120_000;
    const hooks: string[] = [];
    graph.subscriptions.answerValidation = (token) => {
      hooks.push(token);
      return token;
    };
    const wanted = {
      changeType: "created,updated,deleted",
      notificationUrl: "https://hooks.acme.com/a",
      lifecycleNotificationUrl: "https://hooks.acme.com/b",
      resource: `/${MESSAGES}`,
      expirationDateTime: new Date(now + 4_200 * 60_000).toISOString(),
      clientState: "secret",
    };
    const call = async (method: string, path: string, body?: object, appId = "all") => {
      now += 2000;
      const { access_token } = (await tokenOf(appId)).body;
      const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
      const init = body
        ? { method, headers, body: JSON.stringify(body) }
        : { method, headers: { authorization: headers.authorization } };
      const response = await fetch(`${graph.apiBaseUrl}${path}`, init);
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    };
    const make = async (change: object, appId?: string) => {
      const { status, body } = await call("POST", "/subscriptions", { ...wanted, ...change }, appId);
      return [status, body.error?.message];
    };
    expect(await make({ notificationUrl: "http://hooks.acme.com/a" })).toEqual([400, "notificationUrl must be HTTPS."]);
    expect(await make({ expirationDateTime: new Date(now + 4_400 * 60_000).toISOString() })).toEqual([
      400,
      "Subscription expiration can only be 4320 minutes in the future.",
    ]);
    expect((await make({ lifecycleNotificationUrl: undefined }))[1]).toContain("greater than 1 hour");
    expect((await make({ clientState: "x".repeat(129) }))[0]).toBe(400);
    expect((await make({ resourse: "x" }))[0]).toBe(400);
    expect((await make({ resource: "/teams/T/channels/19:no@thread.tacv2/messages" }))[0]).toBe(404);
    expect((await make({ resource: "/teams/T2/channels/19:other@thread.tacv2/messages" }, "one-team"))[0]).toBe(403);
    expect(hooks).toEqual([]);
    graph.subscriptions.answerValidation = () => "something else";
    expect((await make({}))[1]).toContain("Subscription validation request failed");
    graph.subscriptions.answerValidation = (token) => token;
    expect((await make({}))[0]).toBe(201);
    expect((await make({}))[0]).toBe(403);
    const [shown] = (await call("GET", "/subscriptions")).body.value;
    expect(shown).toMatchObject({ resource: wanted.resource, clientState: null, applicationId: "all" });
    expect((await call("GET", "/subscriptions", undefined, "one-team")).body.value).toEqual([]);
    const later = { expirationDateTime: new Date(now + 4_300 * 60_000).toISOString() };
    expect((await call("PATCH", `/subscriptions/${shown.id}`, later, "one-team")).status).toBe(404);
    expect((await call("PATCH", `/subscriptions/${shown.id}`, later)).body).toMatchObject(later);
    expect((await call("DELETE", `/subscriptions/${shown.id}`)).status).toBe(204);
    expect((await call("DELETE", `/subscriptions/${shown.id}`)).status).toBe(404);
  });
});
