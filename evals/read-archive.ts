import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/** The files of a `.tar.gz` as text by path; a `.gz` inside is unpacked and loses its ending. */
export function readArchive(path: string): Map<string, string> {
  const bytes = gunzipSync(readFileSync(path));
  const files = new Map<string, string>();
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const field = (start: number, end: number) =>
      bytes
        .subarray(at + start, at + end)
        .toString("latin1")
        .replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 136).trim(), 8) || 0;
    const name = [field(345, 500), field(0, 100)].filter(Boolean).join("/").replace(/^\.\//, "");
    const kind = field(156, 157);
    if (kind === "" || kind === "0") {
      const body = bytes.subarray(at + BLOCK, at + BLOCK + size);
      const packed = name.endsWith(".gz");
      files.set(packed ? name.slice(0, -3) : name, (packed ? gunzipSync(body) : body).toString("utf8"));
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
