// Reports which tests prove the rows of docs/checklist.tsv, from the last `npm test`. A row counts if the tests that name it
// ran, passed and are unchanged. Exits with 1 if a row has no such test. --brief prints only the sums.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  hasJoinedIds,
  isRowProven,
  listRowIds,
  type ReportedTest,
  readPlaywrightReport,
  readVitestReport,
} from "./test-proofs.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const areaOf = (id: string) => id.slice(0, id.indexOf("-"));
const linesOf = (path: string) =>
  readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));

const rows = linesOf("docs/checklist.tsv")
  .slice(1)
  .map((line) => line.split("\t")[0] ?? "");
const decisions = new Map(linesOf("docs/checklist-decisions.tsv").map((line) => line.split("\t") as [string, string]));

const mistakes: string[] = [];
const ran = [
  ...reportOf("vitest", (report) => readVitestReport(report, ROOT)),
  ...reportOf("playwright", (report) => readPlaywrightReport(report, "tools/e2e/")),
];
const proofs = new Map<string, ReportedTest[]>(rows.map((id) => [id, []]));
const areas = [...new Set(rows.map(areaOf))];
for (const test of ran) {
  const { file, title } = test;
  if (hasJoinedIds(title)) mistakes.push(`${file}: write each id in full: ${title}`);
  for (const id of listRowIds(title)) {
    if (proofs.has(id)) proofs.get(id)?.push(test);
    else if (areas.includes(areaOf(id))) mistakes.push(`${file}: docs/checklist.tsv has no row ${id}: ${title}`);
  }
}
for (const id of decisions.keys())
  if (!proofs.has(id)) mistakes.push(`docs/checklist-decisions.tsv names ${id}, which is no row.`);

const isProven = (id: string) => isRowProven(proofs.get(id) ?? []);
const missing = rows.filter((id) => !isProven(id));

const isBrief = process.argv.includes("--brief");
const lines = areas.flatMap((area) => {
  const ofArea = rows.filter((id) => areaOf(id) === area);
  const title = `${area}: ${ofArea.filter(isProven).length} of ${ofArea.length} rows have a test that passed`;
  return isBrief ? [title] : ["", title, ...ofArea.flatMap(linesAbout)];
});
const proven = rows.length - missing.length;
lines.push(
  "",
  `${proven} of ${rows.length} rows have a test that passed. Missing: ${missing.length === 0 ? "none" : missing.join(" ")}.`,
);
process.stdout.write(`${[...lines, ...mistakes].join("\n")}\n`);
process.exitCode = missing.length + mistakes.length === 0 ? 0 : 1;

/** Returns the tests of a runner's last report whose files are unchanged since the report. */
function reportOf(runner: string, read: (report: never) => ReportedTest[]): ReportedTest[] {
  const path = join(ROOT, "dist/tests", `${runner}.json`);
  if (!existsSync(path)) {
    mistakes.push(`There is no report of ${runner}: run npm test.`);
    return [];
  }
  const tests = read(JSON.parse(readFileSync(path, "utf8")) as never);
  const changed = new Set(tests.filter(isOutdated).map(({ file }) => file));
  for (const file of changed) mistakes.push(`${file} was changed after it ran: run npm test again.`);
  return tests.filter(({ file }) => !changed.has(file));
}

function isOutdated({ file, ranAt }: ReportedTest): boolean {
  const changedAt = statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs;
  return changedAt === undefined || changedAt > ranAt;
}

function linesAbout(id: string): string[] {
  const decision = decisions.has(id) ? [`            decided: ${decisions.get(id)}`] : [];
  const [first, ...others] = proofs.get(id) ?? [];
  if (!first) return [`  ${id}  NO TEST RAN`, ...decision];
  const line = ({ file, title, outcome }: ReportedTest) =>
    `${outcome === "passed" ? "" : `${outcome.toUpperCase()} `}${file}: ${title}`;
  return [`  ${id}  ${line(first)}`, ...others.map((other) => `            ${line(other)}`), ...decision];
}
