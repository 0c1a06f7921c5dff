import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "../stand-ins/llm/llm-stand-in.ts";

// The stand-in runs in this process, and the command in another one.
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

it("npm run evaluate -- --task answers --engine llm asks the configured model and counts its calls", async () => {
  llm.asked.length = 0;
  const figures = await evaluate("--task", "answers", "--every", "24");
  const [[title, rows] = ["", []]] = Object.entries(figures["answers"] ?? {});
  expect(title).toContain("stand-in-1");
  expect(rows).toHaveLength(1);
  expect(llm.asked.length).toBeGreaterThan(0);
  expect(new Set(llm.asked.map(({ purpose }) => purpose))).toEqual(new Set(["claims"]));
});
