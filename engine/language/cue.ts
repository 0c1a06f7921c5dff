/** Meanings that the engine looks for in a sentence, in every language alike. */
export type Meaning =
  | "asks"
  | "seeks"
  | "greeting"
  | "filler"
  | "closing"
  | "leadIn"
  | "affirms"
  | "acknowledges"
  | "thanks"
  | "confirms"
  | "trouble"
  | "cause"
  | "advice"
  | "step"
  | "rule"
  | "explains"
  | "corrects"
  | "concedes"
  | "yields"
  | "disagrees"
  | "doubts"
  | "seeksAssent"
  | "asksAside"
  | "mayAsk"
  | "condition"
  | "adds"
  | "follows"
  | "refuses"
  | "today"
  | "planning"
  | "social"
  | "announces"
  | "meta"
  | "machine"
  | "technical"
  | "refers";

/** One meaning in one language, as data. */
export interface Cue {
  /** Where in the sentence the words stand: at its beginning, anywhere, at its end, or they are all of it. */
  at: "start" | "anywhere" | "end" | "whole";
  /**
   * Phrases, one a line. `a/b` is one of several words, `fail*` any word that begins so, `_` any one word, `#` one with a digit,
   * `(the)` a word that may be missing.
   */
  words: string;
  /** Sentences that have the meaning, and sentences that look as if they had: `cues.test.ts` tries all of them. */
  matches: string[];
  not: string[];
}

export type Cues = Record<Meaning, Cue>;

/** The vocabulary of one language. */
export interface Language {
  cues: Cues;
  /** Words that carry grammar or manners, not a subject. */
  stopWords: string;
  /** Words whose full stop ends no sentence. */
  abbreviations: string;
  /** Words between which a number with a full stop is an ordinal: "am 3.", "19. Februar". */
  ordinals: { before: string; after: string };
  /** The numbers from two on as words. */
  numbers: string;
  /** Words by which a category of articles is known. */
  categories: Record<string, string>;
}
