import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pagesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}/${file}`);
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
