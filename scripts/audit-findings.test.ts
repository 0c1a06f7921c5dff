import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("each finding of the audits names tests that exist", () => {
  const lines = readFileSync("docs/audit-findings.md", "utf8").split("\n");
  const rows = lines.filter((line) => /^\| \d+ \|/.test(line)).map((line) => line.split(" | "));
  expect(rows.map(([number = ""]) => Number(number.replace(/\D/g, "")))).toEqual(rows.map((_, place) => place + 1));
  expect(rows).toHaveLength(61);
  const files = rows.flatMap((cells) => [
    ...(cells[3] ?? "").matchAll(/`((?:server|web|connectors|scripts|stand-ins)\/[^`]+)`/g),
  ]);
  expect(files.length).toBeGreaterThan(60);
  expect(files.map(([, file]) => `${file}.test.ts`).filter((file) => !existsSync(file))).toEqual([]);
});
