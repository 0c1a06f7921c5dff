import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import { cleanText } from "../text/clean-text.ts";
import { remembering, rememberingLast } from "./remember.ts";
import { readActs, type SentenceActs } from "./sentence-acts.ts";
import { contentWordsOf } from "./words.ts";

/** A sentence or a code block of a message, in the order in which it was said. */
export type Piece = SentencePiece | CodePiece;

export interface SentencePiece {
  form: "sentence";
  text: string;
  /** Position of its message in the conversation. */
  message: number;
  acts: Readonly<SentenceActs>;
  contentWords: readonly string[];
  /** The writer made it an entry of a list. */
  listed: boolean;
}

export interface CodePiece {
  form: "code";
  text: string;
  language: string | null;
  message: number;
}

/** A conversation read once; detecting and writing both work on it. */
export interface ParsedConversation {
  messages: ParsedMessage[];
  pieces: Piece[];
  /** Of everybody who may be spoken to in it, each once. */
  names: string[];
  /** The platform itself says that its messages belong together. */
  isThread: boolean;
}

export interface ParsedMessage {
  externalId: string;
  author: string;
  authorName: string;
  sentAt: number;
  text: string;
  pieces: Piece[];
}

/** Longer messages are read up to here: log dumps, not messages. */
const MAX_MESSAGE_CHARACTERS = 40_000;
const MAX_PIECES_PER_MESSAGE = 300;
const MAX_CODE_CHARACTERS = 8_000;

/** `people`: names of others who are spoken to, of a conversation that is a part of a longer one. */
export function parseConversation(conversation: Conversation, people: readonly string[] = []): ParsedConversation {
  return people.length ? parseAnew(conversation, people) : parseOnce(conversation);
}

const parseOnce = rememberingLast((conversation: Conversation) => parseAnew(conversation, []));

function parseAnew(conversation: Conversation, people: readonly string[]): ParsedConversation {
  const messages = conversation.messages.map((message, index) => readMessage(message, index));
  const names = [...new Set([...people, ...messages.map(({ authorName }) => authorName)])];
  const isThread = conversation.messages.some(({ threadId }) => threadId !== null);
  return { messages, pieces: messages.flatMap((message) => message.pieces), names, isThread };
}

function readMessage(message: ChatMessage, index: number): ParsedMessage {
  const text = cleanText(message.text.slice(0, MAX_MESSAGE_CHARACTERS)).trim();
  return {
    externalId: message.externalId,
    author: message.author.externalId,
    authorName: cleanText(message.author.name).replace(/\s+/g, " ").trim(),
    sentAt: message.sentAt.getTime(),
    text,
    pieces: piecesOf(text).map((piece) => ({ ...piece, message: index })),
  };
}

