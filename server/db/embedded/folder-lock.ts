import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";

const SQLITE_BUSY = 5;
const PATIENCE_MS = 10 * 60_000;

/**
 * Runs `work` under an exclusive lock on the file, across processes. Node has no file locks. SQLite uses the kernel's locks,
 * which end with their process even after a crash. The file stays empty.
 */
export async function withFolderLock<T>(file: string, log: LogSentence, work: () => Promise<T>): Promise<T> {
  const release = await acquire(file, log);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(file: string, log: LogSentence): Promise<() => void> {
  const since = Date.now();
  let told = false;
  for (;;) {
    const release = tryAcquire(file);
    if (release) return release;
    const waitedMs = Date.now() - since;
    if (waitedMs > PATIENCE_MS) {
      throw new EmbeddedPostgresFailure(
        `Another Lorekeep process has been starting or stopping the database for ten minutes (it holds ${file}). End that process, then try again.`,
      );
    }
    if (waitedMs > 5_000 && !told) {
      told = true;
      log("Waiting for another Lorekeep process that is starting or stopping the database.");
    }
    await sleep(20 + Math.random() * 30);
  }
}

function tryAcquire(file: string): (() => void) | null {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    // The default journal mode would create a journal file, which fails on a full disk.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return () => lock?.close();
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    if (hasErrorCode(error, "ERR_SQLITE_ERROR")) {
      throw new EmbeddedPostgresFailure(
        `The file ${file} cannot be opened and locked. Lorekeep must be able to write there.`,
      );
    }
    throw error;
  }
}
