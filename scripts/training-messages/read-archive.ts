import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/** Returns the text files of a `.tar.gz` by path. Gzipped files inside are decompressed too. */
export function readArchive(path: string): Map<string, string> {
  const bytes = gunzipSync(readFileSync(path));
  const files = new Map<string, string>();
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const name = fieldOf(bytes, at, 100);
    if (!name) break;
    const size = Number.parseInt(fieldOf(bytes, at + 124, 12), 8) || 0;
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (name.endsWith(".gz")) files.set(name.slice(0, -3), gunzipSync(content).toString("utf8"));
    else if (size > 0) files.set(name, content.toString("utf8"));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function fieldOf(bytes: Buffer, at: number, length: number): string {
  const text = bytes.toString("latin1", at, at + length);
  const end = text.indexOf("\0");
  return (end === -1 ? text : text.slice(0, end)).trim();
}
