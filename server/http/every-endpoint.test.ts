import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import { MEMBERSHIPS, type Membership } from "../../shared/domain/access.ts";
import { ROLES } from "../../shared/domain/people.ts";
import { newId } from "../db/new-id.ts";
import { channelAudiences } from "../db/schema.ts";
import { buildArticle, buildChannel, buildLog, buildPublication, buildUser } from "../testing/factories.ts";
import { createQueueThatEndsRuns } from "../testing/queue-that-ends-runs.ts";
import { ROW_OF_RESOURCE } from "../testing/rows-of-resources.ts";
import { buildSmallestBody } from "../testing/smallest-body.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

const endpoints = (Object.entries(contract) as [string, Endpoint][]).map(([key, endpoint]) => {
  const [method = "", path = ""] = key.split(" ");
  return { key, method: method as "GET", path, resource: path.split("/")[2] ?? "", ...endpoint };
});
const guarded = endpoints.filter(({ access }) => access === "session");
const withId = guarded.filter(({ path }) => path.includes(":id"));
const lists = guarded.filter(({ method, path }) => method === "GET" && !path.includes(":"));

/**
 * The lowest membership for each endpoint, independent of the contract. A new endpoint that writes needs a line in this table.
 * An endpoint that only reads is open to everybody unless it has a line.
 */
