import { setImmediate } from "node:timers/promises";

/** Returns the outcome of the work, and the number of event-loop turns until then. */
export async function countEventLoopTurns<Result>(
  work: Promise<Result>,
): Promise<{ outcome: Result | Error; turns: number }> {
  let isOver = false;
  const outcome = work.catch((error: Error) => error).finally(() => (isOver = true));
  for (let turns = 0; ; turns += 1) {
    if (isOver) return { outcome: await outcome, turns };
    await setImmediate();
  }
}
