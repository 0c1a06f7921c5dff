import { ApiError } from "../../api/client.ts";
import type { DecisionResult } from "../../api/inbox.ts";

/** The server accepts more, but smaller parts show progress. */
const AT_ONCE = 20;
export const NO_ANSWER = "The server did not answer.";

/** Sends the items in parts. A part that fails as a whole counts as a failure of each of its items. */
export async function sendInParts<One>(
  all: readonly One[],
  idOf: (one: One) => string,
  ask: (part: One[]) => Promise<{ results: DecisionResult[] }>,
  onProgress: (progress: { done: number; total: number } | null) => void,
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  const total = all.length;
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", askFirst);
  for (let start = 0; start < total; start += AT_ONCE) {
    if (total > 1) onProgress({ done: start, total });
    const part = all.slice(start, start + AT_ONCE);
    try {
      results.push(...(await ask(part)).results);
    } catch (error) {
      const message = error instanceof ApiError ? error.explanation : NO_ANSWER;
      results.push(...part.map((one) => ({ id: idOf(one), outcome: "failed" as const, message, undo: null })));
    }
  }
  window.removeEventListener("beforeunload", askFirst);
  onProgress(null);
  return results;
}
