/** @typedef {{ title: string, ms: number }} Timed */
/** @typedef {{ file: string, title: string, tests: { status?: string, results: { duration: number }[] }[] }} Spec */
/** @typedef {{ suites?: Suite[], specs: Spec[] }} Suite */

/**
 * Lists the tests in Vitest's JSON report with their durations.
 * @param {{ testResults: { name: string, assertionResults: { title: string, duration?: number | null }[] }[] }} report
 * @param {string} root
 * @returns {Timed[]}
 */
export function listVitestTimes({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      title: `${name.replace(root, "")}: ${title}`,
      ms: duration ?? 0,
    })),
  );
}

/**
 * Lists the browser tests in Playwright's JSON report with their durations, including retries.
 * @param {{ suites: Suite[] }} report
 * @returns {Timed[]}
 */
export function listPlaywrightTimes({ suites }) {
  return suites.flatMap(specsIn).map(({ file, title, tests }) => ({
    title: `tools/e2e/${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/** Formats the slowest tests first, one per line. @returns {string[]} */
export function formatSlowest(/** @type {Timed[]} */ times, count = 20) {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
}

/**
 * Lists tests in Vitest's JSON report that failed first and passed on a retry.
 * @param {{ testResults: { name: string, assertionResults: { title: string, status: string, failureMessages?: string[] }[] }[]
 * }} report
 * @param {string} root
 * @returns {string[]}
 */
export function listVitestRetries({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0)
      .map(
        ({ title, failureMessages = [] }) =>
          `${name.replace(root, "")}: ${title}\n    ${firstLineOf(failureMessages[0])}`,
      ),
  );
}

/**
 * Lists browser tests in Playwright's report that failed first and passed on a retry.
 * @param {{ suites: Suite[] }} report
 * @returns {string[]}
 */
export function listPlaywrightRetries({ suites }) {
  return suites
    .flatMap(specsIn)
    .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
    .map(({ file, title }) => `tools/e2e/${file}: ${title}`);
}

const firstLineOf = (/** @type {string | undefined} */ message) => (message ?? "").split("\n")[0] ?? "";

/** @returns {Spec[]} */
function specsIn(/** @type {Suite} */ suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];
}