const LEAST: Readonly<Record<Exclude<Membership, "owner">, readonly string[]>> = {
  admin: [
    "GET /api/billing-info",
    "POST /api/subscription/upgrade",
    "POST /api/subscription/cancel",
    "POST /api/subscription/resume",
    "POST /api/subscription/portal",
    "GET /api/audit",
    "GET /api/audit/export",
    "GET /api/status",
    "GET /api/people/export",
    "GET /api/provisioning",
    "GET /api/api-keys",
    "POST /api/api-keys",
    "DELETE /api/api-keys/:id",
    "GET /api/webhooks",
    "POST /api/webhooks",
    "PATCH /api/webhooks/:id",
    "DELETE /api/webhooks/:id",
    "POST /api/webhooks/:id/secret",
    "POST /api/webhooks/:id/test",
    "GET /api/webhooks/:id/deliveries",
    "POST /api/webhooks/:id/deliveries/:deliveryId/replay",
    "POST /api/provisioning/tokens",
    "DELETE /api/provisioning/tokens/:id",
    "PATCH /api/people/:id",
    "DELETE /api/people/:id",
    "GET /api/invitations",
    "POST /api/invitations",
    "POST /api/invitations/:id/resend",
    "POST /api/invitations/:id/approve",
    "DELETE /api/invitations/:id",
    "GET /api/invitation-links",
    "POST /api/invitation-links",
    "DELETE /api/invitation-links/:id",
    "GET /api/newcomers",
    "PUT /api/newcomers",
    "GET /api/mail-domains",
    "POST /api/mail-domains",
    "POST /api/mail-domains/:id/check",
    "POST /api/mail-domains/:id/mail",
    "GET /api/single-sign-on",
    "PUT /api/single-sign-on",
    "POST /api/single-sign-on/activate",
    "PATCH /api/single-sign-on",
    "DELETE /api/single-sign-on",
    "DELETE /api/mail-domains/:id",
    "PUT /api/review-settings",
    "GET /api/retention",
    "GET /api/retention/effect",
    "PUT /api/retention",
    "PUT /api/channels/:id/readers/:userId",
    "PUT /api/channels/:id/sharing",
    "POST /api/connections",
    "POST /api/connections/:id/integration",
    "DELETE /api/connections/:id",
    "GET /api/connections/:id/places",
    "GET /api/integrations/:id/places",
    "POST /api/integrations/places",
    "POST /api/integrations",
    "PUT /api/integrations/:id",
    "PUT /api/integrations/:id/readers",
    "PUT /api/integrations/:id/page-tree",
    "GET /api/wikis",
    "GET /api/wikis/:id/size",
    "GET /api/wikis/:id/pages",
    "GET /api/wikis/:id/choices/:kind",
    "GET /api/wiki-health",
    "PUT /api/wikis/:id",
    "GET /api/wikis/:id/events",
    "POST /api/wikis/:id/events",
    "DELETE /api/wikis/:id/events",
    "DELETE /api/integrations/:id",
    "POST /api/integrations/:id/test",
    "POST /api/integrations/:id/test-page",
    "POST /api/collaboration-integrations",
    "PUT /api/collaboration-channels/:id/answers",
    "PATCH /api/collaboration-integrations/:id",
    "DELETE /api/collaboration-integrations/:id",
    "POST /api/collaboration-integrations/:id/test",
    "POST /api/collaboration-integrations/:id/last-message",
    "GET /api/app-packages/:platform",
    "GET /api/language-model",
    "GET /api/language-model/providers",
    "POST /api/language-model/models",
    "POST /api/language-model/test",
    "PUT /api/language-model",
    "PUT /api/language-model/key",
    "DELETE /api/language-model",
    "PUT /api/language-model/channels/:id",
    "PUT /api/language-model/caps",
    "POST /api/language-model/waiting/continue",
    "GET /api/language-model/again",
    "POST /api/language-model/again",
    "GET /api/language-model/spending",
    "GET /api/language-model/spending/export",
    "GET /api/model-trials",
    "POST /api/model-trials",
    "GET /api/model-trials/price",
    "GET /api/model-trials/:id/price",
    "GET /api/model-trials/:id",
    "POST /api/model-trials/:id/repeat",
    "POST /api/model-trials/:id/stop",
    "POST /api/model-trials/:id/judge",
    "POST /api/model-trials/:id/save",
    "POST /api/model-trials/:id/read-all",
  ],
  editor: [
    "PUT /api/settings",
    "PUT /api/settings/monitoring",
    "PUT /api/settings/writing",
    "POST /api/settings/writing/preview",
    "POST /api/settings/writing/suggestions/:id",
    "POST /api/channels",
    "POST /api/channels/:id/earlier-messages",
    "DELETE /api/channels/:id",
    "GET /api/slack/channels",
    "GET /api/slack/channels/reading",
    "GET /api/google-chat/spaces",
    "GET /api/teams/channels",
    "POST /api/collaboration-channels",
    "PATCH /api/collaboration-channels/:id",
    "PUT /api/collaboration-channels/:id/questions",
    "PUT /api/collaboration-integrations/:id/channel-rule",
    "POST /api/articles/:id/reanalyze",
    "POST /api/articles/bulk/reanalyze",
    "POST /api/articles/bulk/retry",
    "POST /api/excerpts/write",
    "POST /api/excerpts/undo",
    "POST /api/articles/bulk/remove",
    "POST /api/articles/bulk/restore",
    "POST /api/articles/bulk/delete",
    "POST /api/articles/trash/empty",
    "POST /api/articles/:id/publications/:publicationId/take-over",
    "POST /api/articles/:id/publications/:publicationId/retry",
    "PUT /api/articles/:id/content",
    "PUT /api/articles/:id/owner",
    "POST /api/articles/:id/versions/:version/restore",
    "GET /api/articles/:id/merge/:intoId",
    "POST /api/articles/:id/merge",
    "POST /api/articles/:id/split-off",
    "POST /api/articles/:id/split",
    "POST /api/categories",
    "PATCH /api/categories/:id",
    "POST /api/categories/:id/move",
    "POST /api/categories/:id/merge",
    "DELETE /api/categories/:id",
    "POST /api/questions/:id/ask",
    "POST /api/own-accounts",
    "POST /api/wiki-repairs",
    "GET /api/wiki-repairs",
    "GET /api/wiki-repairs/:id",
    "POST /api/wiki-repairs/:id/undo",
    "POST /api/test-slack-analysis",
    "POST /api/analyze",
    "POST /api/runs/:id/stop",
    "POST /api/imports",
  ],
  reviewer: [
    "POST /api/questions/:id/dismiss",
    "POST /api/articles/:id/held",
    "GET /api/articles/:id/publications/:publicationId/words",
    "POST /api/articles/:id/confirm",
    "POST /api/inbox/:id/decide",
    "POST /api/inbox/decide",
    "POST /api/wiki-findings/:id/decide",
    "POST /api/wiki-pages/:id/verify",
    "POST /api/wiki-pages/:id/keep",
    "POST /api/wiki-duplicates/:id/keep",
    "POST /api/inbox/decide-all",
    "PUT /api/inbox/assignments",
    "PUT /api/inbox/snoozes",
    "POST /api/inbox/:id/undo",
    "POST /api/inbox/undo",
  ],
  viewer: [
    "PATCH /api/auth/user",
    "PUT /api/auth/dates",
    "PUT /api/auth/welcome",
    "POST /api/auth/change-password",
    "DELETE /api/sessions",
    "DELETE /api/sessions/:id",
    "DELETE /api/connected-apps/:id",
    "DELETE /api/own-accounts/:platform",
    "POST /api/account-deletion",
    "POST /api/workspaces/:id/enter",
    "POST /api/workspaces/:id/join",
    "DELETE /api/workspaces/:id/membership",
    "POST /api/articles/export",
    "POST /api/ask",
    "PUT /api/answers/:id",
    "PUT /api/answers/:id/listing",
    "POST /api/answers/:id/opened",
    "POST /api/presence",
    "POST /api/notifications/read",
    "PUT /api/notification-settings",
    "PUT /api/watches",
    "POST /api/saved-views",
    "PATCH /api/saved-views/:id",
    "DELETE /api/saved-views/:id",
    "POST /api/second-factor",
    "POST /api/second-factor/confirm",
    "POST /api/second-factor/recovery-codes",
    "POST /api/second-factor/off",
  ],
};
/** A malformed body: callers with permission get 400, so that the request has no effect. */
const BROKEN_BODY = { headers: { "content-type": "application/json" }, payload: "{" };
/** Endpoints outside the contract, because they stream their data. */
const STREAMING = ["POST /api/imports", "POST /api/articles/export"];

