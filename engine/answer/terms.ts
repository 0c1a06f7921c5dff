import { stemmer } from "stemmer";

/** Grammatical words such as 'the', and phrases for asking. The other words of a question are its subject. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any anybody anyone anything are aren't around as ask at be because been before being but by can
can't cannot could couldn't did didn't do does doesn't doing don't each either else ever every for from get gets getting give gives go going
got had has have having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its just know like make makes many may me
might mine most much must my need needs no not now of off on one only or other our ours out over own per please same say says shall she should
so some somebody someone something such tell than that that's the their theirs them then there there's these they they're thing things this those
through to too up upon us use used using very via want wants was wasn't way we we're well were weren't what what's when where where's which
while who who's whom whose why will with without won't would wouldn't yes you you'd you'll you're you've your yours does anybody know called
new first come comes take takes mean means happen happens happened work works s`
    .split(/\s+/)
    .filter(Boolean),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#.-]*/gu;

/** The terms of a text in their order: lower case, without accents, stemmed, without stop words. */
export const extractTerms = (text: string): string[] => buildTerms(splitIntoWords(text));

/** Does the same as `extractTerms` from words that `splitIntoWords` has already returned. */
export function buildTerms(words: string[]): string[] {
  const terms: string[] = [];
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue;
    terms.push(stemOf(word));
    // The parts of a compound are terms too, so that 'build' and 'server' find 'build-server'.
    const parts = word.split(/[._+#'-]+/).filter((part) => part.length > 1);
    if (parts.length > 1) for (const part of parts) if (!STOP_WORDS.has(part)) terms.push(stemOf(part));
  }
  return terms;
}

/**
 * A phrase such as 'What number do I call' names the kind of answer. Answers do not repeat its words, so they are
 * removed.
 */
const ASKED_NUMBER = /\b(?:what|which) (?:number|amount)\b(?= (?:do|does|did|can|may|must|should|shall|will|to)\b)/gi;

/** The distinct terms of a question; its stop words if it contains nothing else. */
export function extractQuestionTerms(question: string): string[] {
  const terms = [...new Set(extractTerms(question.replace(ASKED_NUMBER, " ")))];
  return terms.length > 0 ? terms : [...new Set(splitIntoWords(question).map(stemOf))];
}

/** Lower-case words without accents, possessive endings and final stops. */
export function splitIntoWords(text: string): string[] {
  const words: string[] = [];
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const [match] of plain.matchAll(WORD)) {
    const word = match
      .replace(/[’]/g, "'")
      .replace(/'s$/, "")
      .replace(/[.'_-]+$/, "");
    if (word) words.push(word);
  }
  return words;
}

/** Longer words are hashes or paths. The first characters are enough to find them. */
const LONGEST_TERM = 40;

const stemOf = (word: string) => (/^[a-z]+$/.test(word) ? stemmer(word) : word).slice(0, LONGEST_TERM);

/** The kind of answer that a question asks for. */
export type QuestionKind = "who" | "when" | "where" | "how-many" | "how" | "why" | "what";

const KINDS: [QuestionKind, RegExp][] = [
  [
    "how-many",
    /\bhow (?:many|much|long|old|often|far|big|large|tall|high|fast|late|soon)\b|\bwhat (?:number|percentage|amount|size|limit|port|price)\b/i,
  ],
  ["when", /\bwhen\b|\bwhat (?:year|date|day|month|time)\b|\bwhich (?:year|date|day|month)\b|\bby when\b/i],
  ["where", /\bwhere\b|\bwhat (?:city|country|state|place|location|channel|folder)\b|\bin which\b/i],
  ["who", /\bwho(?:m|se)?\b|\bwhat person\b|\bwhich (?:person|team)\b/i],
  ["why", /\bwhy\b|\bhow come\b|\bwhat (?:causes?|reason)\b|\bpurpose of\b/i],
  ["how", /\bhow\b|\bway to\b|\bsteps? to\b/i],
];

export function classifyQuestion(question: string): QuestionKind {
  return KINDS.find(([, said]) => said.test(question))?.[0] ?? "what";
}

const MONTH =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?s?|tue(?:sday)?s?|wed(?:nesday)?s?|thu(?:rsday)?s?|fri(?:day)?s?|saturdays?|sundays?|morning|evening|noon|midnight|today|tomorrow|yesterday|weekly|daily|monthly|quarter|spring|summer|autumn|winter|century)\b/i;
const YEAR = /\b(?:1\d|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]\.?m\b/i;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|once|twice|several)\b/i;
const NAME = /(?<![.!?]\s|^)\b\p{Lu}[\p{L}'’-]+/u;
const PLACE = /\b(?:in|at|on|from|near|under|between|into|along|to|inside|within)\s+(?:the\s+)?(?:\p{Lu}|#|`|\/)/u;
const CAUSE =
  /\b(?:because|since|due to|caused?|reason|so that|in order to|therefore|as a result|thus|leads? to|purpose|to (?:avoid|prevent|allow|keep|protect|make sure))\b/i;
const STEP =
  /\b(?:by \w+ing|first|then|next|after|click|run|open|set|use|using|must|need to|have to|should|go to|ask)\b|`/i;

/**
 * Whether a sentence contains the kind of answer that the question asks for, such as a time for 'when'. Returns null
 * for kinds that no pattern can detect.
 */
export function matchesAnswerKind(kind: QuestionKind, sentence: string): boolean | null {
  if (kind === "when") return MONTH.test(sentence) || YEAR.test(sentence);
  if (kind === "how-many") return NUMBER.test(sentence);
  if (kind === "who") return NAME.test(sentence) || /@/.test(sentence);
  if (kind === "where") return PLACE.test(sentence);
  if (kind === "why") return CAUSE.test(sentence);
  if (kind === "how") return STEP.test(sentence);
  return null;
}
