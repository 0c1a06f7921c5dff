import { contentWordsOf, stem } from "./words.ts";

export type Part = "question" | "symptom" | "context" | "cause" | "fix" | "explanation";

/** Something worth keeping, with the part it plays. */
export interface Kept {
  part: Part;
  form: "sentence" | "code";
  text: string;
  language: string | null;
  /** Positions of the messages it cites. */
  messages: number[];
  author: string;
  isStep: boolean;
  listed: boolean;
  /** How much an article would miss it. */
  salience: number;
  stems: Set<string>;
  /** Said right before the asker confirmed that it worked. */
  confirmed: boolean;
  /** It answers this later question of the asker, not the first one. */
  alsoAsked: AlsoAsked | null;
  /** Names the case in which what follows it holds: 'If there is no such button:'. */
  isCase: boolean;
  /** An article needs it, whatever its wording; see `worth-keeping.ts`. */
  isSure: boolean;
  /** Its place among the joined sentences of the conversation; -1 for what was put together from several. */
  at: number;
}

/** A question that is added when the first is answered. */
export interface AlsoAsked {
  text: string;
  message: number;
  author: string;
  /** Nothing is asked, but the answer depends on it. */
  isCase: boolean;
}

/** Two people who contradict each other and did not settle it. */
export interface Contradiction {
  first: Kept;
  second: Kept;
}

export interface Selection {
  kept: Kept[];
  contradictions: Contradiction[];
}

export const ANSWERS: ReadonlySet<Part> = new Set<Part>(["cause", "fix", "explanation"]);

/** What answers the first question, without what was asked later on. */
export function answersOf(kept: Kept[]): Kept[] {
  return kept.filter((item) => ANSWERS.has(item.part) && item.alsoAsked === null);
}

/** Words and numbers that tell whether two statements speak of the same. */
export function subjectOf(text: string): Set<string> {
  return new Set([...contentWordsOf(text).map((word) => stem(word)), ...(text.match(/\d{2,}/g) ?? [])]);
}

export function sharedWith(stems: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of stems) if (others.has(word)) shared++;
  return shared;
}

export function sentence(
  item: Pick<Kept, "part" | "text" | "messages" | "author"> & Partial<Omit<Kept, "form" | "language">>,
): Kept {
  return {
    form: "sentence",
    language: null,
    isStep: false,
    listed: false,
    salience: 1,
    stems: subjectOf(item.text),
    confirmed: false,
    alsoAsked: null,
    isCase: false,
    isSure: false,
    at: -1,
    ...item,
  };
}
