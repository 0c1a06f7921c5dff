import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadDemoTeam, writeSlackExport } from "../../tools/demo/chat.ts";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { removeDataFolder } from "../db/embedded/layout.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded/start-embedded-postgres.ts";
import type { WorkspaceOutcome } from "./outcome.ts";
import { runCommand } from "./program.ts";

let llm: LlmStandIn;
let folder: string;
let database: EmbeddedPostgres;
let zip: string;
beforeAll(async () => {
  llm = await startLlmStandIn();
  folder = await mkdtemp(join(tmpdir(), "lorekeep-cli-model-"));
  database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, durability: "fast" });
  zip = join(folder, "export.zip");
  const team = loadDemoTeam("business", new Date());
  await writeSlackExport({ ...team, channels: team.channels.filter(({ name }) => name === "it-help") }, zip);
  for (const [name, value] of Object.entries({
    DATABASE_URL: undefined,
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
  }))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.stop();
  await removeDataFolder(folder);
  await llm.close();
});

/** Returns the command's last line of JSON, and its earlier messages. */
async function importExport(...args: string[]): Promise<{ outcome: WorkspaceOutcome; said: string }> {
  const texts = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      texts[stream] += String(chunk);
      return true;
    }),
  );
  try {
    await runCommand(["import", zip, "--json", "--data-dir", folder, ...args]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { outcome: JSON.parse(texts.stdout.trim().split("\n").at(-1) ?? "") as WorkspaceOutcome, said: texts.stderr };
}

it("an import waits for its model as long as it may and reports what still waits; a second import finishes the work", async () => {
  llm.play(() => ({ status: 503 }));
  const early = await importExport("--wait-minutes", "0.1");
  expect(early.outcome).toMatchObject({ articles: [], waiting: [{ channel: "it-help", conversations: 0 }] });
  expect(early.outcome.messages).toBeGreaterThan(50);
  const [waiting] = early.outcome.waiting;
  expect(waiting).toEqual({
    channel: "it-help",
    messages: early.outcome.messages,
    conversations: 0,
    reason: expect.stringMatching(/^(outage|limit)$/),
    until: expect.toBeOneOf([null, expect.any(String)]),
    why: expect.stringMatching(/^\w.*\.$/),
  });
  expect(early.said).toContain("wait for the model");

  llm.play([]);
  const late = await importExport();
  expect(late.said).toContain("An import that began earlier goes on first.");
  expect(late.outcome.waiting).toEqual([]);
  expect(late.outcome.messages).toBe(early.outcome.messages);
  expect(late.outcome.articles.length).toBeGreaterThan(5);
  expect(llm.asked.filter(({ purpose }) => purpose === "find").length).toBeGreaterThan(0);
});
