import type { Language } from "../language/cue.ts";
import { LANGUAGES } from "../language/meanings.ts";
import { splitOutsideCode } from "./outside-code.ts";
import { isContentWord } from "./words.ts";

/** A sentence, list item or code block of a message. */
export interface TextPiece {
  form: "sentence" | "code";
  text: string;
  /** The language that the code fence names. */
  language: string | null;
  /** The kind of list that contains the piece. */
  listed: "bullet" | "number" | null;
  /** True for the first piece after a blank line. */
  opensParagraph?: boolean;
}

/** The most characters read from one message. A longer message or code block is a log dump. */
const MOST_CHARACTERS = 40_000;
const MOST_PIECES = 300;
const MOST_CODE_CHARACTERS = 8_000;

const LIST_ENTRY = /^\s*(?:[-*•–]|(\d{1,2}|[a-z])[.)])\s+(?=\S)/;
const INDENTED_CODE = /^(?: {4}|\t)\S.*[;{}()=<>/$|:]/;
const PROGRAM_NAMES =
  "sudo|npm|npx|yarn|pip3?|git|docker(?:-compose)?|kubectl|helm|curl|wget|apt(?:-get)?|brew|ssh|scp|chmod|chown|systemctl|terraform|mount|cat|ls";
/** Matches program names, with which commands begin. */
export const PROGRAM_PATTERN = new RegExp(`^(?:${PROGRAM_NAMES})$`);
/**
 * Matches shell commands: lines that begin with `$`, and lines that begin with a program's name and contain no
 * grammatical word such as 'the'.
 */
const SHELL_LINE = new RegExp(
  String.raw`^\s*(?:[$%]\s+(?=[a-z./~])\S|(?:${PROGRAM_NAMES})\s+[-\w./@:=*"'$<>{}\\]+)[^?!,]*$`,
);
const SENTENCE_WORD =
  /(?<![-/.=\w])(?:with|on|my|our|is|are|was|the|an?|fails?|works?|does|not|and|but|after|to|it|i|we|you|for|und|der|die|das|ist|nicht|mit)(?![-/.=\w])/i;

/**
 * Splits a message's text into pieces. Leaves out quoted lines, because the quoted message is read as a message of its
 * own.
 */
export function splitIntoPieces(text: string): TextPiece[] {
  const pieces = text
    .slice(0, MOST_CHARACTERS)
    .split("```")
    .flatMap((part, position) => (position % 2 === 1 ? codeOf(part) : proseOf(part)));
  return pieces.slice(0, MOST_PIECES);
}

