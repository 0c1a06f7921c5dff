/** A sentence, an entry of a list or a block of code, as it stands in a message. */
export interface Piece {
  form: "sentence" | "code";
  text: string;
  /** Of a code block that names it. */
  language: string | null;
  /** The writer made it an entry of a list. */
  listed: "bullet" | "number" | null;
}

/** Longer messages are read up to here: log dumps, not messages. */
const MOST_CHARACTERS = 40_000;
const MOST_PIECES = 300;
const MOST_CODE_CHARACTERS = 8_000;

const LIST_ENTRY = /^\s*(?:[-*•–]|(\d{1,2}|[a-z])[.)])\s+(?=\S)/;
const INDENTED_CODE = /^(?: {4}|\t)\S.*[;{}()=<>/$|:]/;
/** `$ ls`, or a line that begins with a program and holds no word of a sentence. */
const SHELL_LINE =
  /^\s*(?:[$%]\s+(?=[a-z./~])\S|(?:sudo|npm|npx|yarn|pip3?|git|docker(?:-compose)?|kubectl|helm|curl|wget|apt(?:-get)?|brew|ssh|scp|chmod|chown|systemctl|terraform|mount|cat|ls)\s+[-\w./@:=*"'$<>{}\\]+)[^?!,]*$/;
const SENTENCE_WORD =
  /(?<![-/.=\w])(?:with|on|my|our|is|are|was|the|an?|fails?|works?|does|not|and|but|after|to|it|i|we|you|for|und|der|die|das|ist|nicht|mit)(?![-/.=\w])/i;

/** The pieces of a message's text in their order. Quoted lines are left out: that message speaks for itself. */
export function piecesOf(text: string): Piece[] {
  const pieces = text
    .slice(0, MOST_CHARACTERS)
    .split("```")
    .flatMap((part, position) => (position % 2 === 1 ? codeOf(part) : proseOf(part)));
  return pieces.slice(0, MOST_PIECES);
}

function codeOf(raw: string): Piece[] {
  const named = /^([A-Za-z][\w+#.-]{0,15})[ \t]*\n/.exec(raw);
  const code = raw.slice(named?.[0].length ?? 0).replace(/^(?:[ \t]*\n)+|\s+$/g, "");
  const text = code.slice(0, MOST_CODE_CHARACTERS);
  return text.trim() ? [{ form: "code", text, language: named?.[1]?.toLowerCase() ?? null, listed: null }] : [];
}

function proseOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let code: string[] = [];
  let prose: string[] = [];
  const endCode = () => {
    if (code.length) pieces.push(...codeOf(`\n${code.join("\n")}`));
    code = [];
  };
  const endProse = (listed: Piece["listed"] = null) => {
    for (const sentence of splitSentences(prose.join(" ")))
      pieces.push({ form: "sentence", text: sentence, language: null, listed });
    prose = [];
  };
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    const entry = LIST_ENTRY.exec(line);
    if (trimmed && isCode(line)) {
      endProse();
      code.push(line);
      continue;
    }
    endCode();
    if (!trimmed || /^(?:>|&gt;)/.test(trimmed)) endProse();
    else if (entry) {
      endProse();
      prose.push(trimmed.replace(LIST_ENTRY, ""));
      endProse(entry[1] ? "number" : "bullet");
    } else {
      // A line that a window broke goes on; one that its writer ended does not.
      if (!/[\p{Ll}\p{N},(]$/u.test(prose.at(-1) ?? "") || /^\p{Lu}/u.test(trimmed)) endProse();
      prose.push(trimmed.replace(/^#{1,6}\s+/, ""));
    }
  }
  endProse();
  endCode();
  return pieces;
}

const isCode = (line: string): boolean =>
  (INDENTED_CODE.test(line) && !LIST_ENTRY.test(line)) ||
  (SHELL_LINE.test(line) && (/^\s*[$%]/.test(line) || !SENTENCE_WORD.test(line)));

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
