/**
 * How long tests wait, in milliseconds, set here alone: much longer than anything takes, so that no test fails because the
 * machine is slow. A limit that is itself a promise belongs to its test.
 */

/** For one thing to happen. */
export const PATIENCE_MS = 180_000;
/** For a whole test, or for what it needs before and after. */
export const LONGEST_TEST_MS = 900_000;