let test: TestApp;
let owner: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  test = await createTestApp({ queue: createQueueThatEndsRuns() });
  owner = await test.signIn();
  stranger = await test.signIn();
});
afterAll(() => test.close());

const callOf = ({ method, path, body }: (typeof endpoints)[number], id: string, otherId = newId()) => {
  const payload = buildSmallestBody(body);
  const url = path.replace(":id", id).replace(":version", "1").replace(/:\w+/g, otherId);
  return { method, url, ...(payload && { payload }) };
};

/**
 * Endpoints that do not find the test's row because of the row's content: an unpublished publication has no text, a connection
 * belongs to the person who started it, this integration's credential cannot be decrypted, and its
 * platform lists nothing of a kind that does not exist.
 */
const FOUND_OTHERWISE = [
  ["/integrations/:id/places", 409],
  ["/choices/:kind", 400],
  ["/words", 409],
  ["/places", 404],
] as const;

const withoutRequestId = (answer: { json(): Record<string, unknown> }) => ({ ...answer.json(), requestId: "" });

it("the test of every endpoint finds the endpoints", () => {
  expect(guarded.length).toBeGreaterThan(25);
  expect(withId.length).toBeGreaterThan(8);
  expect(lists.length).toBeGreaterThan(8);
});

describe("nobody who is not signed in gets in", () => {
  it.each(guarded)("AUTH-010 $key", async (endpoint) => {
    for (const headers of [{}, { cookie: "sid=guessed" }] as Record<string, string>[]) {
      const answer = await test.app.inject({ ...callOf(endpoint, newId()), headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ message: "Unauthorized", code: "not-signed-in" });
    }
  });
});

/** Returns the id of the second row in a path, which belongs to the same workspace. */
async function otherIn(path: string, workspaceId: string, articleId: string): Promise<string | undefined> {
  if (path.includes(":publicationId")) return (await buildPublication(test.db, { workspaceId, articleId })).id;
  return path.includes(":intoId") ? (await buildArticle(test.db, { workspaceId })).id : undefined;
}

