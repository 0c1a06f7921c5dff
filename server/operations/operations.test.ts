import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import journal from "../../migrations/meta/_journal.json" with { type: "json" };
import { migrate, NewerSchemaError } from "../db/migrate.ts";
import { toClientConfig } from "../db/pool.ts";
import { openDatabase } from "../db/workspace-scope.ts";
import { EnvError, loadEnv } from "../env.ts";
import { DEFAULT_VALUES } from "../env-variables.ts";
import { SECURITY_RELEVANT } from "../setting-defaults.ts";
import { buildIntegration, buildWorkspace } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { backUpBeforeUpgrade, listBackups, writeDueBackup } from "./backups.ts";
import { examineInstallation } from "./doctor.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { planUpgrade } from "./upgrade.ts";
import { readNotes } from "./upgrade-notes.ts";

const log = pino({ level: "silent" });
const HOUR_MS = 3_600_000;
const LAST = journal.entries.at(-1)?.tag ?? "";

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lorekeep-operations-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) => loadEnv({ DATA_DIR: folder, ...more });

describe("Scheduled backups", () => {
  it("are written when the last one is old enough, by one process at a time, and removed when too old", async () => {
    const backups = join(folder, "scheduled");
    const env = settings({ BACKUP_DIR: backups, BACKUP_EVERY_HOURS: "24", BACKUP_KEEP_DAYS: "3" });
    const db = openDatabase(database.pool);
    const write = (now: Date) => writeDueBackup({ db, env, log }, now);
    const start = Date.now();
    const first = await Promise.all([write(new Date(start)), write(new Date(start + 1000))]);
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await write(new Date(start + 23 * HOUR_MS))).toBeNull();
    const [oldest] = await listBackups(backups);
    const age = (hours: number) =>
      utimes(oldest?.path ?? "", new Date(start - hours * HOUR_MS), new Date(start - hours * HOUR_MS));
    await age(25);
    await writeFile(join(backups, "notes.txt"), "not ours");
    expect(await write(new Date(start + 2000))).toMatch(/lorekeep-\d{8}T\d{6}Z\.backup$/);
    expect(await listBackups(backups)).toHaveLength(2);
    await age(24 * 4);
    expect(await write(new Date(start + 25 * HOUR_MS))).not.toBeNull();
    expect((await listBackups(backups)).map(({ path }) => path)).not.toContain(oldest?.path);
    expect(await readdir(backups)).toContain("notes.txt");
  });

  it("are not written without a folder for them", async () => {
    expect(await writeDueBackup({ db: openDatabase(database.pool), env: settings(), log })).toBeNull();
  });
});

