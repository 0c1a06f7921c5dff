import { describe, expect, it } from "vitest";
import type { LanguageCue } from "./cue.ts";
import { LANGUAGES } from "./meanings.ts";
import { PhraseList, splitIntoTokens } from "./phrases.ts";

const rows = Object.entries(LANGUAGES).flatMap(([code, { cues }]) =>
  Object.entries(cues).map(([meaning, cue]): [string, LanguageCue] => [`${code} ${meaning}`, cue]),
);

describe("the words of each language", () => {
  it.each(rows)("%s matches its examples and no sentence that only looks similar", (_, cue) => {
    const phrases = new PhraseList(cue);
    const isIn = (sentence: string) => phrases.isIn(splitIntoTokens(sentence));
    expect(cue.matches.length).toBeGreaterThan(0);
    expect(cue.matches.filter((sentence) => !isIn(sentence))).toEqual([]);
    expect(cue.not.filter(isIn)).toEqual([]);
  });

  it("has the same meanings in each language, at the same position of the sentence", () => {
    const [first, ...others] = Object.values(LANGUAGES).map(({ cues }) =>
      Object.entries(cues).map(([meaning, { at }]) => `${meaning}: ${at}`),
    );
    for (const other of others) expect(other.toSorted()).toEqual(first?.toSorted());
  });

  it("finds phrases with an optional word, with alternative words and with a prefix", () => {
    const phrases = new PhraseList({ at: "anywhere", words: "does/do anyone (here) know\nfail*" });
    const found = ["so does anyone here know", "do anyone know", "it failed", "does he know"].map((sentence) =>
      phrases.isIn(splitIntoTokens(sentence)),
    );
    expect(found).toEqual([true, true, true, false]);
  });
});
