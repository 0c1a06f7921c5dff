import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

/** Longer lines are refused, because they would fill the memory. */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024;
const LINE_END = 0x0a;

export type ReadLine = { value: unknown } | { error: string };

/**
 * Yields each line of the input as JSON. Lines end at a newline only, because JSON may contain other line separators. Empty
 * lines are skipped.
 */
export async function* readJsonLines(input: Readable): AsyncGenerator<ReadLine> {
  for await (const line of linesOf(input)) {
    if (line === null) {
      yield { error: "This line is too long to be read." };
      continue;
    }
    const text = line.toString("utf8").replace(/^\uFEFF/, "");
    if (!text.trim()) continue;
    let read: ReadLine;
    try {
      read = { value: JSON.parse(text) };
    } catch {
      read = { error: "This line is not JSON." };
    }
    yield read;
  }
}

/** Yields lines as bytes; null for a line that is too long. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size > LONGEST_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  const take = () => {
    const line = size > LONGEST_LINE_BYTES ? null : Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(chunk.subarray(start));
  }
  if (size) yield take();
}

/** Writes one value as a line. Waits for a slow reader. */
export async function writeJsonLine(output: Writable, value: unknown): Promise<void> {
  if (!output.write(`${JSON.stringify(value)}\n`)) await once(output, "drain");
}
