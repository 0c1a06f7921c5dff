import { capitalised } from "./polish.ts";

/** From somebody's own words to a title anybody would search for: nobody's "I", "my" or "we" is left where that is safe. */
const QUESTIONS: [RegExp, string][] = [
  [
    /^(?:is there (?:any|a)|what(?:['’]s| is| are) the) (?:real |main |actual )?differences? (?=between )/i,
    "difference ",
  ],
  [
    /^how (?:do|can|could|should|would|might|must|shall|to) (?:i|we|you|one|u|people)(?: go about)?(?: best| properly| correctly)? (?=\w)/i,
    "how to ",
  ],
  [/^how (?:am i|are we|are you) (?:supposed|meant) to /i, "how to "],
  [
    /^(where|when|what|which|who) (?:do|can|could|should|would|must|shall) (?:i|we|you|one) (?!(?:need|have|see|know|want|like|think|mean|expect|lose|hear|own|pay|earn|receive)\b)(?=\w)/i,
    "$1 to ",
  ],
  [/^(what|when|where) (?:do|must) (?:i|we|you) have to (?=\w)/i, "$1 to "],
  [/^(where|when|what|which) (?:do|can|could|should|would) i (?=\w)/i, "$1 do you "],
  [
    /^(what|which) ((?:\S+ ){1,4}?)(?:do|can|should|would) (?:i|we|you) (?!(?:need|have|see|want|like|think|lose|own|pay|earn|receive)\b)(?=\w)/i,
    "$1 $2to ",
  ],
  [/^what(?: i)? (?:do|should) (?:i|we) need to /i, "what to "],
  [/^(?:can|could|may) (?:i|we|you|one) (?=\w)/i, "is it possible to "],
  [/^am i able to /i, "is it possible to "],
  [/^(?:do|should|must) (?:i|we|you) (?:really |actually |always )?(?:need|have) to /i, "is it necessary to "],
  [/^why (?:am i|are we) (?:getting|seeing|receiving|having) /i, "why is there "],
  [/^why do i (?:get|see|receive|have) (?=(?:an?|the|this)\b)/i, "why is there "],
  [/^why (?:ca ?n['’]?t|cannot|can not) (?:i|we|you) /i, "why is it not possible to "],
  [/^where (?:i|we|you) can /i, "where to "],
  [/^how (?:i|we|you) (?:can|could|should) /i, "how to "],
];
const STATEMENTS: [RegExp, string][] = [
  [/^(?:i|we)(?:['’]m| am|['’]re| are)? (?:not able|unable) to /i, "cannot "],
  [
    /^(?:i|we) (?:just |still |also |really )?(?:ca ?n['’]?t|cannot|can not|could ?n['’]?t|could not)(?: seem to| even)? /i,
    "cannot ",
  ],
  [
    /^(?:i|we)(?:['’]m| am|['’]re| are)? (?:having|facing|experiencing|running into|getting|seeing) (?:an? |some |the |this )?(?:(?:issue|problem|trouble|difficult\w+)s? (?:with |when |in )?)?(?=\w)/i,
    "",
  ],
  [
    /^(?:i|we)(?:['’]ve| have)? (?:a|an|some|this) (?:problem|issue|trouble|question) (?:with|about|in|when) (?=\w)/i,
    "problem with ",
  ],
  [/^(?:i|we)(?:['’]ve| have| had)? (?:got )?(?:an? |this |the )?(?=\w*error\b)/i, ""],
  [/^(?:my|our) (?=\w)/i, ""],
];

const YOU = /\b(?:you|your|I|i)\b/;

export function impersonal(whole: string): string {
  const quoted: string[] = [];
  const title = whole.replace(QUOTED, (quote) => `\u{e000}${quoted.push(quote) - 1}\u{e001}`);
  return capitalised(ofNobody(title).replace(/\u{e000}(\d+)\u{e001}/gu, (_, at: string) => quoted[Number(at)] ?? ""));
}

/** What somebody said or a screen shows stays as it is. */
const QUOTED = /(?<![\p{L}\p{N}])(?:"[^"]{3,}"|“[^”]{3,}”|`[^`]+`)/gu;

function ofNobody(title: string): string {
  const asks = title.endsWith("?");
  let text = title.replace(/^(?:ok|so|and|but|hi|hey|hello|well|now|also|then|if not|or)[,\s]+(?=\w)/i, "");
  for (const [pattern, words] of asks || /^(?:how|where|when|what|which|why|can|could)\b/i.test(text)
    ? QUESTIONS
    : STATEMENTS) {
    const changed = text.replace(pattern, words);
    if (changed === text) continue;
    text = changed;
    break;
  }
  // What a team does and why is told of "we".
  const ofTeam = /^(?:why|what|how (?:many|much|long|often)|when|where|which|do|does|are|is)\b.*\bwe\b/i.test(text);
  const own = (word: string) => (ofTeam ? word : "you");
  const said = text;
  text = text
    .replace(/\bi['’ ]?m\b/gi, "you are")
    .replace(/\b(am|was) i\b/gi, (_, verb: string) => (verb.toLowerCase() === "am" ? "are you" : "were you"))
    .replace(/\bi am\b/gi, "you are")
    .replace(/\bi was\b/gi, "you were")
    .replace(/\b(?:i|we)['’]ve\b/gi, "you have")
    .replace(/\b(?:i|we)['’]d\b/gi, "you would")
    .replace(/\b(?:i|we)['’]ll\b/gi, "you will")
    .replace(/\bwe['’]re\b/gi, "you are")
    .replace(/(?<![\w./'’-])(?:I|we|i)(?![\w./'’-])/g, (word) => (word === "we" ? own(word) : "you"))
    .replace(/(?<![\w./'’-])(?:my|our) own\b/gi, "your own")
    .replace(/\b(gives?|shows?|lets?|allows?) (?:me|us)\b(?! (?:in|out|on|off|through|up|down|back|to)\b)/gi, "$1")
    .replace(/(?<![\w./'’-])(?:my|our)(?![\w./'’-])/gi, () => (YOU.test(said) ? "your" : "the"))
    .replace(/(?<![\w./'’-])(?:me|us)(?![\w./'’-]| or them\b)/g, "you")
    .replace(/(?<![\w./'’-])(?:myself|ourselves)(?![\w./'’-])/gi, "yourself")
    .replace(/\b(the|a|an) the\b/gi, "the")
    .replace(/^how to be able to /i, "how to ")
    .replace(/\s+(?:for you|to you|please|guys|here)(?=\??$)/i, "")
    .trim();
  const isHowTo = /^(?:how|where|when|what) to\b|^which .{1,40} to\b|^difference between\b/i.test(text);
  return isHowTo ? text.replace(/\?$/, "") : text;
}

/** Somebody's own words still: not said to everybody. */
export function isPersonal(text: string): boolean {
  return (
    /(?<![\w./'’-])(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)(?![\w/-]|\.\w)|\bI['’]/.test(outside(text)) ||
    /(?<![\w./'’-])(?:i|im|ive)(?=\s)/.test(outside(text))
  );
}

const outside = (text: string) => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|https?:\/\/\S+/g, " ");
