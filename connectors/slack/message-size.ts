/**
 * The size of a message's blocks as JSON, in bytes, that Slack certainly accepts. It refuses about 13,200 with
 * `msg_blocks_too_long`, which is undocumented (https://github.com/slackapi/bolt-js/issues/2509).
 */
const MOST_BYTES = 12_000;

/** The first parts that fit into one message together with `others`. */
export function takeFittingParts<Part>(parts: readonly Part[], others: unknown): Part[] {
  let left = MOST_BYTES - bytesOf(others);
  const end = parts.findIndex((part) => {
    left -= bytesOf(part) + 1;
    return left < 0;
  });
  return end < 0 ? [...parts] : parts.slice(0, end);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
