import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROW = /^\| ([\d.]+) \| `([^`]+)`: (.+?) \| (.*?) ?\|$/gm;
const PAGE = /`(decisions\/[^`]+)`/;

it("each row of ASVS in docs/security.md has its test, and the page that says why", () => {
  const rows = [...readFileSync("docs/security.md", "utf8").matchAll(ROW)];
  expect(rows).toHaveLength(26);
  expect(new Set(rows.map(([, row]) => row)).size).toBe(26);
  for (const [, row, file = "", title = "", why = ""] of rows) {
    expect([row, readFileSync(file, "utf8").includes(title)]).toEqual([row, true]);
    const page = PAGE.exec(why)?.[1];
    if (page) expect(readFileSync(`docs/${page}`, "utf8").length).toBeGreaterThan(500);
  }
});
