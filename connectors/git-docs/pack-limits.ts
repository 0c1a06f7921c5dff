import { inflateSync } from "node:zlib";
import { RepositoryTooLarge } from "./memory-files.ts";

/** Limits for one unpacked answer. They are checked against the sizes in its headers before anything is unpacked. */
export interface PackLimits {
  objects: number;
  /** The maximum size of one object, and of all objects including the results of deltas. */
  objectBytes: number;
  bytes: number;
  /** The maximum length of a chain of deltas. Git itself creates up to 50. */
  deltas: number;
}

const LIMITS: PackLimits = {
  objects: 60_000,
  objectBytes: 16 * 1024 * 1024,
  bytes: 100 * 1024 * 1024,
  deltas: 300,
};

/** The pack does not follow Git's documented format. */
class MalformedPack extends Error {}

const PACK_BAND = 1;
const HEADER_BYTES = 12;
const OFS_DELTA = 6;
const REF_DELTA = 7;
const OID_BYTES = 20;

/**
 * Throws `RepositoryTooLarge` for an answer whose pack exceeds the limits or lies about its sizes, because isomorphic-git unpacks
 * everything. The format: https://git-scm.com/docs/gitformat-pack
 */
export function checkPack(answer: Uint8Array, limits: PackLimits = LIMITS): void {
  const pack = packIn(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  if (pack.byteLength === 0) return;
  if (pack.byteLength < HEADER_BYTES || pack.toString("latin1", 0, 4) !== "PACK") throw new MalformedPack("No pack");
  const count = pack.readUInt32BE(8);
  if (count > limits.objects) throw new RepositoryTooLarge("The pack has more objects than are looked at.");
  const depths = new Map<number, number>();
  let sum = 0;
  const add = (bytes: number) => {
    sum += bytes;
    if (bytes > limits.objectBytes || sum > limits.bytes)
      throw new RepositoryTooLarge("The pack unpacks to more than is looked at.");
  };
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const start = at;
    const header = readHeader(pack, at);
    add(header.size);
    at = header.until;
    let depth = 0;
    if (header.type === OFS_DELTA) {
      const distance = readDistance(pack, at);
      const base = depths.get(start - distance.value);
      if (base === undefined) throw new MalformedPack("A delta of nothing");
      depth = base + 1;
      at = distance.until;
    } else if (header.type === REF_DELTA) at += OID_BYTES;
    if (depth > limits.deltas)
      throw new RepositoryTooLarge("The pack has more deltas on top of each other than are followed.");
    depths.set(start, depth);
    const { data, read } = inflate(pack.subarray(at), header.size);
    if (header.type === OFS_DELTA || header.type === REF_DELTA) add(madeBy(data));
    at += read;
  }
}

/** Extracts the pack from an answer. The first side band holds the pack, the others progress and errors. */
function packIn(answer: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= answer.byteLength; ) {
    const length = Number.parseInt(answer.toString("latin1", at, at + 4), 16);
    if (Number.isNaN(length)) break;
    if (length > 4 && answer[at + 4] === PACK_BAND) parts.push(answer.subarray(at + 5, at + length));
    at += Math.max(4, length);
  }
  return Buffer.concat(parts);
}

/** Reads type and size: three bits of type and four of size, then seven bits of size per byte, lowest first. */
function readHeader(pack: Buffer, from: number): { type: number; size: number; until: number } {
  let byte = byteAt(pack, from);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  let at = from + 1;
  for (let factor = 16; byte & 128; factor *= 128) {
    byte = byteAt(pack, at);
    size += (byte & 127) * factor;
    at += 1;
    if (size > Number.MAX_SAFE_INTEGER) throw new RepositoryTooLarge("The pack names a size that nothing has.");
  }
  return { type, size, until: at };
}

/** Reads the offset from a delta back to its base. */
function readDistance(pack: Buffer, from: number): { value: number; until: number } {
  let byte = byteAt(pack, from);
  let value = byte & 127;
  let at = from + 1;
  while (byte & 128) {
    byte = byteAt(pack, at);
    value = (value + 1) * 128 + (byte & 127);
    at += 1;
    if (value > Number.MAX_SAFE_INTEGER) throw new MalformedPack("A delta of nothing");
  }
  return { value, until: at };
}

/** Reads the result size of a delta, which follows the size of its base. */
function madeBy(delta: Buffer): number {
  let at = 0;
  let size = 0;
  for (let number = 0; number < 2; number += 1) {
    size = 0;
    for (let factor = 1, byte = 128; byte & 128; factor *= 128) {
      byte = byteAt(delta, at);
      size += (byte & 127) * factor;
      at += 1;
      if (size > Number.MAX_SAFE_INTEGER) throw new RepositoryTooLarge("The pack names a size that nothing has.");
    }
  }
  return size;
}

function inflate(packed: Buffer, size: number): { data: Buffer; read: number } {
  let unpacked: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    // One byte more than the header says, to detect an object that is longer.
    unpacked = inflateSync(packed, { maxOutputLength: size + 1, info: true }) as never;
  } catch (cause) {
    throw new MalformedPack("An object that cannot be unpacked", { cause });
  }
  if (unpacked.buffer.byteLength !== size) throw new MalformedPack("An object of another size than its header says");
  return { data: unpacked.buffer, read: unpacked.engine.bytesWritten };
}

function byteAt(data: Buffer, at: number): number {
  const byte = data[at];
  if (byte === undefined) throw new MalformedPack("The pack ends too early");
  return byte;
}
