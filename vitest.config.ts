import { defineConfig } from "vitest/config";

/** Promises of the product. The database is one real PostgreSQL for the run; the browser's stories live in e2e/. */
export default defineConfig({
  test: {
    include: ["{shared,connectors,server,stand-ins,demo,evals,web,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/testing/global-setup.ts", "web/testing/build-app.ts"],
    setupFiles: ["server/testing/fail-on-console-error.ts"],
    testTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: "forks",
  },
});
