/**
 * Bytes of a message's blocks as JSON that Slack takes for certain: it refuses some 13,200 with `msg_blocks_too_long`, which it
 * does not document (https://github.com/slackapi/bolt-js/issues/2509).
 */
const MOST_BYTES = 12_000;

/** The first of them that fit into one message beside `others`. */
export function fitting<Part>(parts: readonly Part[], others: unknown): Part[] {
  let left = MOST_BYTES - bytesOf(others);
  const end = parts.findIndex((part) => {
    left -= bytesOf(part) + 1;
    return left < 0;
  });
  return end < 0 ? [...parts] : parts.slice(0, end);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
