import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeForExport } from "../analysis/stored-exports.ts";
import { openStage, type Stage, thread } from "../analysis/testing/analysis-stage.ts";
import { scriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { newId } from "../db/new-id.ts";
import { channels, runs } from "../db/schema.ts";
import { buildPublication, buildRun, buildSettings } from "../testing/factories.ts";
import { sweep } from "./sweep.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ workers: 0 });
  stage.engine.current = scriptedEngine();
});
afterAll(() => stage.close());

const jobsFor = async (key: string) => {
  const { rows } = await stage.db.execute<{ state: string }>(
    sql`select state from pgboss.job where singleton_key = ${key}`,
  );
  return rows.map(({ state }) => state);
};
const runRow = async (id: string) => (await stage.db.select().from(runs).where(eq(runs.id, id)))[0];

describe("The sweep", () => {
  it("gives runs and publications their jobs again when the queue was lost", async () => {
    const channel = await stage.newChannel();
    const run = await channel.start("analyse");
    const publication = await buildPublication(stage.db, { workspaceId: channel.workspaceId });
    await stage.db.execute(sql`delete from pgboss.job`);
    await sweep(stage.deps);
    await sweep(stage.deps);
    expect(await jobsFor(run.id)).toEqual(["created"]);
    expect(await jobsFor(publication.id)).toEqual(["created"]);
  });

  it("parks a run whose job was given up, and says so", async () => {
    const channel = await stage.newChannel();
    const run = await channel.start("analyse");
    await stage.db.execute(sql`update pgboss.job set state = 'failed' where singleton_key = ${run.id}`);
    await sweep(stage.deps);
    expect(await runRow(run.id)).toMatchObject({ state: "failed", error: expect.stringContaining("start it again") });
  });

  it("does every other duty when one fails", async () => {
    const old = await buildRun(stage.db, { state: "done", finishedAt: new Date(Date.now() - 91 * 86_400_000) });
    const lookUp = () => Promise.reject(new Error("canceling statement due to lock timeout"));
    const failed = await sweep({ ...stage.deps, queue: { ...stage.deps.queue, lookUp } });
    expect(failed).toEqual(["give runs their jobs", "give publications their jobs", "give events their jobs"]);
    expect(await runRow(old.id)).toBeUndefined();
  });

  it("removes an export that nothing will read any more, a day later", async () => {
    const forgotten = await placeForExport(stage.deps);
    const fresh = await placeForExport(stage.deps);
    const wanted = await placeForExport(stage.deps);
    for (const { path } of [forgotten, fresh, wanted]) await writeFile(path, "");
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const { path } of [forgotten, wanted]) await utimes(path, twoDaysAgo, twoDaysAgo);
    await buildRun(stage.db, { kind: "import", state: "running", input: { file: wanted.name } });
    await sweep(stage.deps);
    const left = await readdir(join(stage.deps.env.DATA_DIR, "imports"));
    expect(left.toSorted()).toEqual([fresh.name, wanted.name].toSorted());
  });

  it("forgets old runs, those of the schedule sooner", async () => {
    const ended = (days: number, requestedBy: string | null) =>
      buildRun(stage.db, { state: "done", requestedBy, finishedAt: new Date(Date.now() - days * 86_400_000) });
    const person = newId();
    const kept = [await ended(1, null), await ended(3, person)];
    const old = [await ended(3, null), await ended(91, person)];
    await sweep(stage.deps);
    for (const { id } of kept) expect(await runRow(id)).toBeDefined();
    for (const { id } of old) expect(await runRow(id)).toBeUndefined();
  });

  it("looks into each channel at its own frequency, only when monitoring is automatic", async () => {
    const automatic = await stage.newChannel(thread("KNOW how", "like this"));
    const manual = await stage.newChannel(thread("KNOW how", "like this"));
    await buildSettings(stage.db, { workspaceId: automatic.workspaceId, monitoringMode: "automatic" });
    await buildSettings(stage.db, { workspaceId: manual.workspaceId, monitoringMode: "manual" });
    const runsOf = (workspaceId: string) => stage.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
    await sweep(stage.deps);
    await sweep(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toMatchObject([
      { kind: "analyse", state: "queued", requestedBy: null, input: { channelIds: [automatic.id] } },
    ]);
    expect(await runsOf(manual.workspaceId)).toEqual([]);

    await stage.db.execute(sql`update runs set created_at = now() - interval '1 day', state = 'done'`);
    await stage.db.update(channels).set({ lastChecked: new Date() }).where(eq(channels.id, automatic.id));
    await sweep(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toHaveLength(1);
    await stage.db
      .update(channels)
      .set({ lastChecked: sql`now() - interval '11 minutes'` })
      .where(eq(channels.id, automatic.id));
    await sweep(stage.deps);
    expect(await runsOf(automatic.workspaceId)).toHaveLength(2);
  });
});