const FENCE = /```/g;
const SHELL_LINE =
  /^\s*(?:\$|%|>>>|#)\s+(?=[a-z./~])\S.*$|^\s*(?:PS )?[A-Z]:\\[^>]*>\s*\S|^\s*(?:sudo|npm|npx|yarn|pnpm|pip3?|git|docker(?:-compose)?|kubectl|helm|curl|wget|apt(?:-get)?|brew|ssh|scp|chmod|chown|systemctl|terraform|aws|gcloud|mvn|cargo)\s+(?:[a-z-]+\s+)*[-\w./@:=*"'$<>{}\\]+[^.?!,]*$/;
const INDENTED = /^(?: {4}|\t)\S/;
const LIST_ENTRY = /^\s*(?:[-*•–]|\d{1,2}[.)]|[a-z][.)])\s+(?=\S)/;

/** What a piece is, whichever message of a conversation it is in. */
type PieceOfText = Omit<SentencePiece, "message"> | Omit<CodePiece, "message">;

/** The same message is read for the whole conversation, for its part that matters and for the article. */
const piecesOf = remembering((text: string): readonly PieceOfText[] => {
  const pieces: PieceOfText[] = [];
  for (const [position, part] of text.split(FENCE).entries()) {
    if (position % 2 === 1) pushCode(pieces, part, true);
    else readProse(part, pieces);
  }
  return pieces.slice(0, MAX_PIECES_PER_MESSAGE);
});

function pushCode(pieces: PieceOfText[], raw: string, fenced: boolean): void {
  let code = raw;
  let language: string | null = null;
  const named = fenced ? /^([A-Za-z][\w+#.-]{0,15})[ \t]*\n/.exec(code) : null;
  if (named) {
    language = named[1]?.toLowerCase() ?? null;
    code = code.slice(named[0].length);
  }
  code = code.replace(/^(?:[ \t]*\n)+|\s+$/g, "");
  if (fenced && !code.trim()) return;
  pieces.push({ form: "code", text: code.slice(0, MAX_CODE_CHARACTERS), language });
}

function readProse(text: string, pieces: PieceOfText[]): void {
  let code: string[] = [];
  let prose: string[] = [];
  const lines = text.split("\n");
  const longest = Math.max(...lines.map(({ length }) => length));
  const endCode = () => {
    const first = code[0];
    if (first === undefined) return;
    const indent = /^\s*/.exec(first)?.[0].length ?? 0;
    const shown = code.map((line) => (line.slice(0, indent).trim() ? line.trim() : line.slice(indent)));
    pushCode(pieces, shown.join("\n").replace(/^\$ (?=\S)/gm, ""), false);
    code = [];
  };
  const endProse = (listed: boolean) => {
    if (prose.length) for (const sentence of splitSentences(prose.join(" "))) pushSentence(pieces, sentence, listed);
    prose = [];
  };
  for (const line of introducedQuotes(lines)) {
    const trimmed = line.trim();
    if (!trimmed) {
      endProse(false);
      if (code.length && !INDENTED.test(line)) endCode();
      continue;
    }
    if (isCommand(line) || (INDENTED.test(line) && /[;{}()=<>/$|:]/.test(line) && !LIST_ENTRY.test(line))) {
      endProse(false);
      code.push(line);
      continue;
    }
    endCode();
    // A quoted line is what somebody else said; that message speaks for itself.
    if (/^(?:>|&gt;)/.test(trimmed)) continue;
    if (LIST_ENTRY.test(line)) {
      endProse(false);
      prose.push(trimmed.replace(LIST_ENTRY, ""));
      endProse(true);
      continue;
    }
    if (/^#{1,6}\s+\S/.test(trimmed)) {
      endProse(false);
      prose.push(trimmed.replace(/^#{1,6}\s+/, ""));
      endProse(false);
      continue;
    }
    const previous = prose.at(-1);
    if (previous && (!/[\p{Ll}\p{N},(]$/u.test(previous) || isOwnLine(previous, trimmed, longest))) endProse(false);
    prose.push(trimmed);
  }
  endProse(false);
  endCode();
}

const QUOTED_LINE = /^\s*(?:>|&gt;)\s?/;
const SOMEBODY_WROTE = /\b(?:wrote|writes|said|says|asked|asks|replied)\b[^:]*:$/i;

/** A quotation that its writer introduces, "From the handbook, 5.4:", is told like the rest, on lines of its own. */
function introducedQuotes(lines: string[]): string[] {
  let before = "";
  let isIntroduced = false;
  return lines.flatMap((line) => {
    if (!QUOTED_LINE.test(line)) {
      before = line.trim();
      isIntroduced = false;
      return [line];
    }
    isIntroduced ||= before.endsWith(":") && !SOMEBODY_WROTE.test(before);
    before = "";
    return isIntroduced ? ["", line.replace(QUOTED_LINE, "")] : [line];
  });
}

/** Lines that a mail program or a terminal broke are about this long. */
const WRAPPED = { shortest: 60, longest: 84 };
const EQUATES = /^\S{1,20}(?: \S{1,20}){0,2} (?:=|->|→) \S/;

/** Whether the writer, and not the width of a window, ended the line before: "short = 25 to 100k". */
function isOwnLine(before: string, line: string, longest: number): boolean {
  if (/[,(]$/.test(before)) return false;
  if (EQUATES.test(before) && EQUATES.test(line)) return true;
  return longest > WRAPPED.longest && (before.length < WRAPPED.shortest || before.length > WRAPPED.longest);
}

/** A line for a shell, as a whole. */
export const isCommand = (line: string): boolean =>
  (SHELL_LINE.test(line) && !isProse(line)) || ON_FILES.test(line) || FETCHES.test(line);

/** "cat /proc/cpuinfo", "mount -t ntfs /dev/sda1 /mnt/disk": nothing but a command, options and files. */
const ON_FILES =
  /^\s*(?:cat|ls|cd|mount|umount|dpkg|modprobe|rm|cp|mv|mkdir|tar|ln|tail|chroot)(?:\s+(?:-{1,2}[\w-]+(?:\s+[a-z\d]+(?=\s))?|~?\.{0,2}\/[^\s,]*))+$/;
const FETCHES = /^\s*(?:wget|curl)(?:\s+-{1,2}\S+(?:\s+[\w.-]+)?)*\s+https?:\/\/\S+$/;

/** "docker build fails with …" tells of a command. */
function isProse(line: string): boolean {
  const words = line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, " ");
  return !/^\s*[$%#>]/.test(line) && (words.match(TELLING_WORDS)?.length ?? 0) >= 2;
}

const TELLING_WORDS =
  /(?<![-/.=])\b(?:with|on|my|our|is|are|was|the|an?|fails?|failed|works?|wants|does|doesn['’]t|not|never|when|and|but|after|before|since|to|it|i|we|you|for|gives?|says?|hangs?|keeps?|shows?|cannot|can['’]?t|won['’]?t)\b(?![-/.=])/gi;

function pushSentence(pieces: PieceOfText[], text: string, listed: boolean): void {
  pieces.push({ form: "sentence", text, acts: readActs(text), contentWords: contentWordsOf(text), listed });
}

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|mr|mrs|ms|dr|approx|env|incl|resp|no|fig|ver|v|st|inc|ltd|dept|min|max|a\.k\.a|w\.r\.t)\.$|\b[A-Za-z]\.$|^\W*\d{1,2}\.$/i;

/** Cuts prose at the ends of sentences; not inside code spans, links, abbreviations or numbers. */
export function splitSentences(prose: string): string[] {
  return prose.split(AFTER_SMILE).flatMap(splitAtMarks);
}

/** People end sentences with a smile instead of a full stop. */
const AFTER_SMILE = /(?<=\s(?:[:;]-?[)D(P]|:[a-z_]+:|\p{Extended_Pictographic}\u{fe0f}?))\s+(?=[\p{Lu}])/u;

/** "1, 2, 3, ... that are made in order", "(the clock, the battery etc.) has an option": the sentence goes on. */
const GOES_ON_SMALL = /^(?:,\s?(?:\.{2,}|…)|.(?:\.+|…)\))\s+\p{Ll}/u;

/** "the merchant's id (the m_… one, not the customer's number)": a bracket is still open. */
const isOpen = (text: string): boolean => text.lastIndexOf("(") > text.lastIndexOf(")");

function splitAtMarks(prose: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let inCode = false;
  for (let i = 0; i < prose.length; i++) {
    const character = prose[i];
    if (character === "`") inCode = !inCode && prose.indexOf("`", i + 1) !== -1;
    if (inCode || character === undefined || !".!?…。！？؟".includes(character)) continue;
    let end = i + 1;
    while (end < prose.length && ".!?…。！？؟)\"'”’*_".includes(prose[end] ?? "")) end++;
    const wide = "。！？".includes(character);
    if (end < prose.length && prose[end] !== " " && !wide) {
      i = end - 1;
      continue;
    }
    const sentence = prose.slice(start, end);
    const isInBrackets = isOpen(sentence) && /^ \p{Ll}/u.test(prose.slice(end));
    if (isInBrackets || GOES_ON_SMALL.test(prose.slice(Math.max(0, i - 1)))) {
      i = end - 1;
      continue;
    }
    if (character === "." && end === i + 1 && ABBREVIATION.test(sentence)) continue;
    if (sentence.trim()) sentences.push(sentence.trim());
    start = end;
    i = end - 1;
  }
  const rest = prose.slice(start).trim();
  if (rest) sentences.push(rest);
  return sentences;
}