function codeOf(raw: string): TextPiece[] {
  const named = /^([A-Za-z][\w+#.-]{0,15})[ \t]*\n/.exec(raw);
  const code = raw.slice(named?.[0].length ?? 0).replace(/^(?:[ \t]*\n)+|\s+$/g, "");
  const text = code.slice(0, MOST_CODE_CHARACTERS);
  return text.trim() ? [{ form: "code", text, language: named?.[1]?.toLowerCase() ?? null, listed: null }] : [];
}

function proseOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let code: string[] = [];
  let prose: string[] = [];
  const paragraphs = new Set<number>();
  const endCode = () => {
    if (code.length) pieces.push(...codeOf(`\n${code.join("\n")}`));
    code = [];
  };
  const endProse = (listed: TextPiece["listed"] = null) => {
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
    if (!trimmed || /^(?:>|&gt;)/.test(trimmed)) {
      endProse();
      paragraphs.add(pieces.length);
    } else if (entry) {
      endProse();
      prose.push(trimmed.replace(LIST_ENTRY, ""));
      endProse(entry[1] ? "number" : "bullet");
    } else {
      // A line that was wrapped at the width of a window continues on the next line.
      const before = prose.at(-1) ?? "";
      const isBroken = before.length >= BROKEN_AT && /[\p{Ll}\p{N},(]$/u.test(before) && !/^\p{Lu}/u.test(trimmed);
      if (!isBroken) endProse();
      prose.push(trimmed.replace(/^#{1,6}\s+/, ""));
    }
  }
  endProse();
  endCode();
  return pieces.map((piece, at) => (at > 0 && paragraphs.has(at) ? { ...piece, opensParagraph: true } : piece));
}

/** The least length of a line that counts as wrapped. */
const BROKEN_AT = 70;

const isCode = (line: string): boolean =>
  (INDENTED_CODE.test(line) && !LIST_ENTRY.test(line)) ||
  (SHELL_LINE.test(line) && (/^\s*[$%]/.test(line) || !SENTENCE_WORD.test(line)));

const wordsOfAll = (wordsOf: (language: Language) => string): ReadonlySet<string> =>
  new Set(Object.values(LANGUAGES).flatMap((language) => wordsOf(language).split(" ").filter(Boolean)));
const ABBREVIATIONS = wordsOfAll(({ abbreviations }) => abbreviations);
const BEFORE_ORDINAL = wordsOfAll(({ beforeOrdinal }) => beforeOrdinal);
/** Matches the space after an emoticon or emoji that ends a sentence in place of a full stop. */
const AFTER_SMILE =
  /(?<=\s(?:[:;]-?[)D(P]|:[a-z_]+:|\p{Extended_Pictographic}\u{fe0f}?))\s+(?=\p{Lu})|(?<=\s[\u{1f600}-\u{1f64f}\u{1f910}-\u{1f92f}\u{1f970}-\u{1f97a}\u{1f389}])\s+(?=\p{L})/u;
/** Matches ellipses and closing brackets within a sentence: "1, 2, 3, ... in order", "(the clock etc.) has". */
const GOES_ON = /^(?:,\s?(?:\.{2,}|…)|.(?:\.{2,}|…|[.!?]+\)))\s+\p{Ll}/u;
/** The most characters of a quotation that is not split. */
const LONGEST_QUOTATION = 200;
/** The most characters of a sentence with an open bracket or quotation. A longer text is split inside the bracket. */
const LONGEST_OPEN = 600;
const ENDS = ".!?…。！？؟";

/** Splits prose at the ends of sentences, but not inside code, brackets, abbreviations and numbers. */
export const splitSentences = (prose: string): string[] =>
  splitOutsideCode(prose, (words) => words.split(AFTER_SMILE).flatMap(splitAtMarks));

function splitAtMarks(prose: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (let i = 0; i < prose.length; i++) {
    const character = prose[i] ?? "";
    if (!ENDS.includes(character)) continue;
    let end = i + 1;
    while (end < prose.length && `${ENDS})"'”’*_`.includes(prose[end] ?? "")) end++;
    const sentence = prose.slice(start, end);
    const isInside = end < prose.length && prose[end] !== " " && !"。！？".includes(character);
    const rest = prose.slice(end, end + LONGEST_QUOTATION);
    const isShort = character === "." && end === i + 1 && isAbbreviated(sentence.slice(-LONGEST_SHORT), rest);
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

const DAY_AND_MONTH = /^(?:[012]?\d|3[01])\.(?:0?\d|1[012])$/;
/** The number of characters before a full stop in which an abbreviation is searched. */
const LONGEST_SHORT = 16;
/** The most letters of an abbreviation before a number: "Zi. 240". */
const SHORT_WORD = 3;

/**
 * Whether the full stop belongs to an abbreviation, a date or an ordinal: "ca. 5", "Ref.-Nr. fehlt", "am 1. 12. um 8".
 * A small number is an ordinal after certain words: after "im" in "im 2. Fach", but not in "wait 10. Ask Ops".
 */
function isAbbreviated(sentence: string, rest: string): boolean {
  const [, before = "", last = ""] = /(?:(\S+)\s+)?(?:\S*[*_("„“/-])?([^\s*_("„“/-]+)\.$/u.exec(sentence) ?? [];
  const word = last.toLowerCase();
  const next = rest.trimStart()[0] ?? "";
  const isBeforeNumber = /\d/.test(next);
  if (word === "no") return isBeforeNumber;
  if (DAY_AND_MONTH.test(word)) return next !== "";
  if (/^\d{1,2}$/.test(word))
    return isBeforeNumber || /^$|[:,;]$|\d\.$/.test(before) || BEFORE_ORDINAL.has(before.toLowerCase());
  if (isBeforeNumber && word.length <= SHORT_WORD && /^\p{L}+$/u.test(word) && isContentWord(word)) return true;
  return ABBREVIATIONS.has(word) || /(?:^|\.)\p{L}$/u.test(word);
}

const isInBrackets = (sentence: string, rest: string): boolean =>
  sentence.lastIndexOf("(") > sentence.lastIndexOf(")") && /^ \p{Ll}/u.test(rest);

/** Whether a quotation is open at this point and closes soon. */
function isQuoted(sentence: string, rest: string): boolean {
  const marks = sentence.match(/["“”„]/g)?.length ?? 0;
  return marks % 2 === 1 && /["“”]/.test(rest);
}
