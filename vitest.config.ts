import { readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONGEST_TEST_MS, PATIENCE_MS } from "./scripts/patience.ts";

/** Matches test files that start a program, which takes seconds whatever the length of the file. */
const STARTS_PROGRAMS =
  /useAppInBrowser|chromium\.launch|startEmbeddedPostgres|startPlatforms|startGitServer|startMediaWikiServer|\b(spawn|execFile)\b/;

/** Begins with the long files, so that the last ones are short and the workers end together. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = new Map(files.map((file) => [file, STARTS_PROGRAMS.test(readFileSync(file.moduleId, "utf8"))]));
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isLong.get(b)) - Number(isLong.get(a)));
  }
}

/** Promises of the product. The database is one real PostgreSQL for the run; the browser's stories live in tools/e2e/. */
export default defineConfig({
  test: {
    include: ["{shared,connectors,engine,server,tools,web,scripts}/**/*.test.{ts,tsx}"],
    // Set by npm test while the stand-ins are as they were when these tests passed (scripts/test.mjs).
    exclude: [...configDefaults.exclude, ...(process.env["WITHOUT_STAND_INS_TESTS"] ? ["tools/stand-ins/**"] : [])],
    globalSetup: ["server/testing/global-setup.ts", "web/testing/build-app.ts"],
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    // A test that passes only when retried is reported at the end of the run (scripts/test.mjs): a fault to fix, but no failed run.
    retry: 1,
    testTimeout: LONGEST_TEST_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    hookTimeout: LONGEST_TEST_MS,
    // Two more than two processors: tests also wait, for a pause that a platform asks for or for a program to start.
    maxWorkers: 4,
    pool: "forks",
    // To load the modules anew for each file takes a third of the time. So what a test changes outside its file, it puts
    // back, and a helper asks for its hooks inside a function: at its top level only the first file would get them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
