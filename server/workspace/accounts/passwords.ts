import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../../errors.ts";

const derive = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB of memory, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const KEY_BYTES = 32;

const AT_ONCE = 2;
const MAX_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Limits hashing, which takes memory and CPU, to two passwords at once. If more than 50 wait, people are asked to try again.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError("unavailable", "Too many people sign in at once. Try again in a few seconds.", {
        retryAfterSeconds: 3,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function hash(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize("NFC");
  return inTurn(() => derive("argon2id", { message, nonce, parallelism: 1, tagLength: KEY_BYTES, memory, passes }));
}

/** Encodes the hash in the format of the reference implementation: '$argon2id$v=19$m=…,t=…,p=1$salt$hash'. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await hash(password, nonce, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(nonce)}$${unpadded(key)}`;
}

/** Checks a password. Without a stored hash (`null`) the check takes equally long. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? NOBODY);
  if (!parts) throw new Error("A stored password hash has an unknown form.");
  const [, memory, passes, nonce = "", key = ""] = parts;
  const given = await hash(password, Buffer.from(nonce, "base64"), Number(memory), Number(passes));
  return timingSafeEqual(given, Buffer.from(key, "base64")) && stored !== null;
}

const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
