import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CHAT_MANIFESTS, KNOWLEDGE_MANIFESTS } from "../connectors/manifests.ts";

const lines = readFileSync("docs/platforms-and-their-tests.md", "utf8").split("\n");
const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.slice(2, -2).split(" | "));
const isMark = (text: string) => /^[A-Z]\d+$/.test(text);
const tests = new Map(
  rows
    .filter(([mark = ""]) => isMark(mark))
    .map(([mark = "", file = "", title = ""]) => [mark, { file: file.replaceAll("`", ""), title }]),
);
const idsOf = (manifests: readonly { id: string }[]) => manifests.map(({ id }) => id);

it.each([
  ["chat", idsOf(CHAT_MANIFESTS), 8, "describeChatSource"],
  ["knowledge platform", idsOf(KNOWLEDGE_MANIFESTS), 9, "describeKnowledgeTarget"],
] as const)("Every %s has a test for each promise, and runs the suite of its kind", (_what, ids, promises, suite) => {
  expect(ids.length).toBeGreaterThan(2);
  for (const id of ids) {
    const [, ...cells] = rows.find(([name]) => name === id) ?? [];
    expect([id, cells.length, cells.filter((cell) => !cell.split(" ").every((mark) => tests.has(mark)))]).toEqual([
      id,
      promises,
      [],
    ]);
    const ran = readdirSync(`connectors/${id}`).filter((name) => name.endsWith(".test.ts"));
    expect([id, ran.some((name) => readFileSync(`connectors/${id}/${name}`, "utf8").includes(`${suite}(`))]).toEqual([
      id,
      true,
    ]);
  }
});

it("Each test that the table of platforms names exists, and each is somebody's", () => {
  const missing = [...tests].filter(
    ([, { file, title }]) => !existsSync(file) || !readFileSync(file, "utf8").includes(title),
  );
  expect(missing).toEqual([]);
  const used = new Set(
    rows.filter(([mark = ""]) => !isMark(mark)).flatMap((cells) => cells.slice(1).flatMap((cell) => cell.split(" "))),
  );
  expect([...tests.keys()].filter((mark) => !used.has(mark))).toEqual([]);
});
