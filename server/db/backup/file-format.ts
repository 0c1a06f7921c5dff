import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { decryptBackup, isEncrypted } from "./encryption.ts";
import { BackupFailure } from "./failure.ts";

/**
 * A backup is one gzip file, which may be encrypted as a whole (encryption.ts): the line `lorekeep-backup 1`, then
 * records that each have a letter, a length (4 bytes, big-endian) and that many bytes.
 *
 * - `H` header, JSON: schema and content of the backup
 * - `T` table, JSON: the rows that follow belong to it
 * - `D` data: rows in PostgreSQL's COPY text format, cut anywhere
 * - `M` manifest, JSON, last: every table's rows and SHA-256, every sequence, and the SHA-256 of all records before it
 */
const FIRST_LINE = "lorekeep-backup 1\n";
const RECORD_HEAD_BYTES = 5;
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
const headerSchema = z.object({
  createdAt: z.string(),
  postgres: z.string(),
  /** Hashes of drizzle's migrations, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
});
const manifestSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  /** `last` is text, because a bigint may exceed a JavaScript number. Null: the sequence was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  sha256: z.string(),
});

export type BackupTable = z.infer<typeof tableSchema>;
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupManifest = z.infer<typeof manifestSchema>;
export type BackupRecord =
  | { kind: "header"; header: BackupHeader }
  | { kind: "table"; table: BackupTable }
  | { kind: "data"; data: Uint8Array }
  | { kind: "manifest"; manifest: BackupManifest };

/** Creates the records of one backup file, in order. gzip compresses their bytes into the file. */
export class RecordWriter {
  readonly #all: Hash = createHash("sha256");

  firstLine(): Buffer {
    const line = Buffer.from(FIRST_LINE);
    this.#all.update(line);
    return line;
  }

  header(header: BackupHeader): Buffer {
    return this.#record("H", JSON.stringify(header));
  }

  table(table: BackupTable): Buffer {
    return this.#record("T", JSON.stringify(table));
  }

  data(rows: Uint8Array): Buffer {
    return this.#record("D", rows);
  }

  manifest(parts: Omit<BackupManifest, "sha256">): Buffer {
    const sha256 = this.#all.copy().digest("hex");
    return this.#record("M", JSON.stringify({ ...parts, sha256 }));
  }

  #record(letter: string, content: string | Uint8Array): Buffer {
    const body = Buffer.from(content);
    const head = Buffer.alloc(RECORD_HEAD_BYTES);
    head.write(letter, "latin1");
    head.writeUInt32BE(body.length, 1);
    this.#all.update(head).update(body);
    return Buffer.concat([head, body]);
  }
}

/** Reads the records of a backup file. Throws a BackupFailure when the file is cut short, was altered, or is no backup. */
export async function* readRecords(path: string, identities: readonly string[] = []): AsyncGenerator<BackupRecord> {
  const bytes = readBytes(path, await openFile(path, identities));
  try {
    yield* readFrom(bytes, path);
  } finally {
    bytes.close();
  }
}

async function* readFrom(bytes: ReturnType<typeof readBytes>, path: string): AsyncGenerator<BackupRecord> {
  const all = createHash("sha256");
  const first = (await bytes.take(FIRST_LINE.length)).toString("latin1");
  if (first !== FIRST_LINE) {
    throw new BackupFailure(
      first.startsWith("lorekeep-backup ")
        ? `${path} was made by a newer release of Lorekeep. Restore it with that release.`
        : notABackup(path).message,
    );
  }
  all.update(first);
  for (;;) {
    const head = await bytes.take(RECORD_HEAD_BYTES);
    const letter = head.toString("latin1", 0, 1);
    const length = head.readUInt32BE(1);
    if (length > MAX_RECORD_BYTES) throw createDamagedError(path);
    const body = await bytes.take(length);
    const before = letter === "M" ? all.copy().digest("hex") : "";
    all.update(head).update(body);
    const record = parseRecord(letter, body, path);
    if (record.kind === "manifest") {
      if (record.manifest.sha256 !== before || !(await bytes.isAtEnd())) throw createDamagedError(path);
      yield record;
      return;
    }
    yield record;
  }
}

export function createDamagedError(path: string): BackupFailure {
  return new BackupFailure(
    `${path} is damaged: it was cut short or altered after it was made. Nothing was restored. Use another backup.`,
  );
}

function notABackup(path: string): BackupFailure {
  return new BackupFailure(`${path} is not a backup of Lorekeep.`);
}

function parseRecord(letter: string, body: Buffer, path: string): BackupRecord {
  try {
    switch (letter) {
      case "H":
        return { kind: "header", header: headerSchema.parse(JSON.parse(body.toString("utf8"))) };
      case "T":
        return { kind: "table", table: tableSchema.parse(JSON.parse(body.toString("utf8"))) };
      case "D":
        return { kind: "data", data: body };
      case "M":
        return { kind: "manifest", manifest: manifestSchema.parse(JSON.parse(body.toString("utf8"))) };
    }
  } catch {
    // Falls through: content that does not match its letter is treated like an unknown letter.
  }
  throw createDamagedError(path);
}

/** The file's bytes, decrypted if the file is encrypted. */
async function openFile(path: string, identities: readonly string[]): Promise<Readable> {
  if (!(await isEncrypted(path))) return createReadStream(path);
  return decryptBackup(path, identities);
}

function readBytes(path: string, file: Readable) {
  const stream = file.pipe(createGunzip({ chunkSize: 256 * 1024 }));
  file.on("error", (error) => stream.destroy(error));
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    try {
      const { done, value } = await chunks.next();
      if (done) return false;
      rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
      return true;
    } catch (error) {
      if (error instanceof Error && "syscall" in error) throw new BackupFailure(`${path} cannot be read.`);
      if (error instanceof Error && error.message === "incorrect header check") throw notABackup(path);
      throw createDamagedError(path);
    }
  }

  return {
    close: () => {
      file.destroy();
      stream.destroy();
    },
    async take(length: number): Promise<Buffer> {
      while (rest.length < length) if (!(await more())) throw createDamagedError(path);
      const taken = rest.subarray(0, length);
      rest = rest.subarray(length);
      return taken;
    },
    async isAtEnd(): Promise<boolean> {
      return rest.length === 0 && !(await more());
    },
  };
}