describe("a row of another workspace does not exist", () => {
  it.each(withId)("$key", async (endpoint) => {
    const build = ROW_OF_RESOURCE[endpoint.resource];
    if (!build) throw new Error(`Add a line for '${endpoint.resource}' to ROWS: how is a row of it made?`);
    const { workspaceId } = owner.viewer;
    const { id } = await build(test.db, { workspaceId });
    const other = await otherIn(endpoint.path, workspaceId, id);
    const snapshot = async () => (await test.db.$client.query(everyRowOf(workspaceId))).rows;
    const before = await snapshot();
    expect(before.length).toBeGreaterThan(0);

    const foreign = await stranger.inject(callOf(endpoint, id, other));
    const unknown = await stranger.inject(callOf(endpoint, newId(), other));
    expect(foreign.statusCode).toBe(404);
    expect([foreign.statusCode, withoutRequestId(foreign)]).toEqual([unknown.statusCode, withoutRequestId(unknown)]);
    expect(await snapshot()).toEqual(before);
    // The owner finds the row, so the 404 above is meaningful.
    const found = FOUND_OTHERWISE.find(([end]) => endpoint.path.endsWith(end))?.[1] ?? 200;
    if (endpoint.method === "GET") expect((await owner.inject(callOf(endpoint, id, other))).statusCode).toBe(found);
  });
});

describe("an article from a channel that a person may not read does not exist for them", () => {
  const ofOneArticle = endpoints.filter(({ readableArticle }) => readableArticle);

  it("every endpoint below one article names the right to read it", () => {
    const below = endpoints.filter(({ path }) => /^\/api\/articles\/:id(\/|$)/.test(path));
    expect(ofOneArticle.map(({ key }) => key)).toEqual(below.map(({ key }) => key));
    expect(below.length).toBeGreaterThan(15);
  });

  it.each(ofOneArticle)("$key", async (endpoint) => {
    const { id: workspaceId } = await test.newWorkspace();
    const channel = await buildChannel(test.db, { workspaceId, isPrivate: true });
    await test.db
      .update(channelAudiences)
      .set({ isKnown: true, membersReadAt: new Date() })
      .where(eq(channelAudiences.channelId, channel.id));
    const { id } = await buildArticle(test.db, { workspaceId, channelId: channel.id, channelName: channel.name });
    const other = await otherIn(endpoint.path, workspaceId, id);
    const outsider = await test.signIn(await buildUser(test.db, { workspaceId, membership: "admin" }));

    const hidden = await outsider.inject(callOf(endpoint, id, other));
    const unknown = await outsider.inject(callOf(endpoint, newId(), other));
    expect(hidden.statusCode).toBe(404);
    expect([hidden.statusCode, withoutRequestId(hidden)]).toEqual([unknown.statusCode, withoutRequestId(unknown)]);
  });
});

describe("a list holds nothing of another workspace", () => {
  it.each(lists)("$key", async (endpoint) => {
    const { workspaceId } = owner.viewer;
    const rows = await Promise.all(
      [...Object.values(ROW_OF_RESOURCE), buildLog].map((build) => build(test.db, { workspaceId })),
    );
    const answer = await stranger.inject({ method: "GET", url: endpoint.path });
    // 400: the endpoint that lists from a platform answers that no platform is connected.
    expect([200, 400]).toContain(answer.statusCode);
    for (const { id } of rows) expect(answer.body).not.toContain(id);
    expect(answer.body).not.toContain(workspaceId);
  });
});

