import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "../stand-ins/llm/llm-stand-in.ts";

// A process of its own.
let llm: LlmStandIn;
let folder: string;
beforeAll(async () => {
  llm = await startLlmStandIn();
  folder = await mkdtemp(join(tmpdir(), "lorekeep-evaluate-"));
});
afterAll(async () => {
  await llm.close();
  await rm(folder, { recursive: true });
});

const evaluate = async (...given: string[]) => {
  const report = join(folder, "report.json");
  const command = fileURLToPath(new URL("evaluate.ts", import.meta.url));
  const env = {
    ...process.env,
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
    LLM_INPUT_PRICE_PER_MTOK: "1",
    LLM_OUTPUT_PRICE_PER_MTOK: "4",
  };
  const args = [command, ...given, "--engine", "llm", "--json", "--report", report];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(await readFile(report, "utf8"))).toEqual(JSON.parse(stdout));
  return JSON.parse(stdout) as Record<string, Record<string, object[]>>;
};

it("npm run evaluate -- --engine llm asks the configured model and reports what it cost", async () => {
  const said = (text: string, author: string, minute: number) => ({ author, ts: `2026-11-20T09:0${minute}:00Z`, text });
  const row = {
    id: "one",
    source: "test",
    subset: "test",
    label: "knowledge",
    strict: true,
    messages: [
      said("How do I reset the staging database after a failed migration?", "ana", 1),
      said("Run `npm run db:reset` on the jump host, then restart the worker so that it is seeded again.", "bo", 2),
      said("That worked, thank you!", "ana", 3),
    ],
  };
  await writeFile(join(folder, "detection.dev.jsonl"), `${JSON.stringify(row)}\n`);
  llm.asked.length = 0;
  const figures = await evaluate("--task", "llm", "--data", folder, "--every", "1");
  expect(llm.asked.map(({ purpose }) => purpose)).toEqual(["judge", "article", "review"]);
  const costs = Object.entries(figures["llm"] ?? {}).find(([title]) =>
    title.startsWith("cost in dollars at 1 in and 4 out"),
  );
  const run = costs?.[1].find((line) => "what" in line && line.what === "this run");
  expect(run).toMatchObject({ calls: 3, dollars: expect.toSatisfy((dollars: number) => dollars > 0) });
});

it("npm run evaluate -- --task writing --engine llm writes office chat and compares pairs with the configured model", async () => {
  llm.asked.length = 0;
  const figures = await evaluate("--task", "writing", "--every", "24");
  const tables = Object.entries(figures["writing"] ?? {});
  const [[, office] = [], [, pairs] = []] = tables;
  expect(office).toMatchObject([
    { conversations: "with knowledge", articles: expect.any(Number) },
    { conversations: "without", articles: expect.any(Number) },
  ]);
  expect(pairs).toMatchObject([{ by: "local" }, { by: expect.stringContaining("stand-in-1") }]);
  expect(tables.at(-1)?.[1]).toMatchObject([{ calls: llm.asked.length, "without an answer": 0 }]);
  const purposes = new Set(llm.asked.map(({ purpose }) => purpose));
  expect(purposes).toEqual(new Set(["judge", "article", "review", "comparison"]));
});
