import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";

let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
});
afterAll(() => llm.close());

const KEY = "canary-operator-key";

async function check(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    ...process.env,
    LLM_PROVIDER: "anthropic",
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_API_KEY: KEY,
    LLM_MODEL: "claude-sonnet-5-5",
    LLM_FAST_MODEL: "claude-haiku-5-5",
  };
  const program = fileURLToPath(new URL("lorekeep.ts", import.meta.url));
  const run = promisify(execFile)(process.execPath, [program, "model", "check", ...args], { env });
  const done = await run.then(
    (said) => ({ code: 0, ...said }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(done.stdout + done.stderr).not.toContain("canary-");
  return done;
}

it("lorekeep model check asks each purpose once and says seconds, tokens and price", async () => {
  llm.asked.length = 0;
  const { code, stdout } = await check("--json");
  const said = JSON.parse(stdout);
  expect([code, said.works]).toEqual([0, true]);
  expect(said.purposes.map(({ purpose }: { purpose: string }) => purpose).toSorted()).toEqual([
    "answer",
    "check",
    "find",
    "follow-up",
    "write",
  ]);
  expect(llm.asked).toHaveLength(said.purposes.length);
  expect(new Set(llm.asked.map(({ model }) => model))).toEqual(new Set(["claude-sonnet-5-5", "claude-haiku-5-5"]));
  for (const purpose of said.purposes)
    expect(purpose).toMatchObject({
      works: true,
      seconds: expect.any(Number),
      tokens: expect.any(Number),
      dollars: expect.toSatisfy((dollars: number) => dollars > 0),
    });
  expect(said.windows).toMatchObject({ "claude-haiku-5-5": 100_000 });
});

it("lorekeep model check ends with exit code 1 and a sentence when the model does not work", async () => {
  llm.play(() => ({ status: 401 }));
  const { code, stdout } = await check();
  llm.play([]);
  expect(code).toBe(1);
  expect(stdout).toContain("FAIL");
  expect(stdout).toContain("refused the key");
});
