import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deleteExpiredRows } from "./expired-queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it("expired sessions and old rate limits are deleted, and nobody who is signed in is signed out", async () => {
  const [gone, here] = [await test.signIn(), await test.signIn()];
  const pool = test.db.$client;
  await pool.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    gone.viewer.userId,
  ]);
  await pool.query(`insert into rate_limits values ('old', now() - interval '2 days', 9), ('new', now(), 1)`);
  await deleteExpiredRows(test.db);
  expect((await pool.query("select user_id from sessions")).rows).toEqual([{ user_id: here.viewer.userId }]);
  expect((await pool.query("select key from rate_limits")).rows).toEqual([{ key: "new" }]);
});
