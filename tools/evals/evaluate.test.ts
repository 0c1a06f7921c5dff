import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const COMMAND = fileURLToPath(new URL("evaluate.ts", import.meta.url));
const evaluate = (...args: string[]) => promisify(execFile)(process.execPath, [COMMAND, ...args], { encoding: "utf8" });

/** Two conversations with a day between them. */
const STREAM = {
  id: "own",
  source: "own",
  channel: "help",
  scoredFrom: 0,
  messages: [
    [0, 0, "Ana", "How do I reset the label printer?", 1, 0],
    [1, 120, "Ben", "Ana: hold the pause button for ten seconds", 1, 0],
    [2, 300, "Ana", "thanks, that worked", 1, 1],
    [3, 90_000, "Cem", "Can I work from Portugal in spring?", 2, 3],
    [4, 90_060, "Dora", "Cem: yes, thirty days a year", 2, 3],
  ].map(([i, ts, author, text, conv, parent]) => ({ i, ts, author, text, conv, replyTo: [parent] })),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lorekeep-evals-"));
  await writeFile(join(folder, "plain.jsonl"), `${JSON.stringify(STREAM)}\n`);
  await writeFile(join(folder, "packed.gz"), gzipSync(`${JSON.stringify(STREAM)}\n`));
});
afterAll(() => rm(folder, { recursive: true }));

describe("Measuring", () => {
  it("measures a given file, plain or compressed, with simple rules beside the engine", async () => {
    const [plain, packed] = await Promise.all(
      ["plain.jsonl", "packed.gz"].map((name) =>
        evaluate("--task", "grouping", "--data", join(folder, name), "--json"),
      ),
    );
    const figures: { grouping: Record<string, Record<string, unknown>[]> } = JSON.parse(plain?.stdout ?? "");
    const rows = Object.values(figures.grouping)[0] ?? [];
    expect(rows.map(({ method }) => method)).toEqual([
      "rule: gap",
      "rule: mention, author",
      "rule: mention, author, gap",
      "engine",
    ]);
    expect(rows[0]).toMatchObject({ VI: 100, "1-1": 100, "exact F1": 100 });
    expect(rows.at(-1)).toMatchObject({ VI: 100, "1-1": 100, "exact F1": 100, "link F1": expect.any(Number) });
    expect(packed?.stdout).toBe(plain?.stdout);
  });

  it("prints tables, and then the same numbers as JSON", async () => {
    const { stdout } = await evaluate("--task", "grouping", "--data", join(folder, "plain.jsonl"));
    expect(stdout).toContain("exact F1");
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toHaveProperty("grouping");
  });

  it("names missing data and refuses unknown options", async () => {
    await expect(evaluate()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("--data DIR") });
    await expect(evaluate("--data", folder, "--task", "singing")).rejects.toMatchObject({ code: 2 });
    await expect(evaluate("--data", join(folder, "packed.gz"))).rejects.toMatchObject({ code: 2 });
    await expect(evaluate("--data", folder, "--task", "grouping", "--json")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("disentangle.dev.jsonl.gz is not in"),
    });
  });
});
