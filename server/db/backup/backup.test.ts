import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { generateIdentity, identityToRecipient } from "age-encryption";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-db.ts";
import { backup } from "./backup.ts";
import { checkBackup, restoreBackup } from "./restore.ts";

const silent = () => undefined;
let folder: string;
let source: TestDatabase;
let file: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lorekeep-backup-"));
  file = join(folder, "lorekeep.backup");
  source = await newDatabase();
  await fill(source.pool);
  await backup({ connection: source.connection, to: file, log: silent });
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates the product's tables, and further tables with content that is hard to copy. */
async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  await database.pool.query(`
    create table shelves (id bigint generated always as identity primary key, best_book int, "Odd ""name""" text);
    create table books (
      id serial primary key, shelf bigint not null references shelves, title text not null,
      at timestamptz, day date, span interval, price numeric, ratio double precision, flags text[], raw bytea, facts jsonb,
      search tsvector generated always as (to_tsvector('english', title)) stored, sequel int references books
    );
    alter table shelves add foreign key (best_book) references books;
    create table unused (id serial primary key);
    create function shout() returns trigger language plpgsql as $$ begin new.title := upper(new.title); return new; end $$;
    create trigger shout before update or insert on books for each row execute function shout();
    alter table books disable trigger shout;`);
  return database;
}

