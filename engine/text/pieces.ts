import { splitSentences } from "./sentences.ts";

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
