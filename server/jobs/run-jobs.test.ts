import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createExportPath } from "../analysis/stored-exports.ts";
import { type AnalysisStage, buildThread, openStage } from "../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { createPool, toSessionConfig } from "../db/pool.ts";
import { channels, runs } from "../db/schema.ts";
import { buildPublication, buildRun, buildSettings } from "../testing/factories.ts";
import type { ScheduledJob } from "./job.ts";
import { SCHEDULED_JOBS } from "./jobs.ts";
import { runAllJobsOnce, startScheduledJobs } from "./run-jobs.ts";
import { claimJobs } from "./schedule-queries.ts";

let stage: AnalysisStage;
beforeAll(async () => {
  stage = await openStage({ workers: 0 });
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const jobsFor = async (key: string) => {
  const { rows } = await stage.db.execute<{ state: string }>(
    sql`select state from pgboss.job where singleton_key = ${key}`,
  );
  return rows.map(({ state }) => state);
};
const runRow = async (id: string) => (await stage.db.select().from(runs).where(eq(runs.id, id)))[0];

describe("The scheduled jobs", () => {
  it("runs and publications get new jobs when the queue was lost", async () => {
    const channel = await stage.newChannel();
    const run = await channel.start("analyse");
    const publication = await buildPublication(stage.db, { workspaceId: channel.workspaceId });
    await stage.db.execute(sql`delete from pgboss.job`);
    await runAllJobsOnce(stage.deps);
    await runAllJobsOnce(stage.deps);
    expect(await jobsFor(run.id)).toEqual(["created"]);
    expect(await jobsFor(publication.id)).toEqual(["created"]);
  });

  it("a run whose job was given up fails with a sentence", async () => {
    const channel = await stage.newChannel();
    const run = await channel.start("analyse");
    await stage.db.execute(sql`update pgboss.job set state = 'failed' where singleton_key = ${run.id}`);
    await runAllJobsOnce(stage.deps);
    expect(await runRow(run.id)).toMatchObject({ state: "failed", error: expect.stringContaining("start it again") });
  });

  it("a run whose worker was killed each time is resumed, however often", async () => {
    const channel = await stage.newChannel();
    const run = await channel.start("analyse");
    // Recreates the queue's row of a worker that vanished in its last attempt.
    await stage.db.execute(sql`
      update pgboss.job set state = 'failed', completed_on = now(),
        output = '{ "value": { "message": "job heartbeat timeout" } }' where singleton_key = ${run.id}`);
    await runAllJobsOnce(stage.deps);
    expect(await jobsFor(run.id)).toEqual(["failed", "created"]);
    expect(await runRow(run.id)).toMatchObject({ state: "queued", error: null });
  });

  it("every other job runs when one fails", async () => {
    const old = await buildRun(stage.db, { state: "done", finishedAt: new Date(Date.now() - 91 * 86_400_000) });
    const lookUp = () => Promise.reject(new Error("canceling statement due to lock timeout"));
    const failed = await runAllJobsOnce({ ...stage.deps, queue: { ...stage.deps.queue, lookUp } });
    expect(failed).toEqual(["enqueue-lost-runs", "enqueue-lost-publications", "enqueue-lost-events"]);
    expect(await runRow(old.id)).toBeUndefined();
    const { body } = await stage.app.inject("/metrics");
    expect(body).toMatch(/job_failures_total\{job="enqueue-lost-runs"\} [1-9]/);
    expect(body).toMatch(/job_last_success_timestamp_seconds\{job="prune-history"\} \d/);
    expect(body).toMatch(/job_duration_seconds_count\{job="prune-history",outcome="succeeded"\} \d/);
  });

  it("jobs receive an abort signal when the worker stops, and the worker waits for them", async () => {
    const [begun, stopped] = [vi.fn(), vi.fn()];
    const jobs = startScheduledJobs(stage.deps, [
      {
        name: "wait-until-told",
        everySeconds: 60,
        timeLimitSeconds: 60,
        run: (_deps, stopping) =>
          new Promise<void>((resolve) => {
            begun();
            stopping.addEventListener("abort", () => {
              stopped();
              resolve();
            });
          }),
      },
    ]);
    await expect.poll(() => begun.mock.calls.length).toBe(1);
    await jobs.stop();
    expect(stopped).toHaveBeenCalledOnce();
  });

  it("jobs start once when two workers run, except jobs in which each worker does its own part", async () => {
    const counted = { shared: 0, own: 0 };
    const job = (name: "shared" | "own"): ScheduledJob => ({
      name: `count-${name}`,
      everySeconds: 1,
      ...(name === "own" && { inEachWorker: true as const }),
      timeLimitSeconds: 60,
      run: async () => {
        counted[name] += 1;
      },
    });
    const since = performance.now();
    const workers = [1, 2].map(() => startScheduledJobs(stage.deps, [job("shared"), job("own")]));
    await expect.poll(() => counted.own).toBeGreaterThanOrEqual(12);
    const { shared } = counted;
    const seconds = (performance.now() - since) / 1000;
    await Promise.all(workers.map((worker) => worker.stop()));
    // Each of the two workers starts the job at its own start.
    expect(shared).toBeLessThanOrEqual(2 + seconds / 0.8 + 1);
    expect(shared).toBeGreaterThan(2);
  });

  it("one of several workers that check at the same moment claims a job, and again when the job's pause is over", async () => {
    const daily = [{ name: "count-days", everySeconds: 86_400 }];
    const look = async () => {
      const claims = await Promise.all(Array.from({ length: 5 }, () => claimJobs(stage.db, daily)));
      return claims.map(({ names }) => names);
    };
    const takenBy = (claims: Set<string>[]) => claims.filter((claimed) => claimed.has("count-days")).length;
    expect(takenBy(await look())).toBe(1);
    expect(takenBy(await look())).toBe(0);
    await stage.db.execute(sql`update scheduled_jobs set due_at = now() where name = 'count-days'`);
    expect(takenBy(await look())).toBe(1);
  });

  it("jobs run although they are due later than their pause allows, because the clock was ahead", async () => {
    const daily = [{ name: "count-hours", everySeconds: 3_600 }];
    await claimJobs(stage.db, daily);
    await stage.db.execute(
      sql`update scheduled_jobs set due_at = now() + interval '3 days' where name = 'count-hours'`,
    );
    const { names, wronglyDue } = await claimJobs(stage.db, daily);
    expect([[...names], wronglyDue]).toEqual([["count-hours"], ["count-hours"]]);
    expect((await claimJobs(stage.db, daily)).names.size).toBe(0);
  });

  it("a job that was checked slightly too early is checked again when it is due, not a whole pause later", async () => {
    let runs = 0;
    let ahead = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
    const job: ScheduledJob = {
      name: "look-daily",
      everySeconds: 86_400,
      timeLimitSeconds: 10,
      run: async () => {
        runs += 1;
      },
    };
    const worker = startScheduledJobs(stage.deps, [job]);
    try {
      await expect.poll(() => runs).toBe(1);
      // By the worker's clock the pause is over; by the database's clock two seconds are left.
      await stage.db.execute(
        sql`update scheduled_jobs set due_at = now() + interval '2 seconds' where name = 'look-daily'`,
      );
      ahead = 86_400_000;
      await expect.poll(() => runs).toBe(2);
    } finally {
      await worker.stop();
      clock.mockRestore();
    }
  });

  it("workers log once a minute that no connection became free, and not that the database is unavailable", async () => {
    const log = pino({ level: "silent" });
    const error = vi.spyOn(log, "error");
    const busy = createPool(toSessionConfig(stage.db.$client), { max: 1, applicationName: "lorekeep busy" });
    const held = await busy.connect();
    try {
      const ask = (name: string) => ({
        name,
        everySeconds: 60,
        timeLimitSeconds: 60,
        run: () => busy.query("select 1"),
      });
      const failed = ["ask-first", "ask-second"].map((name) => runAllJobsOnce({ ...stage.deps, log }, [ask(name)]));
      expect(await Promise.all(failed)).toEqual([["ask-first"], ["ask-second"]]);
    } finally {
      held.release();
      await busy.end();
    }
    expect(error).toHaveBeenCalledOnce();
    const [{ err }] = error.mock.calls[0] as unknown as [{ err: Error }];
    expect(err.message).toMatch(/^No database connection came free within 5 s/);
  });

  it("each job has its own name, a pause and a time limit", () => {
    expect(new Set(SCHEDULED_JOBS.map(({ name }) => name)).size).toBe(SCHEDULED_JOBS.length);
    for (const { name, everySeconds, timeLimitSeconds } of SCHEDULED_JOBS) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(everySeconds).toBeGreaterThan(0);
      expect(timeLimitSeconds).toBeGreaterThan(0);
    }
  });

  it("an uploaded export that no run will read is deleted a day later", async () => {
    const forgotten = await createExportPath(stage.deps);
    const fresh = await createExportPath(stage.deps);
    const wanted = await createExportPath(stage.deps);
    for (const { path } of [forgotten, fresh, wanted]) await writeFile(path, "");
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const { path } of [forgotten, wanted]) await utimes(path, twoDaysAgo, twoDaysAgo);
    await buildRun(stage.db, { kind: "import", state: "running", input: { file: wanted.name } });
    await runAllJobsOnce(stage.deps);
    const left = await readdir(join(stage.deps.env.DATA_DIR, "imports"));
    expect(left.toSorted()).toEqual([fresh.name, wanted.name].toSorted());
  });

  it("each channel is read at its own frequency, only when monitoring is automatic", async () => {
    const automatic = await stage.newChannel(buildThread("KNOW how", "like this"));
    const manual = await stage.newChannel(buildThread("KNOW how", "like this"));
    await buildSettings(stage.db, { workspaceId: automatic.workspaceId, monitoringMode: "automatic" });
    await buildSettings(stage.db, { workspaceId: manual.workspaceId, monitoringMode: "manual" });
    const runsOf = (workspaceId: string) => stage.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
    await runAllJobsOnce(stage.deps);
    await runAllJobsOnce(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toMatchObject([
      { kind: "analyse", state: "queued", requestedBy: null, input: { channelIds: [automatic.id] } },
    ]);
    expect(await runsOf(manual.workspaceId)).toEqual([]);

    await stage.db.execute(sql`update runs set created_at = now() - interval '1 day', state = 'done'`);
    await stage.db.update(channels).set({ lastChecked: new Date() }).where(eq(channels.id, automatic.id));
    await runAllJobsOnce(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toHaveLength(1);
    await stage.db
      .update(channels)
      .set({ lastChecked: sql`now() - interval '11 minutes'` })
      .where(eq(channels.id, automatic.id));
    await runAllJobsOnce(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toHaveLength(2);
  });
});
