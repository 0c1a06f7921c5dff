import type { SettledState, WritingInput } from "../contract.ts";
import type { CheckedDraft } from "./check.ts";

const BEST = 0.92;
const LEAST = 0.05;
const LESS = {
  unsure: 0.25,
  oneCase: 0.12,
  fairTitle: 0.04,
  badTitle: 0.12,
  partly: 0.08,
  missing: 0.08,
  leftOut: 0.06,
  unread: 0.04,
  notPublished: 0.4,
  cut: 0.3,
} as const;
/** The model's own estimate counts as much as this number of people's decisions. */
const PRIOR = 20;

/**
 * Estimates the probability that people publish the article unchanged, from the check and the workspace's past
 * decisions.
 */
export function estimateConfidence(
  { check, draft, isUnread }: CheckedDraft,
  { settled, isCut, calibration }: { settled: SettledState; isCut: boolean; calibration: WritingInput["calibration"] },
): { confidence: number; doubts: string[] } {
  const replaced = new Set(check.patches.map(({ statement }) => statement));
  const partly = check.partly.filter(({ statement }) => !replaced.has(statement)).length;
  const added = check.patches.filter((patch) => patch.do === "add after").length;
  const missing = Math.max(0, check.missing.length - added);
  const leftOut = draft.leftOut.length;
  const less: [number, string | null][] = [
    [settled === "settled" ? 0 : LESS.unsure, "the chat has not settled it"],
    [check.holds === "in general" ? 0 : LESS.oneCase, "it may hold for one case only"],
    [
      check.title === "good" ? 0 : check.title === "fair" ? LESS.fairTitle : LESS.badTitle,
      check.title === "bad" ? "the title may not be clear" : null,
    ],
    [partly * LESS.partly, "the second reader is not sure of a statement"],
    [missing * LESS.missing, "the second reader misses something that was said"],
    [leftOut * LESS.leftOut, leftOutSentence(draft.leftOut)],
    [isUnread ? LESS.unread : 0, null],
    [check.publish ? 0 : LESS.notPublished, "the second reader would not publish it"],
    [isCut ? LESS.cut : 0, "its conversation was too long to be read whole"],
  ];
  const raw = Math.min(
    BEST,
    Math.max(
      LEAST,
      less.reduce((left, [amount]) => left - amount, BEST),
    ),
  );
  const doubts = less.flatMap(([amount, doubt]) => (amount > 0 && doubt ? [doubt] : []));
  return { confidence: Math.round(calibrated(raw, calibration) * 1_000) / 1_000, doubts };
}

function leftOutSentence(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const why = [...counts].map(([reason, count]) => (count > 1 ? `${reason} (${count} times)` : reason));
  return `${reasons.length === 1 ? "1 statement was" : `${reasons.length} statements were`} left out: ${why.slice(0, 4).join("; ")}`;
}

/** Moves the probability towards the approval rate of articles with a similar probability. */
function calibrated(raw: number, decisions: WritingInput["calibration"]): number {
  const near = decisions.filter(({ chance }) => Math.abs(chance - raw) <= 0.1);
  const approved = near.reduce((sum, one) => sum + one.approved, 0);
  return (raw * PRIOR + approved) / (PRIOR + near.length);
}
