import { countOpeningWords, hasMeaning, isQuestion } from "../language/meanings.ts";
import { splitIntoTokens } from "../language/phrases.ts";
import { changeOutsideCode } from "../text/outside-code.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { extractContentWords, isContentWord } from "../text/words.ts";
import type { Correction } from "./corrections.ts";
import { capitalizeSentence, trimSentence } from "./trim-sentence.ts";
import { findReplacedValue } from "./values.ts";

/** Longer titles are hard to scan in a list. */
export const MOST_TITLE_CHARACTERS = 90;
/**
 * The number of content words in a title. A question with fewer than `least` loses weight; words after `most` add no
 * weight.
 */
const CONTENT = { least: 3, most: 7 };
/** Weights for choosing the title. A good title asks the question that a colleague would search for. */
const WEIGHT = { word: 0.6, question: 2.5, trouble: 1, refers: -0.7, tooLong: -1.5, secret: -3 };
/**
 * Penalty for each sentence before the candidate. In an announcement (`TOLD_LATER`) the subject comes first. A question
 * (`ASKED_LATER`) may follow a story.
 */
const TOLD_LATER = 1.5;
const ASKED_LATER = 0.25;
const CLAUSE_END = /[,;:.](?=\s)| [–—-]+(?=\s)| (?=\()/g;

/**
 * Takes the title from the question, shortened to the words that a colleague would search for; without a question, from
 * an announcement's subject. Cuts the title before a value that was corrected later.
 */
export function chooseTitle(
  conversation: ParsedConversation,
  shape: ConversationShape,
  names: ReadonlySet<string>,
  corrected: ReadonlyMap<ParsedPiece, Correction>,
): string {
  const opening = shape.opening.filter(({ form }) => form === "sentence");
  const sentences = opening.length ? opening : conversation.pieces.filter(({ form }) => form === "sentence");
  const isTold = shape.questionAt === -1;
  const candidates = sentences.flatMap((piece, at) =>
    candidatesOf(validPart(piece, corrected.get(piece)?.by), isTold ? at * TOLD_LATER : at * ASKED_LATER, names),
  );
  const askedOn = isTold || sentences.some((piece) => piece.isQuestion) ? [] : furtherQuestions(conversation, shape);
  candidates.push(...askedOn.flatMap((piece, at) => candidatesOf(piece.text, (at + 1) * ASKED_LATER, names)));
  const best = candidates.toSorted((one, other) => other.score - one.score)[0];
  if (best) return shortened(best.text);
  const first = conversation.pieces.find(({ text }) => text.trim())?.text ?? "";
  return shortened(plain(first.split("\n")[0] ?? "")) || "Without words";
}

/** Questions of an asker who told a story first and asks in a later message. */
const furtherQuestions = (conversation: ParsedConversation, { asker, opening }: ConversationShape) =>
  conversation.pieces.filter(
    (piece) =>
      piece.isQuestion &&
      !piece.means("leans") &&
      piece.message > (opening.at(-1)?.message ?? 0) &&
      findAuthor(conversation, piece) === asker &&
      piece.content.length >= CONTENT.least,
  );

/**
 * Cuts a sentence before the value that the correction `by` replaces: "Removed on 1 December" becomes "Removed" if the
 * correct day is the 15th.
 */
function validPart({ text }: ParsedPiece, by: ParsedPiece | undefined): string {
  const end = by && findReplacedValue(text, by.text);
  if (end === undefined) return text;
  const words = splitIntoTokens(text.slice(0, end));
  const last = words.findLast(({ word }) => isContentWord(word));
  const valid = text.slice(0, last?.end ?? 0);
  return extractContentWords(valid).length < CONTENT.least ? text : `${valid}.`;
}

interface TitleCandidate {
  text: string;
  score: number;
}

/**
 * Possible titles from one sentence: the whole sentence, a question before or after a comma, and a quoted error
 * message.
 */
function candidatesOf(said: string, late: number, names: ReadonlySet<string>): TitleCandidate[] {
  const whole = withoutLeadIn(plain(trimSentence(said, names)));
  if (!whole) return [];
  const clauses = [...whole.matchAll(CLAUSE_END)].map(({ index, 0: mark }) => whole.slice(index + mark.length).trim());
  const asked = clauses.findLast((clause) => isQuestion(clause) && hasMeaning(clause, "asks"));
  const texts = asked && splitIntoTokens(asked).length >= 4 ? [whole, withoutLeadIn(asked)] : [whole];
  const quoted = /["“]([^"“”]+)["”]/.exec(whole)?.[1] ?? "";
  // "Third one this morning: …" describes one case. Others search for the quoted error.
  if (hasMeaning(whole, "today") && extractContentWords(quoted).length >= CONTENT.least) texts.splice(0, 1, quoted);
  return texts.map(withoutStory).map((text) => ({ text, score: scoreOf(text, late) }));
}

/**
 * Removes the story after a question: "Why does the build take 9 minutes, I changed one line" → "Why does the build
 * take 9 minutes".
 */
function withoutStory(text: string): string {
  const comma = text.search(/,(?=\s)/);
  const first = text.slice(0, comma);
  const isAsked = comma !== -1 && !/[?？؟]$/.test(text) && isQuestion(first) && !hasMeaning(first, "condition");
  return isAsked && extractContentWords(first).length >= CONTENT.least ? first : text;
}

function scoreOf(text: string, late: number): number {
  const content = new Set(extractContentWords(text)).size;
  // "Anyone else?" has no content words, so nobody would search for it.
  const asks = isQuestion(text) ? WEIGHT.question * Math.min(1, content / CONTENT.least) : 0;
  return (
    Math.min(content, CONTENT.most) * WEIGHT.word +
    asks +
    (hasMeaning(text, "trouble") ? WEIGHT.trouble : 0) +
    (hasMeaning(text, "refers") ? WEIGHT.refers : 0) +
    (text.length > MOST_TITLE_CHARACTERS ? WEIGHT.tooLong : 0) +
    (text.includes(" removed]") ? WEIGHT.secret : 0) -
    late
  );
}

/** Removes a lead-in without content: "Does anyone know how …" → "How …". */
function withoutLeadIn(text: string): string {
  const tokens = splitIntoTokens(text);
  const length = countOpeningWords(tokens, "leadIn") || countOpeningWords(tokens, "greeting");
  const end = tokens[length - 1]?.end;
  if (end === undefined || length === tokens.length) return text;
  const rest = text.slice(end).replace(/^[\s,:;–—-]+/, "");
  return splitIntoTokens(rest).length >= 2 ? withoutLeadIn(rest) : text;
}

/** Removes Markdown markup, the backticks around code, and the scheme of URLs. */
const plain = (text: string): string =>
  changeOutsideCode(
    text,
    (prose) =>
      prose
        .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
        .replace(/[`*_~]{1,3}(?=\S)|(?<=\S)[`*~]{1,3}/g, "")
        .replace(/(^|[\s("])i(?=['’\s]|$)/g, "$1I")
        .replace(/\s+/g, " ")
        .trim(),
    (verbatim) => verbatim.replace(/^`+|`+$|^https?:\/\//g, "").trim(),
  );

const isInBrackets = (text: string) => text.lastIndexOf("(") > text.lastIndexOf(")");

/** Shortens a title to at most 90 characters, at the end of a clause or a word. */
function shortened(text: string): string {
  const said = capitalizeSentence(text.replace(/^[^\p{L}\p{N}"“„'#@`(]+/u, ""))
    .replace(/(?<=\S)[.!…:,;]+$/, "")
    .replace(/[?!]{2,}$/, "?");
  if (said.length <= MOST_TITLE_CHARACTERS) return said;
  const room = said.slice(0, MOST_TITLE_CHARACTERS);
  const clause = [...room.matchAll(CLAUSE_END)].findLast(
    ({ index }) => index >= MOST_TITLE_CHARACTERS / 3 && !isInBrackets(room.slice(0, index)),
  );
  if (clause) return room.slice(0, clause.index);
  // Cuts "… show up twice since Thursday and wants to bill them" before "and".
  const tokens = splitIntoTokens(room);
  const joint = tokens.findLast(
    ({ start }, at) => start >= MOST_TITLE_CHARACTERS / 2 && countOpeningWords(tokens.slice(at), "adds") > 0,
  );
  if (joint && !isInBrackets(room.slice(0, joint.start))) return room.slice(0, joint.start).trim();
  return `${room.slice(0, room.lastIndexOf(" ", MOST_TITLE_CHARACTERS - 2))}…`;
}
