/** Matches a row id of docs/checklist.tsv: two to five capitals, a hyphen, three digits. */
const ROW_ID = /\b[A-Z]{2,5}-\d{3}\b/g;
/**
 * Matches joined ids such as 'CONF-020..027', 'CONF-020-027', 'CONF-020/021'. They are refused, because nothing expands them.
 */
const JOINED_IDS = /\b[A-Z]{2,5}-\d{3}\s?(?:\.{2,3}|…|[-–—/,&+])\s?(?:[A-Z]{2,5}-)?\d{3}\b/;

/** A test in the report of its test runner. */
export interface ReportedTest {
  /** The path, relative to the repository. */
  file: string;
  title: string;
  outcome: "passed" | "failed" | "skipped";
  /** The start of the test run in milliseconds since 1970. */
  ranAt: number;
}

/** The part of Vitest's JSON report (`--reporter=json`) that this file reads. */
export interface VitestReport {
  startTime: number;
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

/** The part of Playwright's JSON report (`--reporter=json`) that this file reads. */
export interface PlaywrightReport {
  stats: { startTime: string };
  suites: PlaywrightSuite[];
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  /** `file` is relative to the folder of the browser tests. */
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

export function readVitestReport({ startTime, testResults }: VitestReport, root: string): ReportedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: name.replace(root, ""),
      title,
      outcome: status === "passed" || status === "failed" ? status : "skipped",
      ranAt: startTime,
    })),
  );
}

/** Reads Playwright's report. `tests[].status`: 'expected' and 'flaky' (passed on a retry) count as passed. */
export function readPlaywrightReport({ stats, suites }: PlaywrightReport, folder: string): ReportedTest[] {
  const specsIn = (suite: PlaywrightSuite): PlaywrightSuite["specs"] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsIn),
  ];
  return suites.flatMap(specsIn).map(({ title, file, tests }) => {
    const statuses = tests.map(({ status }) => status);
    const isSkipped = statuses.every((status) => status === "skipped");
    const hasFailed = statuses.includes("unexpected");
    const outcome = isSkipped ? "skipped" : hasFailed ? "failed" : "passed";
    return { file: folder + file, title, outcome, ranAt: Date.parse(stats.startTime) };
  });
}

export const listRowIds = (title: string): string[] => [...new Set(title.match(ROW_ID))];

export const hasJoinedIds = (title: string): boolean => JOINED_IDS.test(title);

/** True if at least one test names the row, and all tests that name it passed. */
export const isRowProven = (tests: readonly ReportedTest[]): boolean =>
  tests.some(({ outcome }) => outcome === "passed") && tests.every(({ outcome }) => outcome !== "failed");
