import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadDemoTeam, writeSlackExport } from "../../demo/chat.ts";
import { newId } from "../db/new-id.ts";
import { TryLater } from "../queue/queue.ts";
import { runJob } from "./run-job.ts";
import { importExport } from "./stored-exports.ts";
import { newTeam, openTrialStage, type TrialStage } from "./trial/testing/trial-stage.ts";

let stage: TrialStage;
beforeAll(async () => {
  stage = await openTrialStage();
});
afterAll(() => stage.close());

interface Estimate {
  messages: number;
  dollars: { least: number; most: number };
}

it("The price that is told before a chat is read lies within a third of what reading it costs", async () => {
  const demo = loadDemoTeam("business", new Date());
  const support = demo.channels.filter(({ name }) => name === "support");
  const team = await newTeam(stage);
  await team.useModel();
  const file = join(tmpdir(), `${newId()}.zip`);
  await writeSlackExport({ ...demo, channels: support }, file);
  const { workspaceId } = team;
  const { id: runId } = await importExport(stage.deps, workspaceId, file, { fileName: "support.zip" });
  await rm(file);
  const count = support.reduce((sum, { messages }) => sum + messages.length, 0);
  const told = (await team.call("GET", `/api/language-model/estimate?messages=${count}`)) as unknown as Estimate;

  const attempt = { number: 1, isLast: true, signal: new AbortController().signal };
  let run = await team.call("GET", `/api/runs/${runId}`);
  while (run["state"] !== "done" && run["state"] !== "failed") {
    await runJob(stage.deps, { queue: "run", workspaceId, runId }, attempt).catch((error: unknown) => {
      if (!(error instanceof TryLater)) throw error;
    });
    run = await team.call("GET", `/api/runs/${runId}`);
  }
  const { progress, result } = run as { progress: { dollars: number }; result: { articlesCreated: number } };
  expect(result.articlesCreated).toBeGreaterThan(10);
  const { rows } = await stage.db.$client.query<{ calls: number; dollars: number }>(
    `select count(*)::int as calls, sum(cost_micros)::float8 / 1e6 as dollars from llm_calls
     where workspace_id = $1 and channel_id is not null`,
    [workspaceId],
  );
  const [spent] = rows;
  expect(progress.dollars).toBeCloseTo(spent?.dollars ?? 0, 6);
  expect(progress.dollars).toBeGreaterThanOrEqual((told.dollars.least * 2) / 3);
  expect(progress.dollars).toBeLessThanOrEqual((told.dollars.most * 4) / 3);
});
