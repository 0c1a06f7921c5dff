import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rateLimits } from "../db/schema.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { WORK_LIMITS } from "./work-limits.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NOBODY = "00000000-0000-7000-8000-000000000000";
const POST = { method: "POST", payload: {} } as const;
/** One of each kind of work; a refusal for its content is an answer as well. */
const COSTLY = {
  search: { url: "/api/articles/search?keywords=vpn" },
  analytics: { url: "/api/analytics" },
  export: { url: "/api/logs/export?format=csv" },
  integration: { ...POST, url: "/api/integrations", payload: { name: "x", type: "none", apiKey: "k", spaceId: "s" } },
  outgoing: { ...POST, url: `/api/integrations/${NOBODY}/test` },
} as const;

it("Costly work of one workspace has limits, and what is refused says when it may be tried again", async () => {
  const [busy, quiet] = [await test.signIn(), await test.signIn()];
  for (const [work, request] of Object.entries(COSTLY) as [keyof typeof COSTLY, (typeof COSTLY)["search"]][]) {
    const { limit } = WORK_LIMITS[work];
    const key = `${work} of ${busy.viewer.workspaceId}`;
    expect((await busy.inject(request)).statusCode).not.toBe(429);
    await test.db
      .update(rateLimits)
      .set({ hits: limit - 1 })
      .where(inArray(rateLimits.key, [key]));
    expect((await busy.inject(request)).statusCode).not.toBe(429);
    const refused = await busy.inject(request);
    expect([work, refused.statusCode]).toEqual([work, 429]);
    expect(refused.json().message).toMatch(/^Too many tries\. Try again in .*\.$/);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    // Others have limits of their own, and a new window begins.
    expect((await quiet.inject(request)).statusCode).not.toBe(429);
    await test.db
      .update(rateLimits)
      .set({ windowStart: sql`now() - interval '1 day'` })
      .where(inArray(rateLimits.key, [key]));
    expect((await busy.inject(request)).statusCode).not.toBe(429);
  }
});
