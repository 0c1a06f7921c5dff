import { expect, it } from "vitest";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { parseMessageBlocks } from "./message-blocks.ts";
import { compareVersions } from "./version-changes.ts";

const say = (text: string, form: Statement["form"] = "sentence"): Statement => ({
  form,
  text,
  language: null,
  sources: ["1"],
});
const fix = (...statements: Statement[]): Section => ({ role: "fix", heading: null, layout: "steps", statements });
const version = (number: number, title: string, summary: Statement[], ...body: Section[]) => ({
  version: number,
  title,
  summary,
  body,
});
const written = (pieces: { text: string; isChanged: boolean }[] | null) =>
  pieces?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("") ?? null;
const told = (before: Parameters<typeof compareVersions>[0], after: Parameters<typeof compareVersions>[1]) =>
  compareVersions(before, after).changes.map((change) => [change.kind, written(change.before), written(change.after)]);

it("a reworded sentence is one change with its words marked; other sentences are shown as added or removed", () => {
  const before = version(
    1,
    "Restart",
    [say("The token is old.")],
    fix(say("Rotate the token."), say("Ask Tom for lunch.")),
  );
  const after = version(
    2,
    "Restart the worker",
    [say("The token is old.")],
    fix(say("Make sure that you are a deployer."), say("Rotate the old token first.")),
  );
  expect(told(before, after)).toEqual([
    ["added", null, "Make sure that you are a deployer."],
    ["changed", "Rotate the [token.]", "Rotate the [old token first.]"],
    ["removed", "Ask Tom for lunch.", null],
  ]);
  const { title, unchanged, changes } = compareVersions(before, after);
  expect({ title, unchanged, places: changes.map(({ section }) => section) }).toEqual({
    title: { before: "Restart", after: "Restart the worker" },
    unchanged: 1,
    places: Array(3).fill({ role: "fix", heading: null }),
  });
});

it("a code block is compared line by line, and formatting alone is no change", () => {
  const before = version(1, "A", [say("Run *this*.")], fix(say("one\ntwo\nthree", "code")));
  const after = version(2, "A", [say("Run this.")], fix(say("one\n2\nthree", "code")));
  expect(told(before, after)).toEqual([["changed", "one\n[two\n]three", "one\n[2\n]three"]]);
});

it("everything in the first version is new, and equal versions differ in nothing", () => {
  const first = version(1, "A", [say("One.")], fix(say("Two.")));
  expect(told(null, first).map(([kind]) => kind)).toEqual(["added", "added"]);
  expect(compareVersions(first, { ...first, version: 2 })).toEqual({
    version: 2,
    title: null,
    changes: [],
    unchanged: 2,
  });
});

it("a long message keeps its Markdown, and its code blocks are code", () => {
  const long = "word ".repeat(1_200);
  const text = `**Do** this:\n\`\`\`sh\nmake all\n\`\`\`\n${long}\n\nThen *rest*. \`\`\`one line\`\`\` and \`\`\`\nnever closed`;
  const blocks = parseMessageBlocks(text);
  expect(blocks.map((block) => (block.form === "code" ? [block.language, block.text] : block.inline[0]))).toEqual([
    { type: "strong", children: [{ type: "text", text: "Do" }] },
    ["sh", "make all"],
    { type: "text", text: long },
    { type: "text", text: "Then " },
    [null, "one line"],
    { type: "text", text: "and" },
    [null, "never closed"],
  ]);
});

it("a message of 190,000 backticks is parsed in time proportional to its length", () => {
  const run = (length: number) => "`".repeat(length);
  // Three runs of backticks, none as long as the first, so the first block is never closed. Comparing a million runs
  // pairwise would take hours.
  for (const text of [run(190_000), `${run(700_000)}a${run(699_999)}a${run(699_999)}`, `${run(3)}\n`.repeat(60_000)])
    expect(parseMessageBlocks(text).length).toBeLessThan(60_001);
  expect(parseMessageBlocks(`${run(4)}\na ${run(3)} b\n${run(5)}c`)).toEqual([
    { form: "code", text: `a ${run(3)} b`, language: null },
    { form: "text", inline: [{ type: "text", text: "c" }] },
  ]);
});

it("a changed label is shown by its name", () => {
  const labels = {
    contentType: "howto",
    category: "Office",
    difficulty: "beginner",
    priority: "low",
    tags: ["a"],
    hand: {},
  };
  const first = { ...version(1, "A", [say("One.")]), labels } as const;
  const changed = { ...labels, category: "IT", tags: ["a", "b"] } as const;
  const found = compareVersions(first as never, { ...first, version: 2, labels: changed } as never);
  expect([found.changes, found.labels]).toEqual([
    [],
    [
      { name: "category", before: "Office", after: "IT" },
      { name: "tags", before: "a", after: "a, b" },
    ],
  ]);
  expect(compareVersions(first as never, { ...first, version: 2 } as never).labels).toEqual([]);
});
