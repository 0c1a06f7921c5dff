import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateLimits } from "../db/schema.ts";
import { buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { getLimitKey, LIMITED_WORK, WORK_LIMITS } from "./work-limits.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NOBODY = "00000000-0000-7000-8000-000000000000";
const INTEGRATION = { name: "x", type: "confluence", baseUrl: "", apiKey: "k", spaceId: "s" };
const CHAT = { name: "x", platform: "slack", config: {} };

/** One request of each kind of costly work. An answer that refuses the request's content also counts. */
const ASKED: Record<string, { work: keyof typeof WORK_LIMITS; url?: string; payload?: object }> = {
  "GET /api/articles/search": { work: "search", url: "/api/articles/search?keywords=vpn" },
  "GET /api/articles/:id/neighbours": { work: "search", url: `/api/articles/${NOBODY}/neighbours?keywords=vpn` },
  "POST /api/ask": { work: "ask", payload: { question: "vpn" } },
  "GET /api/logs": { work: "search", url: "/api/logs?search=vpn" },
  "GET /api/logs/counts": { work: "search", url: "/api/logs/counts?search=vpn" },
  "GET /api/analytics": { work: "analytics" },
  "GET /api/analytics/overview": { work: "analytics" },
  "GET /api/analytics/answered": { work: "analytics" },
  "GET /api/logs/export": { work: "export", url: "/api/logs/export?format=csv" },
  "GET /api/people/export": { work: "export" },
  "POST /api/articles/export": { work: "export", payload: { ids: [NOBODY], format: "zip" } },
  "POST /api/integrations": { work: "integration", payload: INTEGRATION },
  "POST /api/collaboration-integrations": { work: "integration", payload: CHAT },
  "PATCH /api/collaboration-integrations/:id": { work: "outgoing", payload: { config: {} } },
  "POST /api/integrations/:id/test": { work: "outgoing", payload: {} },
  "POST /api/integrations/:id/test-page": { work: "outgoing", payload: {} },
  "POST /api/collaboration-integrations/:id/test": { work: "outgoing", payload: {} },
  "POST /api/collaboration-integrations/:id/last-message": { work: "outgoing", payload: {} },
  "GET /api/slack/channels": { work: "outgoing" },
  "GET /api/google-chat/spaces": { work: "outgoing", url: `/api/google-chat/spaces?integrationId=${NOBODY}` },
  "GET /api/teams/channels": { work: "outgoing", url: `/api/teams/channels?integrationId=${NOBODY}` },
  "GET /api/connections/:id/places": { work: "outgoing" },
  "GET /api/integrations/:id/places": { work: "outgoing" },
  "GET /api/wikis/:id/choices/:kind": { work: "outgoing" },
  "POST /api/integrations/places": { work: "outgoing", payload: { type: "notion", apiKey: "secret" } },
  "GET /api/subscription/cost": { work: "outgoing", url: "/api/subscription/cost?planId=professional" },
  "POST /api/subscription/portal": { work: "outgoing", payload: {} },
  "POST /api/analyze": { work: "analysis", payload: { channelId: NOBODY } },
  "POST /api/test-slack-analysis": { work: "analysis" },
  "POST /api/articles/:id/reanalyze": { work: "rewriting", payload: {} },
  "POST /api/articles/bulk/reanalyze": { work: "rewriting", payload: { ids: [NOBODY] } },
  "POST /api/excerpts/write": { work: "rewriting", payload: {} },
};

/** Stores this many attempts of a workspace, or of a person's searches, in a window that has just started. */
async function fill({ viewer }: SignedIn, work: keyof typeof WORK_LIMITS, hits: number) {
  const key = getLimitKey(work, viewer);
  const set = { hits, windowStart: sql`now()` };
  await test.db
    .insert(rateLimits)
    .values({ key, ...set })
    .onConflictDoUpdate({ target: rateLimits.key, set });
  return key;
}

describe("Costly work of one workspace has a limit", () => {
  it("every endpoint that does costly work has a limit", () => {
    expect(Object.keys(LIMITED_WORK).toSorted()).toEqual(Object.keys(ASKED).toSorted());
    expect(new Set(Object.values(ASKED).map(({ work }) => work))).toEqual(new Set(Object.keys(WORK_LIMITS)));
  });

  it.each(Object.entries(ASKED))("%s", async (endpoint, { work, url, payload }) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const request = {
      method: method as "GET",
      url: url ?? path.replace(":id", NOBODY),
      ...(payload && { payload }),
    };
    const [busy, quiet] = [await test.signIn(), await test.signIn()];
    const key = await fill(busy, work, WORK_LIMITS[work].limit);
    const refused = await busy.inject(request);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(/^Too many tries\. Try again in .*\.$/);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);

    // Other workspaces have limits of their own, and a new window starts.
    await test.db.update(rateLimits).set({ windowStart: sql`now() - interval '1 day'` }).where(eq(rateLimits.key, key));
    if (endpoint === "POST /api/test-slack-analysis") return;
    for (const person of [quiet, busy]) expect((await person.inject(request)).statusCode).not.toBe(429);
  });

  it("each person has their own limit of searches, so that a company that searches a lot is not refused", async () => {
    const ada = await test.signIn();
    const { id } = await buildUser(test.db, { workspaceId: ada.viewer.workspaceId });
    const eve = await test.signIn({ id, workspaceId: ada.viewer.workspaceId });
    await fill(ada, "search", WORK_LIMITS.search.limit);
    const search = async ({ inject }: SignedIn) =>
      (await inject({ url: "/api/articles/search?keywords=vpn" })).statusCode;
    expect([await search(ada), await search(eve)]).toEqual([429, 200]);
  });

  it("the last request below the limit is answered", async () => {
    const busy = await test.signIn();
    for (const work of ["search", "analytics"] as const) {
      await fill(busy, work, WORK_LIMITS[work].limit - 2);
      const url = work === "search" ? "/api/articles/search?keywords=vpn" : "/api/analytics";
      const statuses = [];
      for (let count = 0; count < 3; count += 1) statuses.push((await busy.inject({ url })).statusCode);
      expect(statuses).toEqual([200, 200, 429]);
    }
  });
});
