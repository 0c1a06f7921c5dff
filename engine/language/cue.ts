/** A meaning that the engine recognises in sentences of every language. */
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
  | "stillSays"
  | "yields"
  | "disagrees"
  | "doubts"
  | "seeksAssent"
  | "asksAside"
  | "mayAsk"
  | "condition"
  | "adds"
  | "follows"
  | "elides"
  | "leans"
  | "refuses"
  | "today"
  | "planning"
  | "social"
  | "announces"
  | "meta"
  | "machine"
  | "technical"
  | "oneCase"
  | "refers";

/** The phrases of one meaning in one language. */
export interface LanguageCue {
  /** Position of the phrase in the sentence; `whole`: the sentence is nothing else. */
  at: "start" | "anywhere" | "end" | "whole";
  /**
   * Phrases, one a line. `a/b`: one of these words, `fail*`: any word with this prefix, `_`: any word, `#`: a word with a digit,
   * `(the)`: an optional word.
   */
  words: string;
  /** Example sentences with the meaning, and sentences that only look as if they had it; `cues.test.ts` checks all of them. */
  matches: string[];
  not: string[];
}

export type LanguageCues = Record<Meaning, LanguageCue>;

/**
 * Parses cues from text, separated by blank lines: `meaning: position`, then phrases, then after `+` examples that match and
 * after `-` examples that do not, separated by ` | `.
 */
export function readCues(text: string): LanguageCues {
  const cues = text.split("\n\n").map((block) => {
    const [head = "", ...lines] = block.trim().split("\n");
    const [meaning, at] = head.split(": ");
    const examples = (mark: string) =>
      lines.flatMap((line) => (line.startsWith(mark) ? line.slice(mark.length).split(" | ") : []));
    const words = lines.filter((line) => !/^[+-] /.test(line)).join("\n");
    return [meaning, { at, words, matches: examples("+ "), not: examples("- ") }];
  });
  return Object.fromEntries(cues) as LanguageCues;
}

/** The vocabulary of one language. */
export interface Language {
  cues: LanguageCues;
  /** Function words and polite phrases, which have no subject. */
  stopWords: string;
  /** Abbreviations, whose full stop does not end a sentence. */
  abbreviations: string;
  /** Words after which a number with a full stop is an ordinal: "im 2. Fach". */
  beforeOrdinal: string;
  /** Words that deny the number after them, or after one more word: "not 7", "nicht über 10". */
  denials: string;
  /** Number words from two on. */
  numbers: string;
  /** Words that indicate an article's category. */
  categories: Record<string, string>;
}
