import { randomBytes } from "node:crypto";

let lastMs = 0;
let count = 0;

/**
 * Creates a uuid v7 (RFC 9562, section 6.2, method 1). Ids sort by time of creation, within one process even inside a
 * millisecond. The application creates ids, so that a row's id is known before the row is stored.
 */
export function newId(): string {
  const now = Date.now();
  count = now > lastMs ? 0 : count + 1;
  lastMs = Math.max(lastMs, now) + (count >> 12);
  count &= 0xfff;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the largest id of the time before `moment`: ids created earlier are not larger, ids created later are. */
export function getLastIdBefore(ms: number): string {
  const hex = (ms - 1).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7fff-bfff-ffffffffffff`;
}
