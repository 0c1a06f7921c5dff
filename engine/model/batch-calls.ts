import { MAX_MATTERS_PER_CALL } from "../contract.ts";

/**
 * Puts the items into as few calls as their sizes allow, and makes one call after the other. Returns the results in the
 * items' order.
 */
export async function runInBatches<Item, Result>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  most: { input: number; items: number },
  ask: (some: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const calls: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const call = calls.at(-1);
    if (call && call.length < Math.min(MAX_MATTERS_PER_CALL, most.items) && size <= left) call.push(item);
    else {
      calls.push([item]);
      left = most.input;
    }
    left -= size;
  }
  const results: Result[] = [];
  for (const call of calls) results.push(...(await ask(call)));
  return results;
}
