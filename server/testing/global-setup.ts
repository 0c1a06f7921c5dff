import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the whole run with one migrated database to clone. With `TEST_DATABASE_URL`
 * it is that server (an account that may create databases), otherwise the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, template, stop } = await startTestServer(process.env["TEST_DATABASE_URL"], migrate);
  project.provide("testServer", { connection, template });
  return stop;
}
