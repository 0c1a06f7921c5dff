import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type S3StandIn, startS3StandIn } from "../../tools/stand-ins/s3/s3-stand-in.ts";
import { checkBackup } from "../db/backup/restore.ts";
import { openDatabase } from "../db/workspace-scope.ts";
import { loadEnv } from "../env.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { withStoredBackup, writeDueBackup } from "./backups.ts";
import { openBucket } from "./bucket.ts";
import { examineInstallation } from "./doctor.ts";

const MEGABYTE = 1024 ** 2;
const HOUR_MS = 3_600_000;
const log = pino({ level: "silent" });

let s3: S3StandIn;
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  s3 = await startS3StandIn({ region: "eu-central-1", pageSize: 2 });
  folder = await mkdtemp(join(tmpdir(), "lorekeep-bucket-"));
  database = await createTestDatabase();
});
afterEach(() => {
  s3.objects.clear();
  s3.clearFaults();
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const settings = (more: Record<string, string> = {}) =>
  loadEnv({
    DATA_DIR: join(folder, "data"),
    BACKUP_S3_URL: `${s3.url}/backups/acme/prod`,
    BACKUP_S3_REGION: "eu-central-1",
    BACKUP_S3_ACCESS_KEY_ID: "AKIATEST",
    BACKUP_S3_SECRET_ACCESS_KEY: "test/secret",
    ...more,
  });
const write = (now: Date, more: Record<string, string> = {}) =>
  writeDueBackup({ db: openDatabase(database.pool), env: settings(more), log }, now);

describe("Scheduled backups with a bucket", () => {
  it("are made, sent and removed here; one that could not be sent waits and is sent the next time", async () => {
    const start = Date.now();
    s3.fail({ match: "PUT /backups", times: 10, kind: { status: 403 } });
    await expect(write(new Date(start))).rejects.toThrow("The bucket refused it (403");
    const local = join(folder, "data/backups");
    expect(await readdir(local)).toHaveLength(1);
    s3.clearFaults();
    // No new backup is due, but the earlier one is still sent.
    expect(await write(new Date(start + 600_000))).toBeNull();
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^acme\/prod\/lorekeep-\d{8}T\d{6}Z\.backup$/)]);
    expect(await readdir(local)).toEqual([]);
    expect(await write(new Date(start + 23 * HOUR_MS))).toBeNull();
    expect(await write(new Date(start + 25 * HOUR_MS))).toMatch(/\.backup$/);
    expect(s3.objects.size).toBe(2);
    expect(await readdir(local)).toEqual([]);
  });

  it("are removed from the bucket when too old, except the newest and what is not ours", async () => {
    const old = new Date(Date.now() - 40 * 24 * HOUR_MS);
    for (const name of ["lorekeep-20260101T000000Z.backup", "lorekeep-20260102T000000Z.backup", "notes.txt"])
      s3.objects.set(`acme/prod/${name}`, { body: Buffer.from("x"), at: old });
    s3.objects.set("other/lorekeep-20260101T000000Z.backup", { body: Buffer.from("x"), at: old });
    await write(new Date(), { BACKUP_KEEP_DAYS: "30" });
    expect([...s3.objects.keys()].toSorted()).toEqual([
      expect.stringMatching(/^acme\/prod\/lorekeep-2026(?!010)/),
      "acme/prod/notes.txt",
      "other/lorekeep-20260101T000000Z.backup",
    ]);
  });

  it("stay in the folder, too, where one is set", async () => {
    const backups = join(folder, "kept");
    const path = await write(new Date(), { BACKUP_DIR: backups });
    expect(await readdir(backups)).toHaveLength(1);
    expect(s3.objects.size).toBe(1);
    // The newest backup stays in the folder and in the bucket, whatever its age.
    const old = new Date(Date.now() - 400 * 24 * HOUR_MS);
    await utimes(path ?? "", old, old);
    expect(await readdir(backups)).toHaveLength(1);
  });

  it("come back whole by name or as the newest, and leave nothing behind", async () => {
    await write(new Date());
    const [key = ""] = s3.objects.keys();
    const name = key.replace("acme/prod/", "");
    const rows = await withStoredBackup(settings(), undefined, async (path) => (await checkBackup(path)).tables);
    expect(rows).toBeGreaterThan(20);
    let used = "";
    await withStoredBackup(settings(), name, async (path) => {
      used = path;
      expect(await readFile(path)).toEqual(s3.objects.get(key)?.body);
    });
    await expect(readFile(used)).rejects.toThrow("ENOENT");
    await expect(withStoredBackup(settings(), "none.backup", async () => undefined)).rejects.toThrow("NoSuchKey");
  });
});

describe("A file that is larger than a part", () => {
  it("is sent in parts, tried again, and the same bytes arrive; broken off it leaves no parts to pay for", async () => {
    const file = join(folder, "large.backup");
    const bytes = randomBytes(12 * MEGABYTE);
    await writeFile(file, bytes);
    const bucket = openBucket(settings(), { partBytes: 5 * MEGABYTE });
    s3.fail({ match: "partNumber=2", times: 2, kind: { status: 503 } });
    await bucket?.put("large.backup", file);
    expect(s3.objects.get("acme/prod/large.backup")?.body.equals(bytes)).toBe(true);
    s3.fail({ match: "partNumber=3", times: 9, kind: { status: 500 } });
    await expect(bucket?.put("again.backup", file)).rejects.toThrow("The bucket refused it (500");
    expect([s3.openUploads.size, s3.objects.size]).toEqual([0, 1]);
  });
});

describe("Settings of a bucket", () => {
  it("that are wrong are named by the doctor without the secret", async () => {
    const wrong = settings({ BACKUP_S3_SECRET_ACCESS_KEY: "hunter2hunter2", EGRESS_ALLOW: "127.0.0.1:1" });
    const findings = await examineInstallation(wrong, database.connection);
    expect(findings).toContainEqual(
      expect.objectContaining({
        name: "Backups",
        state: "problem",
        found: expect.stringContaining("SignatureDoesNotMatch"),
      }),
    );
    expect(JSON.stringify(findings)).not.toContain("hunter2");
    expect(() => settings({ BACKUP_S3_ACCESS_KEY_ID: "" })).toThrow("BACKUP_S3_ACCESS_KEY_ID: Give it");
  });
});
