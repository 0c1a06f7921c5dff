import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { BackupFailure } from "./failure.ts";

/** First line of every age file: https://age-encryption.org/v1. The program `age` can read encrypted backups too. */
const FIRST_LINE = "age-encryption.org/v1\n";

/** Loaded when a backup is encrypted, because most processes never make a backup. */
const age = () => import("age-encryption");

/** True when `key` is a public key that a backup can be encrypted for. */
export const isRecipient = (key: string) => /^age1[02-9ac-hj-np-z]{58}$/.test(key);

export async function* encryptBytes(bytes: AsyncIterable<Uint8Array>, recipients: readonly string[]) {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* fromWeb(await encrypter.encrypt(toWeb(Readable.from(bytes))));
}

export async function isEncrypted(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE.length), 0, FIRST_LINE.length, 0);
      return buffer.toString("latin1", 0, bytesRead) === FIRST_LINE;
    } finally {
      await file.close();
    }
  } catch {
    throw new BackupFailure(`${path} cannot be read.`);
  }
}

/** Decrypts a backup. Throws a `BackupFailure` when none of the keys decrypts the file; altered bytes make the stream fail. */
export async function decryptBackup(path: string, identities: readonly string[]): Promise<Readable> {
  if (identities.length === 0)
    throw new BackupFailure(`${path} is encrypted. Name the file with the private key: --identity <file>.`);
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const file = createReadStream(path);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(file)));
  } catch {
    file.destroy();
    throw new BackupFailure(`${path} cannot be opened with this private key. Nothing was restored.`);
  }
}

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (bytes: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as unknown as ReadableStream);
