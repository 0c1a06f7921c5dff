import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startLlmStandIn } from "../stand-ins/llm/llm-stand-in.ts";
import type { StandIn } from "../stand-ins/stand-in.ts";

/**
 * The name of a stand-in for a language model, in a separate process. The stand-in can be made unavailable and counts its paid
 * answers.
 */

const MODEL = "stand-in-1";
/** The time until an answer, as with a fast model. */
const ANSWERS_AFTER_MS = { least: 80, most: 260 };
/** The duration of a call that hangs, longer than the product's time limit. */
const HANGS_MS = 10 * 60_000;
const DIGITS = 16;

export type MessageToModel = { away: boolean } | { report: true };
export interface ModelReport {
  calls: number;
  /** Complete answers by question, each with the times at which they were sent. */
  paid: [question: string, at: number[]][];
  /** The number of answers whose caller had disconnected. */
  callerGone: number;
  refused: number;
}
export type MessageFromModel = { url: string } | { report: ModelReport };

const tell = (message: MessageFromModel) => process.send?.(message);

async function serve(): Promise<void> {
  let isAway = false;
  let turn = 0;
  const llm = await startLlmStandIn({
    models: [MODEL],
    script: () => {
      turn += 1;
      if (isAway) return turn % 2 ? { status: 503 } : { slowMs: HANGS_MS };
      const { least, most } = ANSWERS_AFTER_MS;
      return { slowMs: least + ((turn * 37) % (most - least)) };
    },
  });
  process.on("message", (message: MessageToModel) => {
    if ("away" in message) isAway = message.away;
    else tell({ report: reportOf(llm) });
  });
  process.on("disconnect", () => process.exit());
  tell({ url: llm.url });
  await sleep(2 ** 31 - 1);
}

function reportOf({ calls }: StandIn): ModelReport {
  const paid = new Map<string, number[]>();
  const report = { calls: 0, callerGone: 0, refused: 0 };
  for (const { method, path, body, status, answeredAt, hasLeft } of calls) {
    if (method !== "POST" || !path.endsWith("/chat/completions")) continue;
    report.calls += 1;
    if (answeredAt === null) continue;
    if (status !== 200) report.refused += 1;
    else if (hasLeft) report.callerGone += 1;
    else paid.set(nameOf(body), [...(paid.get(nameOf(body)) ?? []), answeredAt]);
  }
  return { ...report, paid: [...paid] };
}

/** Returns the whole request as text, without the random marks that enclose the data. */
function nameOf(body: unknown): string {
  const asked = JSON.stringify(body).replace(/data-[0-9a-f]+/g, "data");
  return createHash("sha256").update(asked).digest("hex").slice(0, DIGITS);
}

if (process.send) await serve();
