import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { BackupFailure } from "../db/backup/failure.ts";
import { toEgressEntry } from "../egress-entry.ts";
import type { Env } from "../env.ts";
import { readFields, readObjects, type StoredObject } from "./bucket-answers.ts";

export type BucketSettings = Pick<
  Env,
  | "BACKUP_S3_URL"
  | "BACKUP_S3_REGION"
  | "BACKUP_S3_ACCESS_KEY_ID"
  | "BACKUP_S3_SECRET_ACCESS_KEY"
  | "EGRESS_ALLOW"
  | "EGRESS_PROXY"
>;

/** Backups in a bucket, over the S3 protocol. Every failure is a `BackupFailure` with the server's code. */
export interface Bucket {
  /** Lists the objects in the configured folder of the bucket, newest first. */
  list(): Promise<StoredObject[]>;
  /**
   * Sends a file. Each part is signed with its hash, which the server verifies. At the end, the size is compared too.
   */
  put(name: string, path: string): Promise<void>;
  get(name: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const MEGABYTE = 1024 ** 2;
/**
 * A part has at least 5 MB, and a file at most 10,000 parts:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
const MOST_PARTS = 10_000;
const CALL_MS = 15 * 60_000;
const TRIES = 3;

/** Opens the bucket; null if none is configured. */
export function openBucket(env: BucketSettings, { partBytes = 16 * MEGABYTE } = {}): Bucket | null {
  if (!env.BACKUP_S3_URL) return null;
  const call = signedCalls(env);
  const { pathname } = new URL(env.BACKUP_S3_URL);
  const [, bucket = "", ...folders] = pathname.split("/");
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const keyOf = (name: string) => `/${bucket}/${prefix}${name}`;
  return {
    async list() {
      const found: StoredObject[] = [];
      let token: string | undefined;
      do {
        const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
        const text = await (await call("GET", `/${bucket}`, { query })).text();
        found.push(...readObjects(text, prefix));
        token = readFields(text)["NextContinuationToken"];
      } while (token);
      return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
    },
    async put(name, path) {
      const file = await open(path);
      try {
        const { size } = await file.stat();
        await (size <= partBytes
          ? call("PUT", keyOf(name), { body: await readPart(file, 0, size) })
          : putInParts(call, { key: keyOf(name), file, size, partBytes }));
        const head = await call("HEAD", keyOf(name));
        if (Number(head.headers.get("content-length")) !== size)
          throw new BackupFailure(`${name} is not whole in the bucket. The next try writes it again.`);
      } finally {
        await file.close();
      }
    },
    async get(name, to) {
      const { body } = await call("GET", keyOf(name));
      if (!body) throw new BackupFailure(`${name} in the bucket is empty.`);
      await pipeline(
        Readable.fromWeb(body as unknown as ReadableStream),
        createWriteStream(to, { flags: "wx", mode: 0o600 }),
      );
    },
    async remove(name) {
      await call("DELETE", keyOf(name));
    },
  };
}

interface CallOptions {
  query?: Record<string, string>;
  body?: Buffer | string;
}
type Call = (method: string, path: string, options?: CallOptions) => Promise<Response>;

/**
 * Signs calls with Signature Version 4, and sends them through the guarded fetch. Repeats calls without an answer, or
 * with status 500 or higher.
 */
function signedCalls(env: BucketSettings): Call {
  const { origin } = new URL(env.BACKUP_S3_URL ?? "");
  const client = new AwsClient({
    accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY?.reveal() ?? "",
    region: env.BACKUP_S3_REGION,
    service: "s3",
  });
  const fetch = createSafeFetch({
    allow: [...env.EGRESS_ALLOW, ...toEgressEntry(env.BACKUP_S3_URL)],
    ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }),
    timeoutMs: CALL_MS,
    maxBytes: Number.POSITIVE_INFINITY,
  });
  return async (method, path, { query = {}, body = "" } = {}) => {
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash("sha256").update(body).digest("hex");
    for (let tried = 1; ; tried += 1) {
      const signed = await client.sign(url.href, { method, headers: { "x-amz-content-sha256": hash } });
      const last = tried === TRIES;
      try {
        const answer = await fetch(url, {
          method,
          headers: signed.headers,
          ...(body.length > 0 && { body: new Uint8Array(Buffer.from(body)) }),
        });
        if (answer.ok) return answer;
        if (answer.status < 500 || last) throw await refusal(answer);
      } catch (error) {
        if (error instanceof BackupFailure) throw error;
        if (last) throw new BackupFailure(`The bucket: ${error instanceof Error ? error.message : "no answer"}`);
      }
    }
  };
}

async function refusal(answer: Response): Promise<BackupFailure> {
  const code = readFields(await answer.text().catch(() => ""))["Code"] ?? "no reason";
  return new BackupFailure(
    `The bucket refused it (${answer.status}, ${code}). Check the settings that begin with BACKUP_S3_.`,
  );
}

async function putInParts(
  call: Call,
  { key, file, size, partBytes }: { key: string; file: FileHandle; size: number; partBytes: number },
): Promise<void> {
  const begun = readFields(await (await call("POST", key, { query: { uploads: "" } })).text());
  const uploadId = begun["UploadId"];
  if (!uploadId) throw new BackupFailure("The bucket does not take files in parts.");
  const each = Math.max(partBytes, Math.ceil(size / MOST_PARTS));
  try {
    const parts: string[] = [];
    for (let at = 0; at < size; at += each) {
      const partNumber = String(parts.length + 1);
      const body = await readPart(file, at, Math.min(each, size - at));
      const { headers } = await call("PUT", key, { query: { partNumber, uploadId }, body });
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.get("etag") ?? ""}</ETag></Part>`);
    }
    const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const done = readFields(await (await call("POST", key, { query: { uploadId }, body })).text());
    // The server may report a failure with status 200:
    // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
    if (done["Code"]) throw new BackupFailure(`The bucket refused the whole file (${done["Code"]}).`);
  } catch (error) {
    // Deletes the parts of an incomplete upload, because the bucket's provider would charge for them.
    await call("DELETE", key, { query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function readPart(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await file.read(part, done, bytes - done, at + done);
    if (bytesRead === 0) throw new BackupFailure("The backup became shorter while it was sent.");
    done += bytesRead;
  }
  return part;
}
