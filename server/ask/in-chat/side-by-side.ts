import { setTimeout as sleep } from "node:timers/promises";

/** Rows that one process works on at the same time. */
const MOST_IN_HAND = 8;
/** Interval for claiming newly due rows while others are still in work. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Works on due rows until none is left, several concurrently, so that a row that waits for a slow model does not hold up others.
 * `claim` returns null when nothing is due. When `takeUp` fails, no more rows are claimed, and the error is thrown at the end.
 */
export async function workSideBySide<Row>(
  claim: () => Promise<Row | null>,
  takeUp: (row: Row) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const inHand = new Set<Promise<void>>();
  const failures: unknown[] = [];
  while (!signal.aborted && failures.length === 0) {
    const row = inHand.size < MOST_IN_HAND ? await claim() : null;
    if (row) {
      const one = takeUp(row)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => inHand.delete(one));
      inHand.add(one);
    } else if (inHand.size > 0) await Promise.race([...inHand, sleep(LOOK_AGAIN_MS)]);
    else return;
  }
  await Promise.all(inHand);
  if (failures.length > 0) throw failures[0];
}
