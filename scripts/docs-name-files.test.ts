import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}/${file}`);
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"));
const PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", ...pagesIn("docs")];
const FILE =
  /`((?:bench|engine|connectors|demo|deploy|docs|e2e|evals|migrations|scripts|server|shared|stand-ins|web)\/[\w./-]+\.\w+)`/g;

it("each file that the documentation names exists", () => {
  const named = PAGES.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(FILE)].map(([, file = ""]) => ({ page, file })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
});

it("the index of decisions lists each page once, by its own title", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const listed = [...index.matchAll(/^\| \d{3} \| \[(.+)\]\((.+)\) \|$/gm)].map(([, title, file]) => ({ file, title }));
  const pages = readdirSync("docs/decisions")
    .filter((file) => file !== "README.md")
    .map((file) => ({ file, title: /^# (.+)$/m.exec(readFileSync(`docs/decisions/${file}`, "utf8"))?.[1] }));
  expect(listed).toEqual(pages.toSorted((one, other) => (one.file < other.file ? -1 : 1)));
});

it("the glossary has at most 50 words, each once, and the code has the function of each example", () => {
  const glossary = readFileSync("docs/glossary.md", "utf8");
  const words = [...glossary.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, word]) => word);
  const names = [...glossary.matchAll(/`(?:\w+\.)?(\w+)` \|$/gm)].map(([, name = ""]) => name);
  const code = ["engine", "server"].flatMap(sourcesIn).join("\n");
  expect(words.length).toBeLessThanOrEqual(50);
  expect(new Set(words).size).toBe(words.length);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\(`).test(code))).toEqual([]);
});
