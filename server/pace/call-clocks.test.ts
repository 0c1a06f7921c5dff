import { sql } from "drizzle-orm";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RateLimited } from "../../connectors/errors.ts";
import { createNotionTarget } from "../../connectors/notion/target.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../../tools/stand-ins/notion/server.ts";
import { startStandIn } from "../../tools/stand-ins/stand-in.ts";
import { createPool } from "../db/pool.ts";
import { openDatabase } from "../db/workspace-scope.ts";
import { loadKeyRing } from "../secrets/key-file.ts";
import { Secret } from "../secrets/secret.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { createSharedCallClocks, deleteOldCallClocks } from "./call-clock-queries.ts";

/** Two workers that share only the database and the encryption keys, as two processes do. */
const APP_KEYS = new Secret(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
let database: TestDatabase;
const pools: pg.Pool[] = [];
const standIns: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const standIn of standIns.splice(0)) await standIn.close();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

function newClocks() {
  const pool = createPool(database.connection, { max: 4, applicationName: "lorekeep test" });
  pools.push(pool);
  const keys = loadKeyRing({ env: { APP_KEYS, APP_KEYS_FILE: undefined }, dataDir: "/nowhere" });
  return createSharedCallClocks(openDatabase(pool), keys, pino({ level: "silent" }));
}

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

describe("After the database's clock was a day ahead and was set right", () => {
  const rate = { intervalMs: 300, burstMs: 700, longestWaitMs: 5_000 };

  it("calls go out again after the clock was corrected: a wait that no platform can request is ignored", async () => {
    const clocks = newClocks();
    for (const key of ["paused", "booked"]) await clocks.book(key, rate);
    await clocks.pause("paused", 10_000, rate);
    const db = openDatabase(pools.at(-1) as pg.Pool);
    await db.execute(
      sql`update call_clocks set due = due + interval '1 day', paused_until = paused_until + interval '1 day'`,
    );
    expect(await clocks.pausedMs("paused")).toBe(0);
    expect(await clocks.book("booked", rate)).toBe(0);
    await clocks.pause("paused", 60_000, rate);
    expect(await clocks.pausedMs("paused")).toBeGreaterThan(50_000);
    await db.execute(sql`delete from call_clocks`);
  });
});

describe("Two workers with one credential", () => {
  it("two workers together keep Notion's limit of three calls a second", async () => {
    const notion = await startNotionStandIn();
    standIns.push(notion);
    const config = { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token } as never;
    const targets = [1, 2].map(() =>
      createNotionTarget({ fetch, apiBaseUrl: notion.url, requestsPerSecond: 3, clocks: newClocks() }),
    );
    await Promise.all(targets.flatMap((target) => Array.from({ length: 6 }, () => target.archive(config, "p"))));
    const at = notion.calls.map((call) => call.at).sort((a, b) => a - b);
    expect(at).toHaveLength(12);
    // Three calls go out at once and nine a third of a second apart. Slower is allowed, faster is not.
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(2_500);
  });

  it("neither of two workers sends before a short Retry-After has passed, whichever of them received it", async () => {
    const notion = await startNotionStandIn();
    standIns.push(notion);
    const config = { spaceId: DEFAULT_PARENT.id, apiKey: "another token" } as never;
    const [one, other] = [newClocks(), newClocks()].map((clocks) =>
      createNotionTarget({ fetch, apiBaseUrl: notion.url, requestsPerSecond: Number.POSITIVE_INFINITY, clocks }),
    );
    notion.fail({ kind: { status: 429, retryAfter: 3 } });
    const first = one?.archive(config, "p").catch(() => {});
    await expect.poll(() => notion.calls[0]?.status).toBe(429);
    // A call before the answer is read cannot know of the answer's wait.
    await expect
      .poll(async () => (await database.pool.query("select from call_clocks where paused_until > now()")).rowCount)
      .toBe(1);
    await Promise.all([first, ...Array.from({ length: 5 }, () => other?.archive(config, "p").catch(() => {}))]);
    const [refused, ...later] = notion.calls.map((call) => call.at);
    expect(later).toHaveLength(6);
    expect(Math.min(...later) - (refused ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it("two workers both know a platform's requested pause, and only one of them had to ask", async () => {
    const confluence = await startConfluenceStandIn();
    const slack = await startStandIn("slack", (app) => {
      app.post("/api/*", async () => ({ ok: true }));
    });
    standIns.push(confluence, slack);
    const registries = [1, 2].map(() =>
      createConnectors({ fetch, slackDistribution: "internal", slackApiUrl: `${slack.url}/api`, clocks: newClocks() }),
    );
    const calls = [
      {
        standIn: confluence,
        says: /^Confluence asks us to wait until \d\d:\d\d UTC\.$/,
        of: ({ targets }: (typeof registries)[number]) =>
          targets.confluence.read({ baseUrl: confluence.url, spaceId: "DOC", apiKey: "a@b.c:token" }, "1"),
      },
      {
        standIn: slack,
        says: /^Slack asks us to wait until \d\d:\d\d UTC\.$/,
        of: ({ sources }: (typeof registries)[number]) => sources.slack.check({ botToken: "xoxb-1" }),
      },
    ];
    for (const { standIn, says, of } of calls) {
      standIn.fail({ times: 9, kind: { status: 429, retryAfter: 600 } });
      for (const registry of registries) {
        const failure = await failureOf(of(registry));
        expect(failure).toBeInstanceOf(RateLimited);
        expect((failure as RateLimited).message).toMatch(says);
        expect((failure as RateLimited).retryAfterMs).toBeGreaterThan(500_000);
      }
      expect(standIn.calls).toHaveLength(1);
    }
    const { rows } = await database.pool.query("select key from call_clocks");
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
    await database.pool.query("update call_clocks set due = 'epoch', paused_until = 'epoch'");
    await deleteOldCallClocks(openDatabase(database.pool));
    expect((await database.pool.query("select from call_clocks")).rowCount).toBe(0);
  });
});