describe("An upgrade", () => {
  let older: TestDatabase;
  beforeAll(async () => {
    older = await createTestDatabase();
    // Recreates an earlier release's database. The changes of the last migration are there, but its record is missing.
    await older.pool.query(
      "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
    );
  });
  afterAll(() => older.drop());

  it("is told before it happens: its steps, where the backup goes, and how to go back", async () => {
    const plan = await planUpgrade(settings(), older.connection);
    expect(plan).toMatchObject({ canStart: true, pending: [LAST] });
    const said = plan.sentences.join("\n");
    for (const part of [LAST, join(folder, "backups"), "To go back"]) expect(said).toContain(part);
    expect((await planUpgrade(settings(), database.connection)).sentences.join()).toContain("There is nothing to do.");
  });

  it("tells of the changelog's notes those since the release that ran last", async () => {
    const earlier = await createTestDatabase();
    try {
      const lastRan = journal.entries.find(({ tag }) => tag === "0034_trash")?.when;
      await earlier.pool.query("delete from drizzle.__drizzle_migrations where created_at > $1", [lastRan]);
      const said = (await planUpgrade(settings(), earlier.connection)).sentences.join("\n");
      expect(said).toContain("An article's state is `state`");
      // The plan includes notes after that migration, and notes without a migration.
      expect(said).toContain("Settings in a file `.env` now count");
      expect(said).not.toContain("whoever came first becomes owner");
      expect(said).not.toContain("New articles that the engine is unsure of wait");
      expect(said).not.toContain("<!--");
      // Only the first migration has been applied, so every note is new.
      await earlier.pool.query("delete from drizzle.__drizzle_migrations where created_at > $1", [
        journal.entries[0]?.when,
      ]);
      const { sentences } = await planUpgrade(settings(), earlier.connection);
      const notes = readNotes(await readFile(new URL("../../CHANGELOG.md", import.meta.url), "utf8"));
      expect(notes.length).toBeGreaterThan(8);
      for (const { text, migration } of notes) {
        expect(sentences).toContain(text);
        expect(journal.entries.map(({ tag }) => tag)).toContain(migration);
      }
    } finally {
      await earlier.drop();
    }
  });

  it("writes a backup first, once, and changes nothing when it cannot", async () => {
    const env = settings({ BACKUP_DIR: join(folder, "upgrades") });
    await expect(migrate(older.pool, () => Promise.reject(new Error("no room for a backup")))).rejects.toThrow(
      "no room for a backup",
    );
    expect((await planUpgrade(env, older.connection)).pending).toEqual([LAST]);
    const { pool, connection } = older;
    let asked = 0;
    // The last migration's changes are already there, so the migration fails after the backup. This test only checks
    // the backup.
    await migrate(pool, async (pending) => {
      asked += 1;
      await backUpBeforeUpgrade({ pool, connection, env, log }, pending);
    }).catch(() => undefined);
    expect(asked).toBe(1);
    expect(await readdir(join(folder, "upgrades"))).toEqual([expect.stringMatching(/^before-.*\.backup$/)]);
    await backUpBeforeUpgrade({ pool, connection, env: { ...env, BACKUP_BEFORE_UPGRADE: false }, log }, [LAST]);
    expect(await readdir(join(folder, "upgrades"))).toHaveLength(1);
  });

  describe("with other settings than the release that ran last", () => {
    const trust = "OIDC_TRUST_EMAIL";
    const before = { ...DEFAULT_VALUES, [trust]: "yes", LLM_TIMEOUT_SECONDS: "20", OLD_SETTING: "1" };
    delete (before as Record<string, unknown>)["BACKUP_RECIPIENTS"];
    let ran: TestDatabase;
    beforeAll(async () => {
      ran = await createTestDatabase();
      await prepareDatabase({ ...ran, env: settings(), log }, before);
    });
    afterAll(() => ran.drop());

    it("says which are new, gone or have another default, and which concern security", async () => {
      const plan = await planUpgrade(settings(), ran.connection);
      expect(plan.settings.map(({ name, change, isSecurityRelevant }) => [name, change, isSecurityRelevant])).toEqual([
        ["BACKUP_RECIPIENTS", "new", true],
        ["LLM_TIMEOUT_SECONDS", "default", false],
        [trust, "default", true],
        ["OLD_SETTING", "removed", false],
      ]);
      const said = plan.sentences.join("\n");
      expect(said).toContain("New setting BACKUP_RECIPIENTS; its default is empty. It is security-relevant.");
      expect(said).toContain("The default of LLM_TIMEOUT_SECONDS is 120; it was 20.");
      expect(said).toContain(`The default of ${trust} is no; it was yes. It is security-relevant.`);
      expect(said).toContain("The setting OLD_SETTING is gone");
      expect(said).toContain(`Before it starts, set ${trust}`);
      expect(plan.canStart).toBe(false);
    });

    it("refuses to start until a security-relevant default is decided, changes nothing, and then remembers it", async () => {
      // A migration is due too, and has to wait for the operator's decision.
      const { rows } = await ran.pool.query(
        `delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)
         returning hash, created_at`,
      );
      const start = (env = settings()) => prepareDatabase({ ...ran, env, log });
      await expect(start()).rejects.toThrow(EnvError);
      await expect(start()).rejects.toThrow(
        new RegExp(`${trust}: the default was yes and is no. ${trust}=yes is what was; ${trust}=no is the new default`),
      );
      expect((await planUpgrade(settings(), ran.connection)).pending).toEqual([LAST]);
      await ran.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        rows[0].hash,
        rows[0].created_at,
      ]);
      const issuer = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "lorekeep" };
      const decided = settings({ ...issuer, [trust]: "no" });
      expect((await planUpgrade(decided, ran.connection)).canStart).toBe(true);
      await start(decided);
      await start();
      expect((await planUpgrade(settings(), ran.connection)).settings).toEqual([]);
    });

    it("says nothing about settings when no earlier release recorded its defaults", async () => {
      expect((await planUpgrade(settings(), database.connection, before)).settings).toEqual([]);
      for (const name of SECURITY_RELEVANT) expect(Object.keys(DEFAULT_VALUES)).toContain(name);
    });
  });

  it("by an older release than the one that ran last is refused with a sentence, and nothing is changed", async () => {
    const newer = await createTestDatabase();
    try {
      await newer.pool.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
      );
      await expect(migrate(newer.pool)).rejects.toThrow(NewerSchemaError);
      await expect(migrate(newer.pool)).rejects.toThrow(
        /A newer release has changed this database\. Start that release/,
      );
      expect(await planUpgrade(settings(), newer.connection)).toMatchObject({ canStart: false });
      expect(await examineInstallation(settings(), newer.connection)).toContainEqual(
        expect.objectContaining({ name: "Schema", state: "problem" }),
      );
    } finally {
      await newer.drop();
    }
  });
});

const refusalOf = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), { code });

