/**
 * The only place for tests' time limits, in milliseconds. They are much longer than needed, so that no test fails on a slow
 * machine. A limit that is itself a promise belongs to its test.
 */

/** For one event. */
export const PATIENCE_MS = 180_000;
/** For a whole test, and for its setup and teardown. */
export const LONGEST_TEST_MS = 900_000;
