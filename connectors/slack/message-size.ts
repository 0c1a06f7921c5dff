/**
 * The largest size of a message's blocks, in bytes of JSON, that Slack certainly accepts. Slack refuses about 13,200
 * with `msg_blocks_too_long`. The limit is not documented (https://github.com/slackapi/bolt-js/issues/2509).
 */
const MOST_BYTES = 12_000;

/** Returns the first parts that fit into one message together with `others`. */
export function takeFittingParts<Part>(parts: readonly Part[], others: unknown): Part[] {
  let left = MOST_BYTES - bytesOf(others);
  const end = parts.findIndex((part) => {
    left -= bytesOf(part) + 1;
    return left < 0;
  });
  return end < 0 ? [...parts] : parts.slice(0, end);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