async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into workspaces (id, name) select gen_random_uuid(), 'Workspace ' || n from generate_series(1, 3) n`,
  );
  await pool.query(`insert into shelves ("Odd ""name""") values (E'a\\tb\\nc\\\\d'), (null), (''), ('\\N'), ('\\.')`);
  await pool.query(
    `insert into books (shelf, title, at, day, span, price, ratio, flags, raw, facts, sequel)
     select 1 + n % 5, 'Книга ' || n || ' 📚', '2026-11-21 01:02:03.456789+00'::timestamptz + n * interval '1 microsecond',
       date '0044-03-15 BC', interval '1 mon -2 days 00:00:00.000001', 'NaN', 0.1::float8 + n / 3.0::float8,
       array['a,b', 'c"d', null, ''], decode('00ff5c0a', 'hex'), jsonb_build_object('n', n, 'deep', array[1.10, null], 'nul', repeat('x', n)),
       case when n < 3000 then n + 1 end
     from generate_series(1, 3000) n`,
  );
  await pool.query("update shelves set best_book = 7 where id = 2");
  // A row longer than the read-ahead buffer.
  await pool.query("update books set facts = jsonb_build_object('long', repeat('x', 5000000)) where id = 8");
  await pool.query("alter table books enable trigger shout");
}

/** Returns the number of rows of each table and a checksum of their content. */
async function sums(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const result: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    );
    result[name] = rows[0]?.sum ?? "";
  }
  return result;
}

describe("a backup", () => {
  it("a restored backup holds the same rows, bit for bit, and the same next sequence numbers", async () => {
    const target = await newDatabase();
    await target.pool.query("alter table books enable trigger shout");
    const summary = await restoreBackup({ connection: target.connection, from: file, log: silent });
    expect(summary.rows).toBeGreaterThan(3000);
    const restored = await sums(target.pool);
    expect(restored).toEqual(await sums(source.pool));
    expect(restored["books"]).toMatch(/^3000 /);
    const { rows } = await target.pool.query(
      "insert into shelves default values returning id, (select nextval('books_id_seq')::int) as book, (select nextval('unused_id_seq')::int) as unused",
    );
    expect(rows).toEqual([{ id: 6, book: 3001, unused: 1 }]);
  });

  it("a restore keeps the database's rules and the installation's own rows unchanged", async () => {
    const rules = `
      select conname::text as name, condeferrable::text as state from pg_constraint where contype = 'f'
      union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`;
    const target = await newDatabase();
    const before = (await target.pool.query(rules)).rows;
    // The first start inserts its own rows, which must not prevent a restore.
    await target.pool.query("insert into key_checks (kid, sealed) values ('0123456789abcdef', 'v1.a.b.c.d')");
    await restoreBackup({ connection: target.connection, from: file, log: silent });
    expect((await target.pool.query(rules)).rows).toEqual(before);
    expect((await target.pool.query("select kid from key_checks")).rows).toEqual([{ kid: "0123456789abcdef" }]);
  });

  it("a backup shows the database at one moment, while others write", async () => {
    const busy = await newDatabase();
    await busy.pool.query("insert into shelves default values");
    let writing = true;
    // Each transaction adds two rows, so a backup with one of them is inconsistent.
    const writer = (async () => {
      for (let pair = 0; writing; pair++) {
        await busy.pool.query(
          "with book as (insert into books (shelf, title) values (1, $1)) insert into workspaces (id, name) values (gen_random_uuid(), $1)",
          [`pair ${pair}`],
        );
      }
    })();
    const target = await newDatabase();
    try {
      for (let round = 0; round < 3; round++) {
        const taken = join(folder, `busy-${round}.backup`);
        await backup({ connection: busy.connection, to: taken, log: silent });
        await restoreBackup({ connection: target.connection, from: taken, replaceExisting: true, log: silent });
        const { rows } = await target.pool.query(
          "select (select count(*) from books) as books, (select count(*) from workspaces) as workspaces",
        );
        expect(rows[0].books).toBe(rows[0].workspaces);
        expect(rows[0].books).toBeGreaterThan(0);
      }
    } finally {
      writing = false;
      await writer;
    }
  });

  it("only the owner may read a backup file", async () => {
    const to = join(folder, "nightly.backup");
    await backup({ connection: source.connection, to, log: silent });
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(await checkBackup(to)).toMatchObject({ rows: expect.any(Number) });
    expect((await readdir(folder)).filter((name) => name.includes("making"))).toEqual([]);
  });

  it("a backup removes the files of killed backups, and nothing else", async () => {
    const left = join(folder, "killed.backup.making-4711");
    const underWay = join(folder, "under-way.backup.making-4712");
    for (const path of [left, underWay]) await writeFile(path, "words");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(left, longAgo, longAgo);
    await backup({ connection: source.connection, to: join(folder, "after-a-kill.backup"), log: silent });
    const names = await readdir(folder);
    expect(names).not.toContain("killed.backup.making-4711");
    expect(names).toContain("under-way.backup.making-4712");
    await rm(underWay);
  });

  it("a backup never replaces an existing file, and says so", async () => {
    const to = join(folder, "earlier.backup");
    await writeFile(to, "earlier");
    await expect(backup({ connection: source.connection, to, log: silent })).rejects.toThrow(
      `${to} is there already and was left as it is.`,
    );
    expect(await readFile(to, "utf8")).toBe("earlier");
    expect((await readdir(folder)).filter((name) => name.includes("making"))).toEqual([]);
  });

  it("a backup can be written to a stream, which stays open", async () => {
    const stream = new PassThrough();
    const received = buffer(stream);
    await backup({ connection: source.connection, to: stream, log: silent });
    expect(stream.writable).toBe(true);
    stream.end();
    const taken = join(folder, "streamed.backup");
    await writeFile(taken, await received);
    expect(await checkBackup(taken)).toMatchObject({ rows: (await checkBackup(file)).rows });
  });

  it("a backup says that it does not contain the encryption key", async () => {
    const log = vi.fn<(sentence: string) => void>();
    await backup({ connection: source.connection, to: join(folder, "said.backup"), log });
    expect(log.mock.calls.flat().join(" ")).toMatch(/does not hold the encryption key/);
  });

  it("a backup that cannot be written leaves no file and says so", async () => {
    const to = join(folder, "missing", "lorekeep.backup");
    await expect(backup({ connection: source.connection, to, log: silent })).rejects.toThrow(`${to} cannot be written`);
  });
});

describe("a backup is refused before anything is changed", () => {
  let target: TestDatabase;

  beforeAll(async () => {
    target = await newDatabase();
  });

  async function expectRefusal(bytes: Buffer, reason: RegExp): Promise<void> {
    const from = join(folder, "refused.backup");
    await writeFile(from, bytes);
    const before = await sums(target.pool);
    await expect(
      restoreBackup({ connection: target.connection, from, replaceExisting: true, log: silent }),
    ).rejects.toThrow(reason);
    expect(await sums(target.pool)).toEqual(before);
  }

  it("a backup that was cut short anywhere is refused", async () => {
    const whole = await readFile(file);
    for (const part of [0.1, 0.5, 0.9, 0.999])
      await expectRefusal(whole.subarray(0, Math.floor(whole.length * part)), /is damaged/);
    const inside = gunzipSync(whole);
    for (const part of [0.1, 0.5, 0.999]) {
      await expectRefusal(gzipSync(inside.subarray(0, Math.floor(inside.length * part))), /is damaged/);
    }
  });

  it("a backup with a changed byte is refused, even if it was compressed again", async () => {
    const whole = await readFile(file);
    const flip = (bytes: Buffer, at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    await expectRefusal(flip(whole, Math.floor(whole.length / 2)), /is damaged/);
    const inside = gunzipSync(whole);
    for (const at of [30, inside.indexOf("Книга"), inside.lastIndexOf("Книга"), inside.length - 3]) {
      await expectRefusal(gzipSync(flip(inside, at)), /is damaged/);
    }
  });

  it("a file that is missing or is no backup is refused", async () => {
    await expectRefusal(Buffer.from("hello"), /is not a backup of Lorekeep/);
    await expectRefusal(gzipSync("hello, this is some other file"), /is not a backup of Lorekeep/);
    await expect(
      restoreBackup({ connection: target.connection, from: join(folder, "none"), log: silent }),
    ).rejects.toThrow(/cannot be read/);
  });

  it("a restore is refused when the database holds rows, unless the rows are to be replaced", async () => {
    const used = await newDatabase();
    await used.pool.query("insert into unused default values");
    const before = await sums(used.pool);
    await expect(restoreBackup({ connection: used.connection, from: file, log: silent })).rejects.toThrow(
      /not empty \(the table unused has rows\)/,
    );
    expect(await sums(used.pool)).toEqual(before);
    await restoreBackup({ connection: used.connection, from: file, replaceExisting: true, log: silent });
    expect(await sums(used.pool)).toEqual(await sums(source.pool));
  });

  it("a backup of an older or newer release is refused, and a database without tables", async () => {
    const other = await newDatabase();
    const attempt = () => restoreBackup({ connection: other.connection, from: file, log: silent });
    await other.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
    );
    await expect(attempt()).rejects.toThrow(/made by an older release/);
    await other.pool.query("delete from drizzle.__drizzle_migrations where id > 1");
    await expect(attempt()).rejects.toThrow(/made by a newer release/);
    await other.pool.query("update drizzle.__drizzle_migrations set hash = 'other'");
    await expect(attempt()).rejects.toThrow(/another database schema/);
    await other.pool.query("delete from drizzle.__drizzle_migrations");
    await expect(attempt()).rejects.toThrow(/no tables yet/);
  });

  it("rows that break a rule of the database are refused, without naming their content", async () => {
    const strict = await newDatabase();
    await strict.pool.query("alter table books add constraint few check (id < 100)");
    await expect(restoreBackup({ connection: strict.connection, from: file, log: silent })).rejects.toThrow(
      "The database refused a statement (23514, few).",
    );
    expect((await sums(strict.pool))["shelves"]).toMatch(/^0 /);
  });
});

describe("an encrypted backup", () => {
  it("an encrypted backup is readable only with its private key, and restores the same rows", async () => {
    const identity = await generateIdentity();
    const to = join(folder, "encrypted.backup");
    const recipients = [await identityToRecipient(identity), await identityToRecipient(await generateIdentity())];
    await backup({ connection: source.connection, to, recipients, log: silent });
    const bytes = await readFile(to);
    expect(bytes.toString("latin1", 0, 21)).toBe("age-encryption.org/v1");
    const target = await newDatabase();
    const attempt = (identities?: string[]) =>
      restoreBackup({ connection: target.connection, from: to, log: silent, ...(identities && { identities }) });
    await expect(attempt()).rejects.toThrow(/is encrypted\. Name the file with the private key/);
    await expect(attempt([await generateIdentity()])).rejects.toThrow(/cannot be opened with this private key/);
    for (const at of [Math.floor(bytes.length / 2), bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await writeFile(join(folder, "altered.backup"), altered);
      await expect(checkBackup(join(folder, "altered.backup"), [identity])).rejects.toThrow(/is damaged/);
    }
    await writeFile(join(folder, "altered.backup"), bytes.subarray(0, bytes.length - 100_000));
    await expect(checkBackup(join(folder, "altered.backup"), [identity])).rejects.toThrow(/is damaged/);
    expect(await sums(target.pool)).not.toEqual(await sums(source.pool));
    await attempt([identity]);
    expect(await sums(target.pool)).toEqual(await sums(source.pool));
  });
});
