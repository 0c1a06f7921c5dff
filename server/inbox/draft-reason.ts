/** Facts about a draft that tell a person how far to trust it. */
export interface DraftFacts {
  /** 0 to 1. */
  confidence: number;
  /** Why the conversation was kept, in the engine's words. */
  reasons: string[];
  /** Why it is no published article. */
  stateReason: string | null;
  form: "excerpt" | "written";
}

/** The stored reason of every draft that is not sure enough, of this release and of those before. */
const NOT_SURE_ENOUGH = /^(?:(?:Lorekeep|The engine) is not sure of it|Articles that the engine is not sure of are)/;
/** Releases before went on with ', or the person who asks tells on'. */
const SEVERAL = /^several people explain\b/;

/** The reason why a draft waits: its confidence, and who answered and confirmed; a more special reason goes before. */
export function explainDraft({ confidence, reasons, stateReason, form }: DraftFacts): string {
  const special = stateReason && !NOT_SURE_ENOUGH.test(stateReason) ? `${stateReason} ` : "";
  const known = form === "excerpt" ? whoAnswered(reasons) : reasons.join("; ");
  return `${special}${Math.round(confidence * 100)} % sure${known && `: ${known}`}.`;
}

function whoAnswered(reasons: string[]): string {
  const answered = reasons.some((reason) => SEVERAL.test(reason)) ? "several people explain" : "one person explains";
  if (reasons.includes("confirmed to work")) return `${answered}, and it was confirmed to work`;
  if (reasons.includes("thanked")) return `${answered}, there were thanks, and nobody confirmed it`;
  return `${answered}, and nobody confirmed it`;
}
