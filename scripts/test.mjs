// The whole test run: unit and database tests, with checks of types, lint and dead code in parallel, followed by the browser
// tests. Reports the slowest tests and those that passed only on the second try, and ends with 'N passed, N failed'.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  buildEnvironment,
  ensureInstalled,
  ensureServerBuilt,
  ensureWebBuilt,
  findNodeProgram,
  printNote,
  quickImportFlags,
  ROOT,
} from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";
import { chooseFoldersInMemory } from "./folders-in-memory.mjs";
import { ensureMediaWiki } from "./mediawiki.mjs";
import {
  formatSlowest,
  listPlaywrightRetries,
  listPlaywrightTimes,
  listVitestRetries,
  listVitestTimes,
} from "./slowest.mjs";
import { hashOf } from "./unchanged.mjs";

const startedAt = Date.now();
const only = process.argv.slice(2);
const isWhole = only.length === 0;
const isWikiNeeded = isWhole || only.some((path) => path.includes("mediawiki"));
const wiki = isWikiNeeded ? ensureMediaWiki() : null;
await ensureInstalled();
await ensureWebBuilt();
await ensureServerBuilt();
await wiki;
ensureBrowser();
const modules = join(ROOT, "node_modules");
let passed = 0;
let failed = 0;
/** @type {import("./slowest.mjs").Timed[]} */
const times = [];
/** @type {string[]} */
const secondTries = [];

/** The folder of reports of a whole test run, which `npm run checklist` reads. */
const REPORTS = join(ROOT, "dist", "tests");
/**
 * The file with the hash of the sources for which the stand-ins' tests passed. These tests run only after a change, and in
 * fresh clones.
 */
const STAND_INS_PASSED = join(ROOT, "dist", "stand-ins-passed");
const standIns = hashOf(ROOT, ["tools/stand-ins", "connectors", "shared", "package-lock.json", "vitest.config.ts"]);
const areStandInsUnchanged =
  isWhole && existsSync(STAND_INS_PASSED) && readFileSync(STAND_INS_PASSED, "utf8") === standIns;

/** Makes lint compute the types once, not once per processor. */
const ONE_CHECKER = { GOMAXPROCS: "1" };

if (isWhole) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}
if (areStandInsUnchanged)
  printNote("The stand-ins are as they were when their own tests passed: those are not run again.");
