import { ReadableStream } from "node:stream/web";
import { setImmediate } from "node:timers/promises";
import { TooLarge } from "../../connectors/errors.ts";

const PIECE_BYTES = 8 * 1024;
/** The largest number of bytes in one line: several times the longest answer that a server sends in one line. */
const MOST_LINE_BYTES = 1024 * 1024;
/** The largest number of bytes read of an error response, which begins with its reason. */
const MOST_REFUSAL_BYTES = 64 * 1024;
const NEWLINE = 10;

type Body = NonNullable<ConstructorParameters<typeof Response>[0]>;

/**
 * Passes answers on in small pieces, with other work in between. The providers' packages parse everything that has arrived at
 * once, so a server that sends megabytes would block the process for seconds.
 */
export function paceResponses(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.body) return answer;
    const pieces = ReadableStream.from(answer.ok ? withinLines(answer.body) : beginningOf(answer.body));
    return new Response(pieces as unknown as Body, answer);
  };
}

async function* withinLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let lineBytes = 0;
  for await (const piece of inPieces(body)) {
    const newline = piece.lastIndexOf(NEWLINE);
    lineBytes = newline < 0 ? lineBytes + piece.byteLength : piece.byteLength - newline;
    if (lineBytes > MOST_LINE_BYTES)
      throw new TooLarge("A part of the answer is larger than 1 MB.", { mayHaveHappened: true });
    yield piece;
  }
}

async function* beginningOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = MOST_REFUSAL_BYTES;
  for await (const piece of inPieces(body)) {
    yield piece.subarray(0, left);
    left -= piece.byteLength;
    if (left <= 0) return;
  }
}

async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body)
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
      await setImmediate();
      yield chunk.subarray(at, at + PIECE_BYTES);
    }
}
