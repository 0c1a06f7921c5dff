/** The meanings that the engine recognizes in sentences, in every language. */
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

/** The phrases of one language that show a meaning. */
export interface LanguageCue {
  /** The position of the phrase in the sentence; `whole` if the phrase is the entire sentence. */
  at: "start" | "anywhere" | "end" | "whole";
  /**
   * Phrases, one per line. `a/b`: one of these words. `fail*`: any word with this prefix. `_`: any word. `#`: a word
   * with a digit. `(the)`: an optional word.
   */
  words: string;
  /**
   * Example sentences with the meaning (`matches`), and similar sentences without it. `cues.test.ts` checks all of
   * them.
   */
  matches: string[];
  not: string[];
}

export type LanguageCues = Record<Meaning, LanguageCue>;

/**
 * Parses cues from text. A blank line separates two cues. A cue has a line `meaning: position`, then its phrases, then
 * examples that match (after `+`) and examples that do not (after `-`), separated by ` | `.
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
  /** Grammatical words such as 'the', and polite phrases. They do not show a subject. */
  stopWords: string;
  /** Abbreviations. A full stop after one does not end the sentence. */
  abbreviations: string;
  /** Words before an ordinal number. A full stop after the number does not end the sentence: "im 2. Fach". */
  beforeOrdinal: string;
  /** Words that deny the number after them, or after one more word: "not 7", "nicht über 10". */
  denials: string;
  /** Words for numbers, from two on. */
  numbers: string;
  /** Words that show an article's category, by category. */
  categories: Record<string, string>;
}
