import type pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { openDatabase } from "../db/workspace-scope.ts";
import { startQueue } from "../queue/start-queue.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * Vitest's global set-up: one PostgreSQL server for all test files, with a migrated database to clone.
 * `TEST_DATABASE_URL` names a server and an account that may create databases. Without this variable, the embedded
 * server is used.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, template, stop } = await startTestServer(process.env["TEST_DATABASE_URL"], makeTables);
  project.provide("testServer", { connection, template });
  return stop;
}

/** Includes the queue's tables in the template, so that no test waits for their creation. */
async function makeTables(pool: pg.Pool): Promise<void> {
  await migrate(pool);
  const queue = await startQueue({ db: openDatabase(pool), log: pino({ level: "silent" }) });
  await queue.stop(0);
}
