import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { type Database, inWorkspace, openDatabase } from "../db/workspace-scope.ts";
import { buildChannel } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { type Job, type JobAttempt, type JobOf, MAX_TRIES, type Queue, RetryLater } from "./queue.ts";
import { startQueue } from "./start-queue.ts";

let database: TestDatabase;
let db: Database;
const log = pino({ level: "silent" });
const queues: Queue[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.pool);
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop(1000)));
  await db.execute(sql`delete from pgboss.job`);
});
afterAll(() => database.drop());

async function open(): Promise<Queue> {
  const queue = await startQueue({ db, log, retryDelaySeconds: 1 });
  queues.push(queue);
  return queue;
}
const runOf = (workspaceId: string, runId = newId()): JobOf<"run"> => ({ queue: "run", workspaceId, runId });
const send = (queue: Queue, job: Job, options = {}) =>
  inWorkspace(db, job.workspaceId, (scope) => queue.enqueue(scope, job, options));

describe("A job", () => {
  it("a job exists when its transaction commits, and never when it does not", async () => {
    const queue = await open();
    const workspaceId = newId();
    await inWorkspace(db, workspaceId, async (scope) => {
      await queue.enqueue(scope, runOf(workspaceId));
      throw new Error("something else failed");
    }).catch(() => {});
    expect(await queue.depth()).toEqual({ run: 0, publish: 0, events: 0, billing: 0, mail: 0 });
    await send(queue, runOf(workspaceId));
    expect(await queue.depth()).toEqual({ run: 1, publish: 0, events: 0, billing: 0, mail: 0 });
  });

  it("enqueueing a job leaves its transaction restricted to the workspace", async () => {
    const queue = await open();
    const theirs = await buildChannel(db);
    const mine = await buildChannel(db);
    const seen = await inWorkspace(db, mine.workspaceId, async (scope) => {
      await queue.enqueue(scope, runOf(mine.workspaceId));
      const { rows } = await scope.tx.execute<{ id: string; role: string }>(
        sql`select id, current_user as role from channels`,
      );
      return rows;
    });
    expect(seen).toEqual([{ id: mine.id, role: "lorekeep_app" }]);
    expect(seen.map(({ id }) => id)).not.toContain(theirs.id);
  });

  it("any worker starts a new job at once", async () => {
    const worker = await open();
    const web = await open();
    const seen: Job[] = [];
    await worker.work({ run: async (job) => void seen.push(job) });
    const job = runOf(newId());
    await send(web, job);
    await expect.poll(() => seen).toEqual([job]);
    await expect.poll(() => worker.depth()).toMatchObject({ run: 0 });
  });

  it("a job waits once, however often it is enqueued", async () => {
    const queue = await open();
    const job = runOf(newId());
    for (let times = 0; times < 3; times += 1) await send(queue, job);
    expect(await queue.depth()).toMatchObject({ run: 1 });
  });

  it("a waiting job does not start before a transaction that enqueues it again is committed", async () => {
    const queue = await open();
    const job = runOf(newId());
    await send(queue, job);
    const [asked, mayCommit, looked] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const committed = db.transaction(async (tx) => {
      await tx.execute(sql`insert into call_clocks (key, due, paused_until) values (${job.runId}, now(), now())`);
      await queue.enqueue({ tx }, job);
      asked?.resolve();
      await mayCommit?.promise;
    });
    await asked?.promise;
    const seen: unknown[] = [];
    const other = runOf(newId());
    await queue.work({
      async run({ runId }) {
        if (runId === other.runId) return looked?.resolve();
        seen.push(...(await db.execute(sql`select key from call_clocks where key = ${runId}`)).rows);
      },
    });
    await send(queue, other);
    await looked?.promise;
    mayCommit?.resolve();
    await committed;
    await expect.poll(() => seen).toEqual([{ key: job.runId }]);
  });

  it("a job that waits for later starts at once when it is enqueued for now", async () => {
    const queue = await open();
    const job = runOf(newId());
    const seen: Job[] = [];
    await send(queue, job, { startAfter: new Date(Date.now() + 3_600_000) });
    await queue.work({ run: async (taken) => void seen.push(taken) });
    await send(queue, job);
    await expect.poll(() => seen).toEqual([job]);
  });

  it("a job may be put back without counting as an attempt", async () => {
    const queue = await open();
    const tries: number[] = [];
    await queue.work({
      run: async (_job, { number }) => {
        tries.push(number);
        if (tries.length <= MAX_TRIES + 1) throw new RetryLater(0);
      },
    });
    await send(queue, runOf(newId()));
    await expect.poll(() => tries.length).toBe(MAX_TRIES + 2);
    expect(new Set(tries)).toEqual(new Set([1]));
    await expect.poll(() => queue.depth()).toMatchObject({ run: 0 });
  });

  it("a job that failed because the database was unavailable never counts as failed", async () => {
    const queue = await open();
    const tries: number[] = [];
    const job = runOf(newId());
    await queue.work({
      run: async (_job, { number }) => {
        tries.push(number);
        if (tries.length <= MAX_TRIES) throw new Error("Connection terminated unexpectedly");
      },
    });
    await send(queue, job);
    await expect.poll(() => tries.length).toBe(MAX_TRIES + 1);
    expect(new Set(tries)).toEqual(new Set([1]));
    await expect.poll(() => queue.depth()).toMatchObject({ run: 0 });
    expect((await queue.lookUp("run", [job.runId])).size).toBe(0);
  });

  it(`a job is given up after ${MAX_TRIES} attempts, and its handler knows which is the last`, async () => {
    const queue = await startQueue({ db, log, retryDelaySeconds: 0 });
    queues.push(queue);
    const tries: JobAttempt[] = [];
    const job = runOf(newId());
    await queue.work({
      run: async (_job, attempt) => {
        tries.push(attempt);
        throw new Error("as always");
      },
    });
    await send(queue, job);
    expect(await queue.lookUp("run", [job.runId])).toEqual(new Map([[job.runId, "live"]]));
    await expect.poll(() => queue.lookUp("run", [job.runId])).toEqual(new Map([[job.runId, "given-up"]]));
    expect(tries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(tries.map(({ isLast }) => isLast)).toEqual([false, false, false, false, true]);
  });

  it("a job of one workspace does not wait for 200 jobs of another", async () => {
    const queue = await open();
    const [noisy, quiet] = [newId(), newId()];
    for (let count = 0; count < 200; count += 1) await send(queue, runOf(noisy));
    await send(queue, runOf(quiet));
    const order: string[] = [];
    await queue.work({
      run: async ({ workspaceId }) => {
        order.push(workspaceId);
        await sleep(2);
      },
    });
    await expect.poll(() => order.length).toBe(201);
    expect(order.indexOf(quiet)).toBeLessThan(5);
  });

  it("a running job is aborted when the worker stops, and the next worker continues it", async () => {
    const first = await open();
    const second = await open();
    const job = runOf(newId());
    let isUnderWay = false;
    await first.work({
      run: async (_job, { signal }) => {
        isUnderWay = true;
        while (!signal.aborted) await sleep(5);
        throw new RetryLater(0);
      },
    });
    await send(first, job);
    await expect.poll(() => isUnderWay).toBe(true);
    await first.stop(5_000);
    const seen: Job[] = [];
    await second.work({ run: async (taken) => void seen.push(taken) });
    await expect.poll(() => seen).toEqual([job]);
  });
});

describe("The settings of the queues", () => {
  const settings = async () => {
    const { rows } = await db.execute<{ name: string; delay: number; tries: number }>(
      sql`select name, retry_delay as delay, retry_limit as tries from pgboss.queue order by name`,
    );
    return rows;
  };
  const started = async (options: { retryDelaySeconds?: number }) => {
    queues.push(await startQueue({ db, log, ...options }));
    return settings();
  };

  it("the queues have the settings of the release that was started last, even if somebody changed or dropped one", async () => {
    const usual = await started({});
    expect(usual.map(({ name }) => name)).toEqual(["billing", "events", "mail", "publish", "run"]);
    expect(await started({ retryDelaySeconds: 7 })).toEqual(usual.map((queue) => ({ ...queue, delay: 7 })));
    await db.execute(sql`update pgboss.queue set retry_limit = 1 where name = 'mail'`);
    await db.execute(sql`select pgboss.delete_queue('run')`);
    expect(await started({})).toEqual(usual);
  });
});
