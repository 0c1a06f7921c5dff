import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../env.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";

const FILE_NAME = "app-keys";

export interface KeyFileLocation {
  env: Pick<Env, "APP_KEYS" | "APP_KEYS_FILE">;
  dataDir: string;
}

/** The path of a key file in the data folder. */
export const getKeyFilePath = (dataDir: string) => join(dataDir, FILE_NAME);

/**
 * Reads the encryption keys of APP_KEYS or APP_KEYS_FILE ('name:base64 of 32 bytes', separated by comma or line, current key
 * first), or of `app-keys` in the data folder. Null if there are no keys. Throws if the file cannot be read.
 */
export function readKeyRing({ env, dataDir }: KeyFileLocation): KeyRing | null {
  if (env.APP_KEYS) return createKeyRing(env.APP_KEYS.reveal());
  if (env.APP_KEYS_FILE) return createKeyRing(readNamed(env.APP_KEYS_FILE));
  const file = getKeyFilePath(dataDir);
  return existsSync(file) ? createKeyRing(readFileSync(file, "utf8")) : null;
}

/**
 * Reads the encryption keys as `readKeyRing` does, or creates a key file in the data folder, readable by its owner only. Keep
 * the key file apart from backups of the database, because both together reveal the secrets.
 */
export function loadKeyRing(place: KeyFileLocation): KeyRing {
  const known = readKeyRing(place);
  if (known) return known;
  makeKeyFile(place.dataDir);
  return createKeyRing(readFileSync(getKeyFilePath(place.dataDir), "utf8"));
}

function makeKeyFile(dataDir: string): void {
  const file = getKeyFilePath(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = () => randomBytes(32).toString("base64");
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `k1:${key()}\nhmac:${key()}\n`, { mode: 0o600, flush: true });
  try {
    // A hard link fails, unlike a rename, if another process has created the file first. That process's keys then apply.
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(whole);
  }
}

function readNamed(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The key file ${file}, which APP_KEYS_FILE names, cannot be read (${code}). Put it back.`);
  }
}
