import type { PageBlock } from "../knowledge-target.ts";

/*
 * Notion permits 100 blocks per array, and 1,000 blocks and 500 KB per request:
 * https://developers.notion.com/reference/request-limits. `MAX_BYTES` leaves space for the rest of the request.
 */
const MAX_TOP_BLOCKS = 100;
const MAX_ALL_BLOCKS = 1_000;
const MAX_BYTES = 450_000;

/** Splits blocks into parts that fit into one request each, in order. Without blocks, returns one empty part. */
export function splitIntoRequests<Block extends Pick<PageBlock, "native">>(blocks: Block[]): Block[][] {
  const requests: Block[][] = [[]];
  let size = { all: 0, bytes: 0 };
  for (const block of blocks) {
    const json = JSON.stringify(block.native);
    const own = { all: countBlocks(block.native), bytes: Buffer.byteLength(json) };
    const isFull =
      requests.at(-1)?.length === MAX_TOP_BLOCKS ||
      size.all + own.all > MAX_ALL_BLOCKS ||
      size.bytes + own.bytes > MAX_BYTES;
    if (isFull) requests.push([]);
    size = isFull ? own : { all: size.all + own.all, bytes: size.bytes + own.bytes };
    requests.at(-1)?.push(block);
  }
  return requests;
}

function countBlocks(native: unknown): number {
  if (typeof native !== "object" || native === null) return 0;
  const { type } = native as { type?: string };
  const content = type ? (native as Record<string, { children?: unknown[] } | undefined>)[type] : undefined;
  return 1 + (content?.children ?? []).reduce<number>((count, child) => count + countBlocks(child), 0);
}
