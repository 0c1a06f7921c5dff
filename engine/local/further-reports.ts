import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isNoise } from "./part-of-sentence.ts";
import { capitalised, polish } from "./polish.ts";
import type { Kept } from "./statements.ts";
import { ofYou } from "./voice.ts";

/** What the asker meets after the first advice, and what is said to it: 'there is no such button', 'it says "lock held"'. */
export interface FurtherReport {
  /** 'If there is no such button:'. */
  lead: string;
  message: number;
  sources: number[];
}

/** How many messages after a report its answer is looked for. */
export const REPORT_REACH = 2;
const LONGEST = 160;

const OPENING = /^(?:(?:ok(?:ay)?|but|hm+|now|and|then|so|well|oh|ah|unfortunately)\b[,\s]*)+/i;
/** What is met, told of the thing: nobody's doing, and not of the past. */
const MEETS =
  /^(?:it|nothing|there|the (?:[\w-]+ ){1,4}?|my (?:[\w-]+ ){1,3}?|no (?:[\w-]+ ){1,3}?)\s?(?:['’]s no\b|is no\b|are no\b|isn['’]?t\b|is not\b|says?\b|shows?\b|complains?\b|asks?\b|gives?\b|throws?\b|fails?\b|hangs?\b|doesn['’]?t\b|does not\b|won['’]?t\b|can['’]?t\b|cannot\b|keeps?\b|refuses?\b)/i;
const QUOTED = /"[^"]{4,80}"|“[^”]{4,80}”|`[^`]{4,120}`/;
/** The same as before: the advice did not help, which is told elsewhere. */
const AS_BEFORE = /\b(?:still|same|again|neither|either)\b/i;
const AT_THE_END = /(?:\s+(?:for me|here|on my (?:side|end)|now|either|though))+$/i;

/** What the asker meets after an answer, as the case in which the next answer holds; null where the sentence tells no such thing. */
export function furtherReport(piece: JoinedSentence, names: string[]): FurtherReport | null {
  const { acts, text, message, sources } = piece;
  if (acts.question || acts.thanks || acts.confirmation || acts.agreement || isNoise(piece)) return null;
  const said = polish(text, names)
    .replace(OPENING, "")
    .replace(/[\s.!:…]+$/, "")
    .replace(AT_THE_END, "");
  if (said.length > LONGEST || /[.!?] \p{Lu}/u.test(said)) return null;
  const lead = leadOf(said, acts.symptom);
  return lead === null ? null : { lead, message, sources };
}

function leadOf(said: string, isTrouble: boolean): string | null {
  const bare = said.replace(QUOTED, "");
  if (MEETS.test(said) && !AS_BEFORE.test(bare)) {
    const told = ofYou(said);
    return `If ${told.charAt(0).toLowerCase()}${told.slice(1)}:`;
  }
  const quoted = QUOTED.exec(said)?.[0];
  return quoted && isTrouble ? `If it says ${quoted}:` : null;
}

/** Whether the asker only answers what a helper asked back. */
export function isReply(piece: JoinedSentence, before: readonly Joined[], conversation: ParsedConversation): boolean {
  const author = conversation.messages[piece.message]?.author;
  const last = before.findLast((other) => conversation.messages[other.message]?.author !== author);
  return last?.form === "sentence" && last.acts.question;
}

/** Each case with the sentence that is told of it; a case of which nothing is told goes. */
export function withCases(kept: Kept[]): Kept[] {
  return kept.flatMap((item, place): Kept[] => {
    const before = kept[place - 1];
    if (before?.isCase && item.form === "sentence" && isOf(before, item)) return [ofCase(before, item)];
    const next = kept[place + 1];
    return item.isCase && !(next?.form === "code" && isOf(item, next)) ? [] : [item];
  });
}

/** 'Because' and 'then' go on from what the case says now. */
function ofCase({ text, messages }: Kept, told: Kept): Kept {
  const said = capitalised(told.text.replace(/^(?:because|then|so)[, ]\s*(?=\S+ \S)/i, ""));
  // A branch of a procedure is told in its turn.
  return { ...told, isStep: true, text: `${text} ${said}`, messages: [...new Set([...messages, ...told.messages])] };
}

const isOf = (asked: Kept, told: Kept) =>
  !told.isCase && told.messages.some((message) => asked.messages.includes(message));
