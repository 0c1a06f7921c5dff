/** @typedef {{ title: string, ms: number }} Timed */
/** @typedef {{ file: string, title: string, tests: { results: { duration: number }[] }[] }} Spec */
/** @typedef {{ suites?: Suite[], specs: Spec[] }} Suite */

/**
 * The tests of Vitest's JSON report with the time that each took.
 * @param {{ testResults: { name: string, assertionResults: { title: string, duration?: number | null }[] }[] }} report
 * @param {string} root
 * @returns {Timed[]}
 */
export function timesOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({
      title: `${name.replace(root, "")}: ${title}`,
      ms: duration ?? 0,
    })),
  );
}

/**
 * The stories of Playwright's JSON report with the time that each took, all its tries together.
 * @param {{ suites: Suite[] }} report
 * @returns {Timed[]}
 */
export function timesOfPlaywright({ suites }) {
  const specsIn = (/** @type {Suite} */ suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];
  return suites.flatMap(specsIn).map(({ file, title, tests }) => ({
    title: `e2e/${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/** The slowest first, a line each. @returns {string[]} */
export function slowestOf(/** @type {Timed[]} */ times, count = 20) {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${title}`);
}
