import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemoTeam, writeSlackExport } from "../../tools/demo/chat.ts";
import { newId } from "../db/new-id.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { RetryLater } from "../queue/queue.ts";
import { runJob } from "./run-job.ts";
import { startRun } from "./start-run.ts";
import { importExport } from "./stored-exports.ts";
import { createTeam, OTHER_WRITER, openTrialStage, type Team, type TrialStage } from "./trial/testing/trial-stage.ts";

interface Range {
  least: number;
  most: number;
}
interface Estimate {
  messages: number;
  dollars: Range;
}
interface Imported {
  told: Estimate;
  run: { progress: { dollars: number }; result: { articlesCreated: number } };
}

let stage: TrialStage;
let team: Team;
let imported: Imported;
beforeAll(async () => {
  stage = await openTrialStage();
  team = await createTeam(stage);
  imported = await importSupport();
});
afterAll(() => stage.close());

/** Imports the demo company's support channel, for a model to read. */
async function importSupport(): Promise<Imported> {
  const demo = loadDemoTeam("business", new Date());
  const support = demo.channels.filter(({ name }) => name === "support");
  await team.useModel();
  const file = join(tmpdir(), `${newId()}.zip`);
  await writeSlackExport({ ...demo, channels: support }, file);
  const { id } = await importExport(stage.deps, team.workspaceId, file, { fileName: "support.zip" });
  await rm(file);
  const count = support.reduce((sum, { messages }) => sum + messages.length, 0);
  const told = (await team.call("GET", `/api/language-model/estimate?messages=${count}`)) as unknown as Estimate;
  return { told, run: (await runToEnd(id)) as unknown as Imported["run"] };
}

async function runToEnd(runId: string): Promise<Record<string, unknown>> {
  const attempt = { number: 1, isLast: true, signal: new AbortController().signal };
  for (;;) {
    const run = await team.call("GET", `/api/runs/${runId}`);
    if (run["state"] === "done" || run["state"] === "failed") return run;
    await runJob(stage.deps, { queue: "run", workspaceId: team.workspaceId, runId }, attempt).catch(
      (error: unknown) => {
        if (!(error instanceof RetryLater)) throw error;
      },
    );
  }
}

function expectWithinThird(spent: number, { least, most }: Range): void {
  expect(spent).toBeGreaterThanOrEqual((least * 2) / 3);
  expect(spent).toBeLessThanOrEqual((most * 4) / 3);
}

describe("The price that is told before lies within a third of what it costs", () => {
  it("to read a chat", async () => {
    const { told, run } = imported;
    expect(run.result.articlesCreated).toBeGreaterThan(10);
    const { rows } = await stage.db.$client.query<{ calls: number; dollars: number }>(
      `select count(*)::int as calls, sum(cost_micros)::float8 / 1e6 as dollars from llm_calls
       where workspace_id = $1 and channel_id is not null`,
      [team.workspaceId],
    );
    const [spent] = rows;
    expect(run.progress.dollars).toBeCloseTo(spent?.dollars ?? 0, 6);
    expectWithinThird(run.progress.dollars, told.dollars);
  });

  it("to analyze articles again", async () => {
    const { rows } = await stage.db.$client.query<{ id: string }>(
      "select id from articles where workspace_id = $1 order by id limit 8",
      [team.workspaceId],
    );
    let spent = 0;
    const told = { least: 0, most: 0 };
    for (const { id: articleId } of rows) {
      const { dollars } = (await team.call(
        "GET",
        `/api/language-model/estimate?articleId=${articleId}`,
      )) as unknown as Estimate;
      told.least += dollars.least;
      told.most += dollars.most;
      const { id } = await inWorkspace(stage.db, team.workspaceId, (scope) =>
        startRun(stage.deps, scope, { kind: "reanalyse", input: { articleId }, requestedBy: null }),
      );
      const { state, progress } = (await runToEnd(id)) as { state: string; progress: { dollars: number } };
      expect(state).toBe("done");
      spent += progress.dollars;
    }
    expectWithinThird(spent, told);
  });

  it("to try the same matters with another model", async () => {
    const { rows } = await stage.db.$client.query<{ id: string }>(
      "select channel_id as id from messages where workspace_id = $1 limit 1",
      [team.workspaceId],
    );
    const started = await team.call("POST", "/api/model-trials", { channelId: rows[0]?.id, most: 10 });
    const first = await team.turn(String(started["id"]));
    expect(first.found).toBe(10);
    const told = await team.call("GET", `/api/model-trials/${first.id}/price?model=${OTHER_WRITER}`);
    const again = await team.call("POST", `/api/model-trials/${first.id}/repeat`, { model: OTHER_WRITER });
    const { state, dollars } = await team.turn(String(again["id"]));
    expect(state).toBe("done");
    expectWithinThird(dollars, told["dollars"] as Range);
  });
});
