/** Says a day or a person by where it was written: 'today', 'this week', the 'me' of 'ask me'. */
const PASSING = new RegExp(
  [
    "\\b(?:today|tonight|tomorrow|yesterday|right now|at the moment)\\b",
    "\\b(?:this|next|last) (?:morning|afternoon|evening|week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b",
    "(?<=\\b(?:ask|call|ping|text|mail|email|message|dm|tell) )me\\b",
    "(?<=\\b(?:send|give|forward|bring) (?:it|them|that|this) to )me\\b",
    "\\b(?:heute|gestern|zurzeit|derzeit|momentan)\\b",
    "\\b(?:diese|nächste|letzte) Woche\\b|\\b(?:diesen|nächsten|letzten) Monat\\b",
    "(?<=\\b(?:frag|fragt|ruf|ruft) )mich\\b|(?<=\\b(?:schick|schickt|gib|gebt|sag|sagt) (?:es |sie |das )?)mir\\b",
  ].join("|"),
  "iu",
);

interface AmbiguousSentence {
  before: string;
  word: string;
  after: string;
}

export function findAmbiguousSentences(sentences: readonly string[]): AmbiguousSentence[] {
  return [...new Set(sentences)].flatMap((marked) => {
    const text = marked.replace(/\*\*|`/g, "");
    const found = PASSING.exec(text);
    if (!found) return [];
    const end = found.index + found[0].length;
    return [{ before: text.slice(0, found.index), word: found[0], after: text.slice(end) }];
  });
}

/** True if a text names a day or a person by where it was written. */
export const hasPassingWords = (text: string): boolean => PASSING.test(text);
