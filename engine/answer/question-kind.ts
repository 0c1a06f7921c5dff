/** What kind of answer a question asks for. */
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

export function kindOfQuestion(question: string): QuestionKind {
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

/** Whether a sentence has what such a question asks for; null where that cannot be told. */
export function hasWhatIsAsked(kind: QuestionKind, sentence: string): boolean | null {
  if (kind === "when") return MONTH.test(sentence) || YEAR.test(sentence);
  if (kind === "how-many") return NUMBER.test(sentence);
  if (kind === "who") return NAME.test(sentence) || /@/.test(sentence);
  if (kind === "where") return PLACE.test(sentence);
  if (kind === "why") return CAUSE.test(sentence);
  if (kind === "how") return STEP.test(sentence);
  return null;
}