const checks = isWhole ? runChecks() : Promise.resolve([]);
const stories = isWhole ? checks.then(runStories) : Promise.resolve(null);
await suite(
  "Promises of the server, the connectors and the pages",
  "vitest/vitest.mjs",
  (report) => ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
  () => ({
    BUILT_WEB: join(ROOT, "dist", "web"),
    BUILT_SERVER: join(ROOT, "dist", "server"),
    ...(areStandInsUnchanged && { WITHOUT_STAND_INS_TESTS: "1" }),
  }),
  (report) => {
    times.push(...listVitestTimes(report, ROOT));
    secondTries.push(...listVitestRetries(report, ROOT));
    const broken = report.testResults.filter(({ status }) => status === "failed");
    const ofStandIns = report.testResults.filter(({ name }) => name.startsWith(join(ROOT, "tools/stand-ins")));
    if (isWhole && ofStandIns.length > 0 && ofStandIns.every(({ status }) => status === "passed"))
      writeFileSync(STAND_INS_PASSED, standIns);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.filter(({ assertionResults }) => assertionResults.length === 0).length,
    };
  },
);
for (const { name, status, said } of await checks) tellCheck(name, status, said);
const told = await stories;
if (told !== null) {
  printNote(told);
  const checklist = await check("A test that passed for each row of the specification", ownProgram("checklist.ts"), [
    "--brief",
  ]);
  tellCheck(checklist.name, checklist.status, checklist.said);
}
if (secondTries.length > 0) printNote(`\nPassed only at the second try, to be fixed:\n  ${secondTries.join("\n  ")}`);
printNote(`\nThe slowest tests:\n${formatSlowest(times).join("\n")}`);
const seconds = Math.round((Date.now() - startedAt) / 1000);
printNote(`\n${Math.floor(seconds / 60)} min ${seconds % 60} s`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Runs the browser tests beside the other tests, after the checks, and prints their output at the end. Uses one worker, because
 * each worker starts a product and a browser.
 */
async function runStories() {
  let said = "";
  await suite(
    "Stories in a real browser",
    "@playwright/test/cli.js",
    () => ["test", "--reporter=list,json", "--workers=1"],
    (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    (report) => {
      times.push(...listPlaywrightTimes(report));
      secondTries.push(...listPlaywrightRetries(report));
      const { stats, errors } = report;
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
    },
    (text) => {
      said += text;
    },
  );
  return said;
}

/** Runs the checks one after another beside the tests, which often wait. */
async function runChecks() {
  return [
    await check("Types", ownProgram("typecheck.mjs"), []),
    await check(
      "Lint and import walls",
      "oxlint/bin/oxlint",
      ["-c", "oxlint.config.mjs", "--type-aware", "--deny-warnings"],
      ONE_CHECKER,
    ),
    await check("Format", "@biomejs/biome/bin/biome", ["check", "."]),
    await check("Dead code", "knip/bin/knip.js", []),
  ];
}

/** Returns the absolute path of a program of this folder. */
function ownProgram(/** @type {string} */ file) {
  return join(import.meta.dirname, file);
}

/** Runs one check and prints its output when it ends. The program is a path in node_modules, or an absolute path. */
async function check(
  /** @type {string} */ name,
  /** @type {string} */ program,
  /** @type {string[]} */ args,
  /** @type {Record<string, string>} */ extra = {},
) {
  const env = { ...buildEnvironment(), ...extra };
  const child = spawn(findNodeProgram(), [resolve(modules, program), ...args], { cwd: ROOT, env });
  let said = "";
  readOutput(child, (text) => {
    said += text;
  });
  return { name, status: await ending(child), said };
}

/** Reports a check as one test, by its exit code. */
function tellCheck(/** @type {string} */ name, /** @type {number} */ status, /** @type {string} */ said) {
  printNote(`\n— ${name}: ${status === 0 ? "passed" : "failed"}`);
  if (said.trim()) printNote(said.trim());
  if (status === 0) passed += 1;
  else failed += 1;
}

/** Runs a test runner that writes a JSON report. A runner that aborts counts as one failure. */
async function suite(
  /** @type {string} */ name,
  /** @type {string} */ program,
  /** @type {(report: string) => string[]} */ args,
  /** @type {(report: string) => Record<string, string>} */ extra,
  /** @type {(report: any) => { passed: number, failed: number }} */ count,
  /** @type {((text: string) => void) | null} */ keep = null,
) {
  const tell = keep ? (/** @type {string} */ text) => keep(`${text}\n`) : printNote;
  tell(`\n— ${name}`);
  const runner = program.startsWith("vitest") ? "vitest" : "playwright";
  const report = isWhole ? join(REPORTS, `${runner}.json`) : join(tmpdir(), `lorekeep-test-${process.pid}.json`);
  // Node's options for the programs that tests start.
  const options = [process.env.NODE_OPTIONS, ...quickImportFlags].filter(Boolean).join(" ");
  const child = spawn(findNodeProgram(), [join(modules, program), ...args(report)], {
    stdio: keep ? ["ignore", "pipe", "pipe"] : "inherit",
    cwd: ROOT,
    env: { ...buildEnvironment(), NODE_OPTIONS: options, ...chooseFoldersInMemory(), ...extra(report) },
  });
  if (keep) readOutput(child, keep);
  const status = await ending(child);
  try {
    const counts = count(JSON.parse(readFileSync(report, "utf8")));
    passed += counts.passed;
    failed += counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0);
    if (counts.passed + counts.failed === 0) failed += 1;
  } catch {
    failed += 1;
    tell(`${name} broke off without a report.`);
  }
  if (!isWhole) rmSync(report, { force: true });
}

function readOutput(
  /** @type {import("node:child_process").ChildProcess} */ { stdout, stderr },
  /** @type {(text: string) => void} */ take,
) {
  for (const stream of [stdout, stderr]) stream?.setEncoding("utf8").on("data", take);
}

/** @returns {Promise<number>} */
function ending(/** @type {import("node:child_process").ChildProcess} */ child) {
  return new Promise((resolve) => {
    child.on("close", (status) => resolve(status ?? 1));
    child.on("error", () => resolve(1));
  });
}
