const ABBREVIATION =
  /(?<![\p{L}])(?:e\.g|i\.e|etc|vs|cf|mr|mrs|ms|dr|approx|incl|resp|nr|fig|ver|st|inc|ltd|dept|min|max|ca|bzw|ggf|evtl|inkl|zzgl|usw|z|b|d|h|u|a)\.$|(?<!\p{L})\p{L}\.$|(?:^\W*|[:,;]\s)\d{1,2}\.$/iu;
/** People end sentences with a smile instead of a full stop. */
const AFTER_SMILE = /(?<=\s(?:[:;]-?[)D(P]|:[a-z_]+:|\p{Extended_Pictographic}\u{fe0f}?))\s+(?=\p{Lu})/u;
/** "1, 2, 3, ... in order", "(the clock etc.) has": the sentence goes on. */
const GOES_ON = /^(?:,\s?(?:\.{2,}|…)|.(?:\.{2,}|…|\.\)))\s+\p{Ll}/u;
/** A quotation of more than one sentence stays whole. */
const LONGEST_QUOTATION = 200;
/** Further than this no bracket or quotation keeps a sentence open. */
const LONGEST_OPEN = 600;
const ENDS = ".!?…。！？؟";

/** Cuts prose at the ends of sentences; not inside code spans, brackets, abbreviations or numbers. */
export const splitSentences = (prose: string): string[] => prose.split(AFTER_SMILE).flatMap(splitAtMarks);

function splitAtMarks(prose: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  for (let i = 0; i < prose.length; i++) {
    const character = prose[i] ?? "";
    if (character === "`") inCode = !inCode && prose.indexOf("`", i + 1) !== -1;
    if (inCode || !ENDS.includes(character)) continue;
    let end = i + 1;
    while (end < prose.length && `${ENDS})"'”’*_`.includes(prose[end] ?? "")) end++;
    const sentence = prose.slice(start, end);
    const isInside = end < prose.length && prose[end] !== " " && !"。！？".includes(character);
    const rest = prose.slice(end, end + LONGEST_QUOTATION);
    const isNumber = /\bno\.$/i.test(sentence.slice(-4)) && /^ \d/.test(rest);
    const isShort = character === "." && end === i + 1 && (isNumber || ABBREVIATION.test(sentence.slice(-12)));
    const isOpen = sentence.length <= LONGEST_OPEN && (isInBrackets(sentence, rest) || isQuoted(sentence, rest));
    const goesOn = isInside || isShort || isOpen || GOES_ON.test(prose.slice(Math.max(0, i - 1), end + 2));
    if (!goesOn) {
      if (sentence.trim()) sentences.push(sentence.trim());
      start = end;
    }
    i = end - 1;
  }
  const rest = prose.slice(start).trim();
  return rest ? [...sentences, rest] : sentences;
}

const isInBrackets = (sentence: string, rest: string): boolean =>
  sentence.lastIndexOf("(") > sentence.lastIndexOf(")") && /^ \p{Ll}/u.test(rest);

/** An opening quotation mark is still without its other half, which follows soon. */
function isQuoted(sentence: string, rest: string): boolean {
  const marks = sentence.match(/["“”„]/g)?.length ?? 0;
  return marks % 2 === 1 && /["“”]/.test(rest);
}
