import { statfs } from "node:fs/promises";
import { EmbeddedPostgresFailure, hasErrorCode } from "./failure.ts";

/** PostgreSQL needs this much free space to start: it first writes a lock file, a log and a part of its write-ahead log. */
const NEEDED_BYTES = 20 * 1024 * 1024;

export function isDiskFull(reason: unknown): boolean {
  if (typeof reason === "string")
    return /no space left on device|disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(reason);
  return hasErrorCode(reason, "ENOSPC", "EDQUOT", "53100");
}

export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= NEEDED_BYTES;
}

export function explainFullDisk(folder: string): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `The disk with ${folder} is full, so the database cannot start. Free some space, then start again; nothing is lost.`,
  );
}
