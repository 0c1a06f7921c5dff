import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { listen, NOTIFY_CHANNELS } from "./listen.ts";
import { toSessionConfig } from "./pool.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const listeners = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'lorekeep jobs' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
};
const announce = (text: string) => database.pool.query("select pg_notify($1, $2)", [NOTIFY_CHANNELS.jobs, text]);

it("a listener gets notifications, also after its connection was lost, and reports each reconnection", async () => {
  const heard: string[] = [];
  let connected = 0;
  const stop = await listen({
    connection: toSessionConfig(database.pool),
    channel: "jobs",
    log: pino({ level: "silent" }),
    onNotification: (payload) => heard.push(payload),
    onConnected: () => (connected += 1),
  });
  expect(connected).toBe(1);
  await announce("first");
  await expect.poll(() => heard).toEqual(["first"]);

  const [pid] = await listeners();
  await database.pool.query("select pg_terminate_backend($1)", [pid]);
  await expect.poll(() => connected).toBe(2);
  await announce("second");
  await expect.poll(() => heard).toEqual(["first", "second"]);
  expect(await listeners()).toHaveLength(1);

  await stop();
  await expect.poll(listeners).toEqual([]);
});

it("a listener keeps trying to connect to an unreachable database until it is stopped", async () => {
  const trouble: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void trouble.push(line) });
  const connection = { ...toSessionConfig(database.pool), host: "127.0.0.1", port: 1 };
  const stop = await listen({ connection, channel: "jobs", log, onNotification: () => {} });
  await expect.poll(() => trouble.length).toBeGreaterThan(1);
  await stop();
  const tries = trouble.length;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(trouble).toHaveLength(tries);
  expect(trouble[0]).toContain("ECONNREFUSED");
});
