import { matterWordsOf } from "./matter-words.ts";
import { capitalised } from "./polish.ts";
import { stem } from "./words.ts";

/** Whom a title speaks of as long as it is of everybody. */
const PARTY = "customer|client|guest|patient|tenant|member|supplier|vendor|buyer|user|caller|pupil|student|parent";
const PLACE =
  "scanner|room|table|bin|unit|ticket|guest|order|patient|flat|apartment|booth|truck|bus|van|tour|case|file|invoice|shipment|parcel|booking|handheld|till|laptop|seat|bay|car park|ward|clinic|station|chamber|dock door";
const DAYS = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

/** What belongs to one case and to no other: its number, its place, its sum, its day. Words go, hardly any come. */
const OF_ONE_CASE: [RegExp, string][] = [
  [
    /^(?:buongiorno|bonjour|salut|moin|servus|hallo|ciao|hola|bom dia|buenos d[ií]as|morning|quick one|(?:third|fourth|second) one this morning|payroll|finance|everyone|btw|even worse)(?:,|!|:)\s+(?=\p{L})/iu,
    "",
  ],
  [/^(?:colleagues|team|folks|all(?: \p{L}+s)?|people|dear \p{L}+)(?:,|:|(?= from))\s*(?=\p{L})/iu, ""],
  [/^(?:order|ticket|case|invoice)(?: [A-Z-]*\d[\d-]*)?, (?=[\p{L}\d])/iu, ""],
  [
    /^(?:(?:i|you|we) )?(?:just )?started (?:on |last |this )?\p{L}+(?: (?:in|at|with) [^,]{3,25})?, (?=\p{L}|\d)/iu,
    "",
  ],
  [
    /^(?:from|as of|starting) (?:(?:mon|tue|wed|thu|fri|sat|sun)\p{L}* )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? \p{Lu}\p{L}+|\p{Lu}\p{L}+ \d{1,2}(?:st|nd|rd|th)?|today|tomorrow|now on)[,:]? (?=\p{L})/iu,
    "",
  ],
  [/\s+(?:today|yesterday|this morning|last night)(?= (?:in|at|on|from|with)\b)/gi, ""],
  [/^(?:(?:i|you|we) )?(?:just )?got an? (?=[£$€\p{L}]\S* \S)/iu, ""],
  [/^[£$€]\d[\d.,]* (?=\p{L})/u, ""],
  [/^since (?:i|we|you) [^,]{3,40}? (?=(?:nobody|nothing|everything|everybody) )/iu, ""],
  [
    /, (?:some(?:one|body)|\p{Lu}\p{Ll}+|(?:he|she|they)) (?:did(?:n['’]t| not)|forgot|left|has|had|used to|always|normally)\b[^,?]*(?=\?|$)/gu,
    "",
  ],
  [/^\d{1,5}(?:,\d{3})* (?=(?!of\b|days?\b|hours?\b|weeks?\b|months?\b|minutes?\b)\p{Ll}+s\b)/u, ""],
  [/^(?:#(?:\p{Lu}{1,4}-?)?\d[\d-]*\d[,:]?|(?:order |ticket )?\p{Lu}{2,4}-\d{4,}[,:])\s+(?=\p{L}{3})/u, ""],
  [
    new RegExp(
      `^(?:${PLACE}) #?\\d[\\d-]*,? (?=\\p{Ll}{3})(?!(?:is|has|says?|shows?|hangs?|gives?|does|stops?|keeps?|cannot|can't|won't|system)\\b)`,
      "iu",
    ),
    "",
  ],
  [new RegExp(`\\s+(?:in|on|for|at|from) (?:${PLACE}) (?:no\\.? )?#?\\d[\\d-]*(?=[\\s,:?]|$)`, "giu"), ""],
  [
    /,?\s+(?:for the )?(?:second|third|fourth|fifth|\d+(?:nd|rd|th)) (?:day|time|one|week) (?:running|in a row|this (?:morning|week|shift|month))\b.*$/i,
    "",
  ],
  [/,\s+always\b.*$/i, ""],
  [/,\s+(?:the )?(?:oldest|newest|latest|first|last|some|most|half)(?: one)? (?:is|are|was|were)\b[^,?]*$/i, ""],
  [/\s+on the \d+(?:st|nd|rd|th)(?=[\s,?]|$)/g, ""],
  [/\s+(?:of|in|for|during) the (?:last|past) (?:(?:\d+|few|two|three) )?(?:days?|weeks?|hours?|months?)\b/gi, ""],
  [/\s+(?:actually|though)(?=\?|$)/gi, ""],
  [/\b(how|what|when|where|which|who) (?:exactly|actually|really) /i, "$1 "],
  [/(?<=\S)\s+(?:once )?again(?=\s|[,:.?]|$)(?! and again)/gi, ""],
  [/\s*\((?=[^()]*\d)[€$£]?[^()]*[€$£][^()]*\)|\s*\([€$£]?\d[\d.,]*[€$£]?\)|\s*\(was \d+\)/g, ""],
  [
    new RegExp(
      `\\b(${PLACE})\\s+(?:no\\.?\\s*)?#?(?:\\p{Lu}+-)?\\d[\\d-]*(?:-\\p{Lu}-?\\d*)?(?=[\\s,:?]|$)(?! ?(?:rows?|items?|%|days?))`,
      "giu",
    ),
    "$1",
  ],
  [/\s+in\s+\d{3}(?=\s|[,?]|$)/g, ""],
  [
    new RegExp(
      `\\b(?:our|one of (?:our|my|the)|this) (${PARTY})(?=s?\\b)(?! (?:portal|account|service|number|database|care)\\b)`,
      "giu",
    ),
    "$1",
  ],
  [
    /\b(?:an? |the |this |some )?(?:old )?(?:lady|guy|chap|bloke|fella|gentleman)(?= (?:is|was|has|wants?|says?|said|asks?|needs?|returned|ordered|bought|called)\b)/gi,
    "customer",
  ],
  [
    new RegExp(
      `\\b(${PARTY}) \\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?(?= (?:is|was|has|wants?|says?|asks?|needs?|gets?|cannot|can't)\\b)`,
      "giu",
    ),
    "$1",
  ],
  [
    new RegExp(
      `^(?:${PARTY}|somebody|someone) (?:is |was )?(?:ask(?:s|ing)|wants to know|wondering) (?:me )?(?:if|whether)?\\s*(?:(?:s?he|they) )?(?=can |is |are |does |do |how |what |when |where )`,
      "iu",
    ),
    "",
  ],
  [
    /,?\s+(?:since|from) (?:this|last|yesterday|today)\b(?:'s)?(?: (?:morning|night|week|afternoon|evening|month)\b)?(?!['’ ]|s\b)/gi,
    "",
  ],
  [new RegExp(`,?\\s+(?:since|from|until|till) (?:last )?${DAYS}(?=[,?]|$)`, "gi"), ""],
  [/^(?:since|as of) (?:this|last) (?:morning|night|week|afternoon|month),?\s+/i, ""],
  [new RegExp(`^(?:tomorrow|today|yesterday|on ${DAYS}|next week)\\s+(?=\\d|\\p{Ll})`, "iu"), ""],
  [
    new RegExp(
      `\\s+(?:today|yesterday|tonight|tomorrow|this morning|right now|just now|at the moment|(?:on |next |this |last )?${DAYS}(?: (?:morning|afternoon|evening|night))?|next week)(?=[,?]|$)`,
      "gi",
    ),
    "",
  ],
  [/^\d+ (?=(?:people|persons|visitors|customers|guests|users|pupils) )/i, ""],
  [/,\s+\d+ (?:ppl|people|pcs|pieces|persons?)$/i, ""],
  [/,?\s+(?:please|pls|then|anyway|btw|lol|mate|sir|what now)(?=\?|$)/gi, ""],
  [
    new RegExp(
      `,\\s+(?:s?he|they|(?:the |my |our )?(?:${PARTY}|boss|manager|driver)s?) (?:says?|said|wants?|is|are|claims?|swears?|promised|told|panics?|waits?|insists?|keeps?|complains?)\\b[^,]*(?=\\?|$)`,
      "giu",
    ),
    "",
  ],
  [/\s+\((?:attached|see (?:below|above|attached|link|pic|screenshot)|pic|screenshot)\)/gi, ""],
  [/\b(refund|tell|help|charge|pay|ask|call|answer|send|ring|invite|give|reimburse) (?:her|him|them)(?=\?|$)/gi, "$1"],
];

/** Said another way, with the same words. */
const SAID_SHORTER: [RegExp, string][] = [
  [/^((?:i|you|we) )?(?:go|travel|fly|drive) to (?:an? |the )?(?=[^:]{4,50}: )/i, ""],
  [/(?<=\S \S+),? (what|when|where) do (?:you|i|we) have to (?=\p{Ll})/iu, ": $1 to "],
  // "#12-08 is asking for his deposit back"
  [
    new RegExp(
      `^(?!(?:an? |the |\\S+ )?(?:${PARTY})s?\\b)\\S+(?: \\S+)?(?: is| are)? (?:asks?|asking) for (?:his|her|their) (?=\\p{L}{3})`,
      "iu",
    ),
    "",
  ],
  [/\bto (send|give|tell|show|bring) you(?=\?|$)/gi, "to $1"],
  [/^how was it (?:again )?that (?:you|we|one|i) (?=\p{Ll})/iu, "how to "],
  [/^how did (?:you|we) (?:do|handle) (?:that|this|it)(?: again)? with (?=\p{Ll})/iu, "what to do with "],
  [/^how did (?:you|we) (\p{Ll}.+?) (?:last time|again|back then)(?:,.*)?\??$/iu, "how to $1"],
  [/^(?:you are|you['’]re|i am|i['’]?m) new\b[^,?]*, (?=(?:when|how|what|where|which|who|do|can|is|are)\b)/iu, ""],
  [/^(?:trying|need|want|wanting|looking|having) to (?!know\b|be\b|get in\b|ask\b)(?=\p{Ll})(?!.*[,?])/iu, "how to "],
  [
    /^(?:you|we|i) (?:no longer (?:have|see|get)|don['’]t (?:have|see) (?:any|the|an?)(?: more)?|have no(?: more)?|lost) (?:the |an? |any )?(?=\p{L})(?!.*[,?])/iu,
    "no ",
  ],
  [/^[Ii]n (\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+)?),? (?=(?:the|a|an|my|our|your)\b)/u, "$1: "],
  // "They imported 1,900 contacts and every birthday is wrong"
  [
    /^(?:they |he |she |we |i |you )?(?:have |has )?(\p{L}+ed) (?:\d[\d,.]* |the |an? |my |our |your |their )?((?:[^\s,]+ ){0,3}?[^\s,]+) (?:and|but) (?=(?:every|all|the|now|nothing|nobody|no|some)\p{L}* )/iu,
    "$1 $2: ",
  ],
  [/^(?:any|some)(?:one|body)(?: else)? (?:getting|seeing|having|hitting)(?: also)? /i, ""],
  [
    /^(?:(?:i|you|we) )?(?:just )?(?:received|got) (?:the |an? )?(?:\d+ )?((?:[^\s,]+ ){0,2}[^\s,]+)(?: for [^,]*)?, (?=(?:is there|how|what|where|which|who|do|does|can|should|will)\b)/iu,
    "$1: ",
  ],
  [/^(?:(?:i|you|we) )?(?:just )?received (?:the )?(?:\d+ |an? )(?=\p{Ll})/iu, "received "],
  [
    /^(?:i|you|we)(?:['’]ve| have)? (?:got )?(?:an?|the) (?=[^:]{4,50}: (?:how|what|who|which|when|where|can|do|is|does)\b)/i,
    "",
  ],
  [
    /^(?:i|you|we) (?:\p{L}+ed|sent|put|made|bought|gave|took|lost) (?:your|my|the|an?|our) ((?:[^\s,]+ ){0,2}?[^\s,]+)(?: (?:to|in|on|for|from|at|with) [^,]*)?, (?=(?:will|does|do|is|are|can|how|what|where|when|which|should|who)\b)/iu,
    "$1: ",
  ],
];

/**
 * A title of anybody's case: without order and room numbers, sums, days, "again", the customer's name. The same where too little
 * would be left. `known` are the stems of the answers: a name in them is no customer's.
 */
export function generalTitle(title: string, known: ReadonlySet<string>, party = ""): string {
  const isFix = title.startsWith("Fix: ");
  const asks = title.endsWith("?");
  let text = isFix ? title.slice(5) : title;
  let tidy = withSingleBlanks(text);
  for (const [pattern, words] of CHANGES) {
    const replaced = text.replace(pattern, words);
    const changed = replaced === text ? tidy : withSingleBlanks(replaced);
    if (changed !== text && isEnough(changed)) text = tidy = changed;
  }
  text = withoutCompany(withParty(text, party), known)
    .replace(/\s+([,.;!?:])(?=\s|$)/g, "$1")
    .replace(/^[,.;:\s]+|[,;:\s]+$/g, "")
    .replace(/[,;:\s]+\?$/, "?");
  if (!isEnough(text)) return title;
  if (HOW_TO.test(text.split(": ").at(-1) ?? "")) text = text.replace(/\?$/, "");
  else if (asks && !text.endsWith("?")) text = `${text}?`;
  return (isFix ? "Fix: " : "") + capitalised(text);
}

const CHANGES = [...OF_ONE_CASE, ...SAID_SHORTER];
const withSingleBlanks = (text: string) => text.replace(/\s+/g, " ").trim();
const HOW_TO = /^(?:how|what|where|when|which) to\b/i;
const isEnough = (text: string) => matterWordsOf(text).length >= 2;

/** "Container of Saldanha Foods is on hold": two capitalised words that no answer says are whose case it is. */
function withoutCompany(text: string, known: ReadonlySet<string>): string {
  const isUnknown = (name: string) => name.split(/\s+/).every((word) => !known.has(stem(word.toLowerCase())));
  const opened =
    /^(?!(?:In|On|At|From|For|With|The|New|No|My|Our|Your|An?|How|What|When|Where|Which|Who|Why|Is|Are|Do|Does|Can|Should|Error|Warning|Exception|Alarm|Fatal|Invalid|Cannot|Unable|Internal|Access|Permission) )((?:\p{Lu}\p{Ll}+ ){2,3})(?=\p{Ll})/u.exec(
      text,
    )?.[1];
  let result = text;
  if (opened && isUnknown(opened.trim()) && isEnough(text.slice(opened.length))) result = text.slice(opened.length);
  const within =
    /\s+(?:for|from|with|of|at|by)\s+((?:\p{Lu}\p{Ll}+)(?:\s+\p{Lu}\p{Ll}+)+)(?=\s+(?:is|are|has|was|without|says?)\b|[,:?]|$)/u.exec(
      result,
    );
  if (within?.[1] && isUnknown(within[1])) {
    const without = result.replace(within[0], "");
    if (isEnough(without)) result = without;
  }
  if (result !== text && !result.endsWith("?"))
    result = result.replace(/^(?:is|are)(?: all)? (?:in|on|at) (?:an? |the )?(?=\p{L})/u, "");
  return result;
}

/** "Mr Petersen wants a certificate for his gift": what is wanted, or the word that the conversation has for such people. */
function withParty(text: string, party: string): string {
  const wanted = PERSON_WANTS.exec(text)?.[1];
  if (wanted && isEnough(wanted)) return wanted;
  const named = text.replace(PERSON, "");
  const whom = party || (DOES.test(named) ? "somebody" : "");
  return named !== text && whom && isEnough(named) ? `${whom} ${named}` : text;
}

const PERSON = /^(?:Mrs?|Ms|Miss|Frau|Herr)\.? \p{Lu}[\p{L}.]* (?=\p{Ll})/u;
const DOES = /^(?:\p{L}+n['’]t|is|was|has|had|got|wants|needs|cannot)\b/iu;
const PERSON_WANTS =
  /^(?:Mrs?|Ms|Miss|Frau|Herr)\.? \p{Lu}[\p{L}.]* (?:wants|needs|asks for|would like) (?:an? |the )?(?!to\b)(.+?)(?: (?:for|of|from|on) (?:his|her|their)\b.*| but .*)?$/u;

const PARTIES = new RegExp(`\\b(${PARTY})s?\\b`, "g");

/** The word that a conversation has for whom it is about, "" without one. */
export function partyIn(text: string): string {
  const counts = new Map<string, number>();
  for (const [, word = ""] of text.toLowerCase().matchAll(PARTIES)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}
