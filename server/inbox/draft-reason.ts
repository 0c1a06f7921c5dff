/** Facts about a draft that tell a person how far to trust it. */
export interface DraftFacts {
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

/** Words for what makes the engine doubt a conversation. */
const DOUBTS: Record<string, string> = {
  "mostly dates and meetings": "much of it is dates and meetings",
  "build or bot messages": "much of it comes from bots",
  "plans or work in progress": "it tells of plans or work in progress",
  "small talk": "much of it is small talk",
};

/**
 * The reason why a draft waits: who answered and confirmed, and what makes it doubtful; a more special reason goes before.
 * Contains no percentage: it also counts what no sentence can say, so it would contradict these words.
 */
export function explainDraft({ reasons, stateReason, form }: DraftFacts): string {
  const special = stateReason && !NOT_SURE_ENOUGH.test(stateReason) ? `${stateReason} ` : "";
  const doubts = reasons.flatMap((reason) => DOUBTS[reason] ?? []);
  const known = (form === "excerpt" ? [whoAnswered(reasons), ...doubts] : reasons).join("; ");
  return known === "" ? special.trim() || "Lorekeep is not sure of it." : `${special}${capitalise(known)}.`;
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function whoAnswered(reasons: string[]): string {
  const answered = reasons.some((reason) => SEVERAL.test(reason)) ? "several people explain" : "one person explains";
  if (reasons.includes("confirmed to work")) return `${answered}, and it was confirmed to work`;
  if (reasons.includes("thanked")) return `${answered}, there were thanks, but ${UNCONFIRMED}`;
  return `${answered}; ${UNCONFIRMED}`;
}

/** Rules know some words for it, and chat has others: it does not follow that nobody confirmed it. */
const UNCONFIRMED = "no clear confirmation was found";
