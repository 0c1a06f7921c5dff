import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { DemoTeam } from "../../../tools/demo/chat.ts";
import { writeSlackExport } from "../../../tools/demo/chat.ts";
import { startLlmStandIn } from "../../../tools/stand-ins/llm/llm-stand-in.ts";
import { removeDataFolder } from "../../db/embedded/layout.ts";
import { runCommand } from "../program.ts";
import type { CompanyFigures } from "./figures.ts";

const DAY = Date.UTC(2026, 8, 7, 9) / 1000;
const SAID: [minute: number, user: string, text: string][] = [
  [0, "UANA", "The label printer prints every second label empty. How do I fix it?"],
  [4, "UBO", "It lost the size of the labels. Hold the pause button for 10 seconds until the light is yellow."],
  [5, "UBO", "Then print a test page with `lp -d zebra test.txt`."],
  [15, "UANA", "That worked, thank you!"],
  [300, "UCY", "cake in the kitchen"],
  [301, "UDO", "yay"],
];
const idOf = (place: number) => `${DAY + (SAID[place]?.[0] ?? 0) * 60}.00000${place}`;
const TEAM: DemoTeam = {
  id: "T1",
  name: "Tiny",
  domain: "tiny",
  users: ["ANA", "BO", "CY", "DO"].map((name) => ({
    id: `U${name}`,
    name,
    real_name: name,
    profile: { display_name: name, real_name: name },
    is_bot: false,
    deleted: false,
    tz: "Etc/UTC",
  })),
  channels: [
    {
      id: "C1",
      name: "help",
      is_private: false,
      is_archived: false,
      topic: { value: "" },
      purpose: { value: "" },
      created: DAY - 1,
      messages: SAID.map(([, user, text], place) => ({ type: "message", ts: idOf(place), user, text })),
    },
  ],
};
const GOLD = {
  language: "en",
  pieces: [
    {
      id: "printer",
      channel: "help",
      messages: [0, 1, 2, 3].map(idOf),
      question: "Why does the label printer print empty labels?",
      facts: [{ text: "Hold pause for 10 seconds.", keys: ["pause", "10"] }, { text: "It lost the size." }],
    },
  ],
  tempting: [{ id: "cake", messages: [4, 5].map(idOf), why: "small talk" }],
  never: ["cake"],
};

let folder: string;
let chat: string;
let gold: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lorekeep-evaluate-test-"));
  [chat, gold] = [join(folder, "export.zip"), join(folder, "gold.json")];
  await writeSlackExport(TEAM, chat);
  await writeFile(gold, JSON.stringify(GOLD));
  // An evaluation must not use this database.
  vi.stubEnv("DATABASE_URL", "postgres://nobody:none@127.0.0.1:1/production");
  const model = {
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: "http://127.0.0.1:1/v1",
    LLM_MODEL: "stand-in-1",
    LLM_INPUT_PRICE_PER_MTOK: "1",
    LLM_OUTPUT_PRICE_PER_MTOK: "5",
  };
  for (const [name, value] of Object.entries(model)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const data of ["kept", "installation", ""]) await removeDataFolder(join(folder, data));
});

/** Runs the command as an operator does. */
const evaluate = (...args: string[]) => lorekeep("evaluate", "--chat", chat, "--gold", gold, ...args);

async function lorekeep(...args: string[]) {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      said[stream] += String(chunk);
      return true;
    }),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { ...said, exitCode: process.exitCode };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
const lastLine = (text: string) => JSON.parse(text.trim().split("\n").at(-1) ?? "") as CompanyFigures;

describe("lorekeep evaluate", () => {
  it("an evaluation measures the engine without a model whatever model is configured, and writes the articles beside their chat for readers", async () => {
    const out = join(folder, "out");
    const { stdout } = await evaluate("--out", out);
    expect(stdout).toMatch(/^en: pieces found +1 of 1 \(100 %\)$/m);
    const figures = lastLine(stdout);
    expect(figures).toMatchObject({
      engine: "local",
      model: null,
      messages: 6,
      articles: 1,
      languages: [{ language: "en", pieces: 1, found: 1, factsOfFound: 1, factsTold: 1, factsForReaders: 1 }],
      foreignStatements: 0,
      tempting: 1,
      temptingTaken: 0,
      forbiddenStrings: 0,
      calls: 0,
    });
    expect((await readdir(out)).sort()).toEqual([
      "articles.md",
      "facts-for-a-reader.md",
      "figures.json",
      "key.json",
      "verdicts.csv",
    ]);
    const articles = await readFile(join(out, "articles.md"), "utf8");
    expect(articles).toContain("## Article 1\n\n### ");
    expect(articles).toMatch(/^ {4}> 2026-09-07 09:04 BO: It lost the size/m);
    expect(await readFile(join(out, "verdicts.csv"), "utf8")).toMatch(/^1,,,,$/m);
    expect(await readFile(join(out, "facts-for-a-reader.md"), "utf8")).toContain("- [ ] It lost the size.");
  });

  it("an evaluation uses the configured model, reports calls and cost, and continues in its data folder without paying twice", async () => {
    const llm = await startLlmStandIn();
    vi.stubEnv("LLM_BASE_URL", `${llm.url}/v1`);
    const goOn = async () => {
      const { stdout } = await evaluate("--engine", "llm", "--json", "--data-dir", join(folder, "kept"));
      return JSON.parse(stdout) as CompanyFigures;
    };
    try {
      const figures = await goOn();
      expect(figures).toMatchObject({ engine: "llm", model: "stand-in-1", calls: llm.asked.length });
      expect(figures.calls).toBeGreaterThan(0);
      expect(figures.tokens).toBeGreaterThan(100);
      expect(figures.dollars).toBeGreaterThan(0);
      expect(await goOn()).toMatchObject({ articles: figures.articles, calls: figures.calls });
      expect(llm.asked).toHaveLength(figures.calls);
    } finally {
      await llm.close();
    }
  });

  it("an evaluation imports nothing into the library of an installation", async () => {
    const dataDir = join(folder, "installation");
    vi.stubEnv("DATABASE_URL", undefined);
    const person = ["--first-name", "Ana", "--last-name", "Ruiz"];
    await lorekeep("user", "create", "ana@tiny.example", ...person, "--data-dir", dataDir);
    expect(await evaluate("--data-dir", dataDir)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "This data folder belongs to an installation. Name a new one, or one that an evaluation made.\n",
    });
  });

  it("an evaluation says in one sentence which setting or file is missing, or what is wrong with the gold file", async () => {
    vi.stubEnv("LLM_PROVIDER", undefined);
    expect(await evaluate("--engine", "llm")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("No model is configured: set LLM_PROVIDER"),
    });
    expect((await evaluate("--gold", join(folder, "none.json"))).stderr).toMatch(/^There is no file .*none\.json/);
    const other = join(folder, "other.json");
    await writeFile(other, JSON.stringify({ ...GOLD, tempting: [{ id: "x", messages: ["1.000001"], why: "" }] }));
    expect((await evaluate("--gold", other)).stderr).toBe(
      "The gold file names messages of x that the export does not have.\n",
    );
    await writeFile(other, JSON.stringify({ pieces: [{ id: "x" }] }));
    expect((await evaluate("--gold", other)).stderr).toMatch(/is no gold file:[\s\S]*pieces\[0\]\.messages/);
  });
});
