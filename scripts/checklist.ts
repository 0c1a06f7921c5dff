// Which test proves which row of docs/checklist.tsv. Ends with 1 when a row has none.
// With --brief only the sums are printed.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { idsIn, joinsIds, readTitles } from "./test-titles.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["shared", "connectors", "server", "stand-ins", "demo", "evals", "web", "scripts", "e2e"];
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;
/** Its titles are examples of what it reads, not proofs. */
const OWN_TEST = "scripts/test-titles.test.ts";

interface Proof {
  file: string;
  title: string;
}

const areaOf = (id: string) => id.slice(0, id.indexOf("-"));
const linesOf = (path: string) =>
  readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));

const rows = linesOf("docs/checklist.tsv")
  .slice(1)
  .map((line) => line.split("\t")[0] ?? "");
const decisions = new Map(linesOf("docs/checklist-decisions.tsv").map((line) => line.split("\t") as [string, string]));

const proofs = new Map<string, Proof[]>(rows.map((id) => [id, []]));
const areas = [...new Set(rows.map(areaOf))];
const mistakes: string[] = [];
for (const file of FOLDERS.flatMap(testFilesIn)) {
  for (const title of readTitles(readFileSync(join(ROOT, file), "utf8"))) {
    if (joinsIds(title)) mistakes.push(`${file}: write each id in full: ${title}`);
    for (const id of idsIn(title)) {
      if (proofs.has(id)) proofs.get(id)?.push({ file, title });
      else if (areas.includes(areaOf(id))) mistakes.push(`${file}: docs/checklist.tsv has no row ${id}: ${title}`);
    }
  }
}
for (const id of decisions.keys())
  if (!proofs.has(id)) mistakes.push(`docs/checklist-decisions.tsv names ${id}, which is no row.`);

const isProven = (id: string) => (proofs.get(id) ?? []).length > 0;
const missing = rows.filter((id) => !isProven(id));

const isBrief = process.argv.includes("--brief");
const lines = areas.flatMap((area) => {
  const ofArea = rows.filter((id) => areaOf(id) === area);
  const title = `${area}: ${ofArea.filter(isProven).length} of ${ofArea.length} rows have a test`;
  return isBrief ? [title] : ["", title, ...ofArea.flatMap(linesAbout)];
});
const proven = rows.filter(isProven).length;
lines.push(
  "",
  `${proven} of ${rows.length} rows have a test. Missing: ${missing.length === 0 ? "none" : missing.join(" ")}.`,
);
process.stdout.write(`${[...lines, ...mistakes].join("\n")}\n`);
process.exitCode = missing.length + mistakes.length === 0 ? 0 : 1;

function linesAbout(id: string): string[] {
  const decision = decisions.has(id) ? [`            decided: ${decisions.get(id)}`] : [];
  const [first, ...others] = proofs.get(id) ?? [];
  if (!first) return [`  ${id}  NO TEST`, ...decision];
  const line = ({ file, title }: Proof) => `${file}: ${title}`;
  return [`  ${id}  ${line(first)}`, ...others.map((other) => `            ${line(other)}`), ...decision];
}

function testFilesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEST_FILE.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => file !== OWN_TEST)
    .sort();
}
