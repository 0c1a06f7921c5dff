/**
 * The only file with tests' time limits, in milliseconds. The limits are much longer than needed, so that no test fails on a
 * slow machine. A time limit that the product promises belongs to its test.
 */

/** The time limit for one event. */
export const PATIENCE_MS = 180_000;
/** The time limit for a whole test, and for its setup and teardown. */
export const LONGEST_TEST_MS = 900_000;
