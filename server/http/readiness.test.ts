import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildChannel } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
let person: SignedIn;
let channelId: string;
beforeAll(async () => {
  test = await createTestApp();
  person = await test.signIn();
  channelId = (await buildChannel(test.db, { workspaceId: person.viewer.workspaceId })).id;
});
afterAll(() => test.close());

const query = (text: string) => test.db.$client.query(text);
const readiness = async () => {
  // The product caches the result for a second.
  await sleep(1_100);
  const answer = await test.app.inject({ url: "/health/ready" });
  return [answer.statusCode, answer.json()];
};
const analyse = () => person.inject({ method: "POST", url: "/api/analyze", payload: { channelId } });

/** Makes the database refuse every write of the installation. */
const refuseWrites = (code: string) =>
  query(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '${code}', message = 'could not extend file';
    end $$;
    create or replace trigger refuse before insert or update on rate_limits for each row execute function refuse()`);

describe("An installation that can store nothing", () => {
  it("an installation that can store data is ready", async () => {
    expect(await readiness()).toEqual([200, { ready: true }]);
  });

  it.each([
    ["53100", "The disk of the database is full."],
    ["25006", "The database is read-only at the moment."],
  ])("is not ready and says why (%s); an analysis is refused at once instead of waiting", async (code, problem) => {
    await refuseWrites(code);
    expect(await readiness()).toEqual([503, { ready: false, problem }]);
    const answer = await analyse();
    expect(answer.statusCode).toBe(503);
    expect(answer.json().message).toBe(`${problem} Nothing was changed; try again later.`);
    expect(answer.headers["retry-after"]).toBe("30");
    await query("drop trigger refuse on rate_limits");
    expect(await readiness()).toEqual([200, { ready: true }]);
  });

  it("an installation whose data folder is not writable reports that it is not ready, until the folder is writable", async () => {
    const folder = test.deps.env.DATA_DIR;
    const aside = `${folder}-aside`;
    await rename(folder, aside);
    const refused = [503, { ready: false, problem: "The data folder cannot be written." }];
    try {
      // Puts a file in place of the folder: the disk has space, but nothing can be stored.
      await writeFile(folder, "");
      expect(await readiness()).toEqual(refused);
      await rm(folder);
      expect(await readiness()).toEqual(refused);
    } finally {
      await rm(folder, { force: true });
      await rename(aside, folder);
    }
    expect(await readiness()).toEqual([200, { ready: true }]);
    expect((await readdir(folder)).filter((name) => name.startsWith(".write-check"))).toEqual([]);
  });

  it("an installation whose database became read-only stays up and reports this at each write", async () => {
    const { rows } = await query("select current_database() as name");
    const name = rows[0].name;
    // Ends only the product's connections, not those of the server itself, such as autovacuum.
    const others =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()";
    await query(`alter database ${name} set default_transaction_read_only = on`);
    await query(others);
    await query("set default_transaction_read_only = on");
    expect(await readiness()).toMatchObject([
      503,
      { ready: false, problem: "The database is read-only at the moment." },
    ]);
    const answer = await person.inject({ method: "POST", url: "/api/integrations", payload: {} });
    expect([400, 503]).toContain(answer.statusCode);
    expect((await test.app.inject({ url: "/health/live" })).statusCode).toBe(200);
    await query("set default_transaction_read_only = off");
    await query(`alter database ${name} set default_transaction_read_only = off`);
    await query(others);
    await expect.poll(async () => (await readiness())[0]).toBe(200);
  });
});
