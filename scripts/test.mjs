// The whole test run: types, lint, dead code, unit and database tests, browser stories. Ends with 'N passed, N failed'.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, ensureWebBuilt, environment, nodeProgram, ROOT, say } from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";

await ensureInstalled();
await ensureWebBuilt();
ensureBrowser();
const modules = join(ROOT, "node_modules");
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;

/** A check counts as one test: its exit code decides. */
function check(/** @type {string} */ name, /** @type {string} */ program, /** @type {string[]} */ args) {
  say(`\n— ${name}`);
  const { status } = spawnSync(nodeProgram(), [join(modules, program), ...args], {
    stdio: "inherit",
    cwd: ROOT,
    env: environment(),
  });
  if (status === 0) passed += 1;
  else failed += 1;
}

/** What a whole run reported; `npm run checklist` reads it. */
const REPORTS = join(ROOT, "dist", "tests");
if (only.length === 0) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
}

/** Runs a test runner that writes its report as JSON; a runner that breaks off counts as one failure. */
function suite(
  /** @type {string} */ name,
  /** @type {string} */ program,
  /** @type {string[]} */ args,
  /** @type {NodeJS.ProcessEnv} */ extra,
  count,
) {
  say(`\n— ${name}`);
  const runner = program.startsWith("vitest") ? "vitest" : "playwright";
  const report =
    only.length === 0 ? join(REPORTS, `${runner}.json`) : join(tmpdir(), `lorekeep-test-${process.pid}.json`);
  const { status } = spawnSync(nodeProgram(), [join(modules, program), ...args(report)], {
    stdio: "inherit",
    cwd: ROOT,
    env: { ...environment(), ...extra(report) },
  });
  try {
    const counts = count(JSON.parse(readFileSync(report, "utf8")));
    passed += counts.passed;
    failed += counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0);
    if (counts.passed + counts.failed === 0) failed += 1;
  } catch {
    failed += 1;
    say(`${name} broke off without a report.`);
  }
  if (only.length > 0) rmSync(report, { force: true });
}

if (only.length === 0) {
  check("Types", "../scripts/typecheck.mjs", []);
  check("Lint and import walls", "oxlint/bin/oxlint", ["-c", "oxlint.config.mjs", "--type-aware", "--deny-warnings"]);
  check("Format", "@biomejs/biome/bin/biome", ["check", "."]);
  check("Dead code", "knip/bin/knip.js", []);
}
suite(
  "Promises of the server, the connectors and the pages",
  "vitest/vitest.mjs",
  (report) => ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
  () => ({ BUILT_WEB: join(ROOT, "dist", "web") }),
  (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length,
  }),
);
if (only.length === 0) {
  suite(
    "Stories in a real browser",
    "@playwright/test/cli.js",
    () => ["test", "--reporter=list,json"],
    (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    ({ stats, errors }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }),
  );
  check("A test that passed for each row of the specification", "../scripts/checklist.ts", ["--brief"]);
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
