import { setTimeout as sleep } from "node:timers/promises";

/** What one process works on at the same time. */
const MOST_IN_HAND = 8;
/** While some is in hand, what has become due meanwhile is looked for this often. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Takes up what is due until there is nothing more, several at once: what waits for a slow model holds up nothing else.
 * `claim` answers null when nothing is due. A failure of `takeUp` ends the whole, after what is in hand has ended.
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
