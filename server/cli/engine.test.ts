import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** The command that people type. It starts the program. */
const COMMAND = [fileURLToPath(new URL("../../scripts/engine.mjs", import.meta.url))];
const PROGRAM = ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL("engine.ts", import.meta.url))];

/** Runs the engine with `input` on its standard input. */
function engine(args: string[], input: string | Buffer, start = PROGRAM) {
  return new Promise<{ code: number | null; lines: string[]; said: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [...start, ...args], { stdio: ["pipe", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        code,
        lines: Buffer.concat(out).toString("utf8").split("\n").filter(Boolean),
        said: Buffer.concat(err).toString("utf8"),
      }),
    );
    // A command that refuses its options ends without reading its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

const asLines = (...rows: unknown[]) => `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
const answers = async (args: string[], ...rows: unknown[]) => {
  const { code, lines, said } = await engine(args, asLines(...rows));
  expect(said).toBe("");
  expect(code).toBe(0);
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
};

interface Section {
  statements: { text: string; sources: number[] }[];
}

const HELP = [
  {
    author: "Ana",
    ts: "2026-01-05T09:00:00Z",
    text: "The label printer prints every second label empty. How do I fix it?",
  },
  {
    author: "Ben",
    ts: "2026-01-05T09:04:00Z",
    text: "It lost the size of the labels. Hold the pause button for ten seconds until the light is yellow.",
  },
  { author: "Ben", ts: "2026-01-05T09:05:00Z", text: "Then print a test page with `lp -d zebra test.txt`." },
  { author: "Ana", ts: "2026-01-05T09:15:00Z", text: "That worked, thank you!" },
];
const CAKE = [
  { author: "Cem", ts: "2026-01-05T09:00:00Z", text: "cake in the kitchen" },
  { author: "Dora", ts: "2026-01-05T09:01:00Z", text: "yay" },
];

/** Malformed rows, each of which gets an answer. */
const HOSTILE: unknown[] = [
  {},
  { id: "no-list", messages: "none", sentences: 3 },
  { id: null, messages: null, sentences: null, question: {} },
  {
    id: { deep: [1] },
    messages: [null, 7, "text alone", [], {}, { text: null }, { text: "", author: "", ts: "never" }],
  },
  {
    id: "clock",
    messages: [
      { ts: "23:59", author: "a", text: "late?" },
      { ts: "00:01", author: "b", text: "yes" },
    ],
  },
  {
    id: "times",
    messages: [{ ts: 1e300, text: "x" }, { ts: -5, text: "y" }, { ts: "99:99", text: "z" }, { ts: true }],
  },
  {
    id: "names",
    messages: [
      { author: "__proto__", text: "how?" },
      { author: 5, text: "constructor: like this" },
    ],
  },
  {
    id: "tongues",
    messages: [
      { author: "甲", text: "如何重置密码？" },
      { author: "ب", text: "اضغط على الزر" },
      { author: "😀", text: "\uD800 a lone half, \u2028 a line separator and a null \u0000" },
    ],
    sentences: ["如何重置密码？", "", "اضغط على الزر"],
  },
  {
    id: "huge",
    messages: [
      { author: "a", text: "why? ".repeat(200_000) },
      { author: "b", text: "x".repeat(1_000_000) },
    ],
  },
  { id: "many", messages: Array.from({ length: 500 }, () => ({ text: "" })) },
];

describe("The engine on JSON lines", () => {
  it("grouping puts every message into one conversation, whose first message links to itself, and keeps the given numbers", async () => {
    const messages = [...HELP, ...CAKE.map((row, at) => ({ ...row, ts: `2026-01-08T15:0${at}:00Z` }))].map(
      (row, at) => ({
        ...row,
        i: at + 100,
      }),
    );
    const [answer] = await answers(["group"], { id: 7, messages });
    expect(answer).toEqual({
      id: 7,
      conversations: [
        [100, 101, 102, 103],
        [104, 105],
      ],
      links: [
        [100, 100],
        [101, expect.any(Number)],
        [102, expect.any(Number)],
        [103, expect.any(Number)],
        [104, 104],
        [105, 104],
      ],
    });
  });

  it("grouping follows the messages' times, whatever their order in the input, and ignores the chat program's own lines", async () => {
    const messages = [...HELP].reverse().map((row, at) => ({ ...row, i: 3 - at }));
    const joined = { i: 9, ts: "2026-01-05T09:02:00Z", author: "", text: "=== Eve has joined #help", system: true };
    const [answer] = await answers(["group"], { id: "r", messages: [...messages, joined] });
    expect(answer?.conversations).toEqual([[0, 1, 2, 3], [9]]);
    expect(answer?.links).toContainEqual([9, 9]);
  });

  it("detection gives its reasons, and accepts more conversations at a higher sensitivity", async () => {
    const [help, cake] = await answers(["detect"], { id: "help", messages: HELP }, { id: "cake", messages: CAKE });
    expect(help).toEqual({
      id: "help",
      score: expect.any(Number),
      knowledge: true,
      kind: expect.stringMatching(/^(tutorial|troubleshooting|explanation|faq|howto|documentation)$/),
      reasons: expect.arrayContaining([expect.stringContaining("answered")]),
    });
    expect(cake).toMatchObject({ id: "cake", knowledge: false });
    const shares = await Promise.all(
      ["1", "10"].map(async (sensitivity) => {
        const rows = await answers(["detect", "--sensitivity", sensitivity], { messages: HELP }, { messages: CAKE });
        return rows.filter((row) => row.knowledge).length;
      }),
    );
    expect(shares[0]).toBeLessThanOrEqual(shares[1] ?? 0);
  });

  it("the tasks name kinds, pair questions with answers, choose sentences and write with sources", async () => {
    const [kinds] = await answers(["kinds"], { id: 1, messages: HELP });
    expect(kinds).toEqual({ id: 1, kind: expect.stringMatching(/^(howto|troubleshooting)$/) });
    expect((await answers(["pairs"], { id: 1, messages: HELP }))[0]).toEqual({
      id: 1,
      answers: expect.arrayContaining([[0, 1]]),
    });
    const sentences = ["Hello all.", "Hold the pause button for ten seconds.", "What a day!"];
    const [chosen] = await answers(["summarise"], { id: 1, question: "How do I reset the printer?", sentences });
    expect(chosen).toEqual({ id: 1, summary: expect.arrayContaining([1]) });
    const [article] = await answers(["write"], { id: 1, messages: HELP });
    expect(article).toMatchObject({ id: 1, title: expect.stringMatching(/printer/i), body: expect.any(Array) });
    const statements = (article as unknown as { body: Section[] }).body.flatMap((section) => section.statements);
    expect(statements.map(({ text }) => text).join("\n")).toContain("lp -d zebra test.txt");
    for (const { sources } of statements) {
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) expect([0, 1, 2, 3]).toContain(source);
    }
  });

  it.each(["group", "detect", "kinds", "pairs", "summarise", "write"])(
    "%s answers whatever it is given, in order, the same each time",
    async (task) => {
      const input = asLines(...HOSTILE);
      const { code, lines, said } = await engine([task], input);
      expect({ code, said }).toEqual({ code: 0, said: "" });
      const rows = lines.map((line): Record<string, unknown> => JSON.parse(line));
      expect(rows.map(({ id }) => id)).toEqual(HOSTILE.map((row) => (row as { id?: unknown }).id ?? null));
      for (const row of rows) expect(row).not.toHaveProperty("error");
      expect((await engine([task], input)).lines).toEqual(lines);
    },
  );

  it("a line that is not JSON gets an error in its place, and the command exits with 1", async () => {
    const good = JSON.stringify({ id: "good", messages: CAKE });
    const { code, lines } = await engine(["detect"], `\uFEFF${good}\n{"id":"bro\n\n42\n"text"\n[1]\r\n${good}`);
    expect(code).toBe(1);
    const rows = lines.map((line): Record<string, unknown> => JSON.parse(line));
    const error = { id: null, error: expect.stringMatching(/./) };
    expect(rows).toEqual([
      expect.objectContaining({ id: "good", knowledge: false }),
      error,
      error,
      error,
      error,
      expect.objectContaining({ id: "good", knowledge: false }),
    ]);
  });

  it("bytes that are no text, and empty input, cause no failure", async () => {
    const noise = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 37) % 256));
    const { code, lines } = await engine(["group"], noise);
    expect(code).toBe(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ id: null });
    expect(await engine(["detect"], "")).toEqual({ code: 0, lines: [], said: "" });
  });

  it("the command answers while its input is still open", async () => {
    const child = spawn(process.execPath, [...PROGRAM, "detect"], { stdio: ["pipe", "pipe", "ignore"] });
    try {
      child.stdin.write(asLines({ id: "first", messages: CAKE }));
      const first = await new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk) => resolve(String(chunk))),
      );
      expect(JSON.parse(first)).toMatchObject({ id: "first" });
    } finally {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end();
      await closed;
    }
  });

  it("the command explains its use, and refuses unknown options", async () => {
    const help = await engine(["--help"], "", COMMAND);
    expect(help.code).toBe(0);
    expect(help.lines.join("\n")).toMatch(/8 is the balanced point/);
    for (const args of [
      [],
      ["sing"],
      ["constructor"],
      ["detect", "--sensitivity", "11"],
      ["detect", "--volume", "3"],
    ]) {
      const { code, lines, said } = await engine(args, asLines({ id: 1 }));
      expect({ code, lines }).toEqual({ code: 2, lines: [] });
      expect(said).toContain("npm run --silent engine");
    }
  });
});