describe("The doctor", () => {
  const stateOf = async (env: ReturnType<typeof settings>, name: string) =>
    (await examineInstallation(env, database.connection)).filter((finding) => finding.name === name);

  it("finds a sound installation sound", async () => {
    const env = settings({ EGRESS_ALLOW: "127.0.0.1:1" });
    const findings = await examineInstallation(env, database.connection);
    expect(findings.filter(({ state }) => state === "problem")).toEqual([]);
    for (const name of ["Release", "Database", "Schema", "Clock", "Keys", "Data folder"])
      expect(findings).toContainEqual(expect.objectContaining({ name, state: "ok" }));
    for (const { state, todo } of findings) expect(state === "ok" || Boolean(todo)).toBe(true);
  });

  it("says what is wrong with database, mail, address, sign-in, proxies and backups, each with what to do", async () => {
    const silent = createServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"),
    );
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    const elsewhere = `http://127.0.0.1:${port}`;
    try {
      const env = settings({
        PUBLIC_URL: elsewhere,
        EGRESS_ALLOW: `127.0.0.1:${port}`,
        SMTP_URL: "smtp://user:hunter2@127.0.0.1:1",
        OIDC_ISSUER: elsewhere,
        OIDC_CLIENT_ID: "lorekeep",
        SLACK_API_URL: "http://127.0.0.1:1",
      });
      const findings = await examineInstallation(
        env,
        refusalOf("28P01", 'password authentication failed for user "lorekeep"'),
      );
      const of = (name: string) => findings.find((finding) => finding.name === name);
      expect(of("Database")).toMatchObject({ state: "problem", found: expect.stringContaining("refuses the user") });
      expect(of("Mail")).toMatchObject({ state: "problem", found: expect.stringContaining("cannot be reached") });
      expect(of("Address")).toMatchObject({
        state: "problem",
        found: expect.stringContaining("leads to another program"),
      });
      expect(of("Sign-in")).toMatchObject({ state: "problem" });
      expect(of("Outgoing calls")).toMatchObject({ state: "warning" });
      expect(JSON.stringify(findings)).not.toContain("hunter2");
    } finally {
      silent.close();
    }
    expect(await stateOf(settings({ PUBLIC_URL: "https://lorekeep.invalid" }), "Proxies")).toEqual([
      expect.objectContaining({ state: "warning", todo: expect.stringContaining("TRUSTED_PROXIES") }),
    ]);
    const empty = settings({ BACKUP_DIR: join(folder, "empty") });
    expect(await stateOf(empty, "Backups")).toEqual([expect.objectContaining({ state: "warning" })]);
  });

  it("says without a driver's words why the database or its keys cannot be used, before anything has started", async () => {
    const env = settings({ APP_KEYS: "rubbish" });
    const [nowhere, missing] = [
      Object.assign(new Error("getaddrinfo ENOTFOUND db.invalid"), { code: "ENOTFOUND", syscall: "getaddrinfo" }),
      refusalOf("3D000", 'database "nothere" does not exist'),
    ];
    for (const [error, sentence] of [
      [nowhere, "The database cannot be reached (ENOTFOUND). Check that it runs and that DATABASE_URL is right."],
      [missing, "The database that DATABASE_URL names does not exist. Create it, then try again."],
    ] as const) {
      const findings = await examineInstallation(env, error);
      expect(findings.find(({ name }) => name === "Database")).toMatchObject({ state: "problem", found: sentence });
      expect(findings.find(({ name }) => name === "Keys")).toMatchObject({ state: "problem" });
    }
  });

  it("says which folder cannot be written to, and makes none", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    const inFile = join(file, "folder");
    for (const [name, setting, path] of [
      ["Data folder", "DATA_DIR", inFile],
      ["Data folder", "DATA_DIR", file],
      ["Backups", "BACKUP_DIR", inFile],
    ] as const) {
      expect(await stateOf(settings({ [setting]: path }), name)).toEqual([
        { name, state: "problem", found: `${path} cannot be written to`, todo: expect.stringContaining(setting) },
      ]);
    }
    const later = join(folder, "later/data");
    expect(await stateOf(settings({ DATA_DIR: later }), "Data folder")).toMatchObject([{ state: "ok" }]);
    expect(await readdir(folder)).not.toContain("later");
  });

  it("says of a pooler whether it leads to the same database, and which limits it lacks", async () => {
    const addressOf = (given: typeof database) => {
      const { host = "", port, user = "", password = "", database: name = "" } = toClientConfig(given.connection);
      if (typeof given.connection === "string") return given.connection;
      return `postgres://${user}:${encodeURIComponent(String(password))}@${encodeURIComponent(host)}:${port}/${name}`;
    };
    const withPooler = (address: string) =>
      settings({ DATABASE_URL: addressOf(database), DATABASE_POOLER_URL: address });
    expect(await stateOf(withPooler(addressOf(database)), "Pooler")).toEqual([
      expect.objectContaining({ state: "warning", found: expect.stringContaining("instead of 10s, 3s, 15s") }),
    ]);
    const other = await createTestDatabase();
    try {
      expect(await stateOf(withPooler(addressOf(other)), "Pooler")).toEqual([
        expect.objectContaining({ state: "problem", found: "leads to another database than DATABASE_URL" }),
      ]);
    } finally {
      await other.drop();
    }
  });

  it("names keys that do not open what is stored", async () => {
    const other = `k9:${Buffer.alloc(32, 7).toString("base64")}`;
    const db = openDatabase(database.pool);
    const { id: workspaceId } = await buildWorkspace(db);
    await buildIntegration(db, { workspaceId, apiKeySealed: "v1.0123456789abcdef.a.b.c" });
    expect(await stateOf(settings({ APP_KEYS: other }), "Keys")).toEqual([
      expect.objectContaining({ state: "problem", found: expect.stringContaining("are not those of this database") }),
    ]);
  });
});