describe("ASVS-8.2.1 ASVS-8.3.2 a person may do what their membership says, and nothing more", () => {
  const walked = [...guarded.map(({ key }) => key), ...STREAMING];
  const leastOf = (key: string): Membership => {
    const [found] = Object.entries(LEAST).find(([, keys]) => keys.includes(key)) ?? [];
    if (!found && !key.startsWith("GET ")) throw new Error(`Add '${key}' to LEAST: who may call it?`);
    return (found as Membership | undefined) ?? "viewer";
  };
  const isEnough = (membership: Membership, least: Membership) =>
    MEMBERSHIPS.indexOf(membership) <= MEMBERSHIPS.indexOf(least);

  it(`the walk has ${walked.length} endpoints, ${walked.length * MEMBERSHIPS.length * 2} cells, and no line of the table is left over`, () => {
    expect(
      Object.values(LEAST)
        .flat()
        .filter((key) => !walked.includes(key)),
    ).toEqual([]);
  });

  it.each(walked)(`%s, for ${MEMBERSHIPS.length} memberships, in the own workspace and in another one`, async (key) => {
    const least = leastOf(key);
    const [method = "", path = ""] = key.split(" ");
    const build = path.includes(":id") ? ROW_OF_RESOURCE[path.split("/")[2] ?? ""] : undefined;
    const { id: workspaceId } = await test.newWorkspace();
    const [own, foreign] = await Promise.all(
      [workspaceId, stranger.viewer.workspaceId].map(async (of) => build?.(test.db, { workspaceId: of })),
    );
    const snapshot = async () => (await test.db.$client.query(everyRowOf(workspaceId))).rows;
    const person = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const me = await test.signIn(person);
    // A changed membership takes effect with the next request of the same session.
    for (const membership of [...MEMBERSHIPS].reverse()) {
      await test.db.$client.query("update users set membership = $1 where id = $2", [membership, person.id]);
      const before = await snapshot();
      for (const id of [own?.id, foreign?.id]) {
        const url = path
          .replace(":id", id ?? newId())
          .replace(":version", "1")
          .replace(/:\w+/g, newId());
        const payload = ["GET", "DELETE"].includes(method) ? {} : BROKEN_BODY;
        if (isEnough(membership, least) && method === "DELETE") continue;
        const answer = await me.inject({ method: method as "POST", url, ...payload });
        expect([membership, answer.statusCode === 403]).toEqual([membership, !isEnough(membership, least)]);
        if (answer.statusCode === 403)
          expect(answer.json()).toMatchObject({
            code: "forbidden",
            message: expect.stringMatching(/^Only .* may do this\.$/),
          });
      }
      expect(await snapshot()).toEqual(before);
    }
  });
});

/** Endpoints that end the account or change the tested role. */
const NOT_COMPARED = /account-deletion|auth\/user/;

it("SET-008 the role of a profile changes nothing: every endpoint answers all four the same", async () => {
  const answersOf = async (role: string) => {
    const person = await test.signIn();
    const { workspaceId } = person.viewer;
    const profile = { firstName: "Ada", lastName: "Lovelace", email: "", role };
    const { email } = (await person.inject({ url: "/api/auth/user" })).json();
    const saved = await person.inject({ method: "PATCH", url: "/api/auth/user", payload: { ...profile, email } });
    expect(saved.json().role).toBe(role);
    const answers: [string, number][] = [];
    for (const endpoint of guarded.filter(({ path }) => !NOT_COMPARED.test(path))) {
      const row = await ROW_OF_RESOURCE[endpoint.resource]?.(test.db, { workspaceId });
      // Signs in for each request, because some endpoints end sessions.
      const again = await test.signIn({ id: person.viewer.userId, workspaceId });
      answers.push([endpoint.key, (await again.inject(callOf(endpoint, row?.id ?? newId()))).statusCode]);
    }
    return answers;
  };
  const [first = [], ...others] = await Promise.all(ROLES.map(answersOf));
  expect(others).toHaveLength(3);
  for (const answers of others) expect(answers).toEqual(first);
  // Most requests succeed, so the comparison is meaningful.
  expect(first.filter(([, status]) => status === 200).length).toBeGreaterThan(first.length / 2);
});

function everyRowOf(workspaceId: string): string {
  const tables = [
    "articles",
    "knowledge_integrations",
    "chat_integrations",
    "channels",
    "runs",
    "publications",
    "sessions",
  ];
  return tables
    .map(
      (table) => `select '${table}' as name, t::text as content from ${table} t where workspace_id = '${workspaceId}'`,
    )
    .join(" union all ")
    .concat(" order by 1, 2");
}
