import { countOpeningWords, dropLeadingFiller, hasMeaning, LANGUAGES } from "../language/meanings.ts";
import { splitIntoTokens } from "../language/phrases.ts";
import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { extractContentWords, isContentWord } from "../text/words.ts";

/** A correction refers to at most this many messages before it. */
const REACH = 6;
/** Messages within which an objection follows a statement, and within which the author accepts it. */
const OBJECTED_WITHIN = 3;
/** Scores that link a correction to its target: per word and number that both name, or a different number of the same unit. */
const TIE = { word: 1, rival: 2, number: 3 };

/**
 * Maps each piece that no longer holds to the piece that corrects it: its author took it back or accepted an objection, or
 * somebody refused it. A correction without a link to a piece leaves that piece unchanged.
 */
export function findCorrections(conversation: ReadConversation, shape: ConversationShape, kept: ReadPiece[]) {
  const corrected = denialsIn(conversation, kept);
  const symptom = new Set(shape.questionAt === -1 ? [] : shape.opening);
  const authorAt = (at: number) => conversation.messages[at]?.author;
  // "You're right" is not kept and takes back all the same.
  const inMessage = (at: number) => conversation.messages[at]?.pieces.filter(({ form }) => form === "sentence") ?? [];
  const between = (from: number, end: number, isOf: (piece: ReadPiece) => boolean) =>
    kept.filter((piece) => piece.message >= from && piece.message < end && isStatement(piece) && isOf(piece));

  const strike = (targets: ReadPiece[], evidence: ReadPiece[], rivals = evidence.flatMap(valuesOf)) => {
    const tied = targets.map((piece) => ({ piece, tie: tieOf(piece, evidence, rivals) })).filter(({ tie }) => tie > 0);
    const target = tied.toReversed().toSorted((one, other) => other.tie - one.tie)[0]?.piece;
    if (!target || corrected.has(target)) return;
    const tieTo = (piece: ReadPiece) => tieOf(target, [piece], valuesOf(piece));
    const by = evidence.filter(isStatement).toSorted((a, b) => tieTo(b) - tieTo(a))[0];
    if (by) corrected.set(target, by);
  };

  for (const at of conversation.messages.keys()) {
    const own = inMessage(at);
    const [first] = own;
    if (!first) continue;
    const author = authorAt(at);
    const isOwn = (piece: ReadPiece) => findAuthor(conversation, piece) === author;
    const begins = own.findIndex((piece) => isCorrection(piece) && !correctsItself(piece));
    const correction = begins === -1 ? [] : own.slice(begins);
    const says = correction.find((piece) => wordsIn(piece).length > 0 || valuesOf(piece).length > 0);
    if (says) {
      const earlier = [...between(at - REACH, at, isOwn), ...own.slice(0, begins).filter(isStatement)];
      const code = conversation.pieces.find((piece) => piece.message === at && holdsCode(piece));
      const replaced = code && earlier.findLast((piece) => isCode(piece) && sharedBy(piece, [code]) > 0);
      // "5 is per address" makes the 5 more precise and takes back no other number.
      const named = new Set(earlier.flatMap(valuesOf).map(({ value }) => value));
      const rivals = valuesOf(says).filter(({ value }) => !named.has(value));
      if (replaced) corrected.set(replaced, code);
      else strike(earlier, [says], rivals);
      continue;
    }
    const concedes = own.some((piece) => piece.means("concedes"));
    if (concedes)
      for (const [piece, by] of corrected) if (findAuthor(conversation, by) === author) corrected.delete(piece);
    if (concedes || first.means("yields")) {
      const objection = conversation.messages.findLastIndex(
        (message, place) => place < at && place >= at - OBJECTED_WITHIN && message.author !== author,
      );
      const objecting = inMessage(objection);
      const isGivenUp = (piece: ReadPiece) => isOwn(piece) && isEchoed(piece, objecting, own);
      const isTakenBack = (piece: ReadPiece) => isOwn(piece) && (!symptom.has(piece) || isGivenUp(piece));
      const from = (objection === -1 ? at : objection) - REACH;
      const isStruck = concedes ? isTakenBack : (piece: ReadPiece) => isGivenUp(piece) && !symptom.has(piece);
      strike(between(from, at, isStruck), [...objecting, ...own]);
    } else if (author !== shape.asker && saysNo(first, conversation, shape)) {
      const isMentioned = (piece: ReadPiece) => sharedBy(piece, own) > 0 && !symptom.has(piece);
      const isByHelper = authorAt(at - 1) !== author && authorAt(at - 1) !== shape.asker;
      strike(isByHelper ? between(at - 1, at, isMentioned) : [], own.slice(0, 2));
    }
  }
  return corrected;
}

/** Maps each statement with a number that a later one denies and replaces, whoever says so and when: "10 clear days, not 7". */
function denialsIn({ pieces }: ReadConversation, kept: ReadPiece[]) {
  const denied = new Map<ReadPiece, ReadPiece>();
  for (const [position, by] of pieces.entries()) {
    if (!isStatement(by)) continue;
    const values = valuesOf(by);
    const replaced = values.filter(
      (value) =>
        value.isDenied && values.some((other) => !other.isDenied && other.value !== value.value && fits(other, value)),
    );
    const isReplaced = (piece: ReadPiece) =>
      valuesOf(piece).some((own) => replaced.some((value) => isNamed(own, value) && fits(own, value)));
    const earlier = kept.filter((piece) => pieces.indexOf(piece) < position && isStatement(piece) && isReplaced(piece));
    const target = earlier.toReversed().toSorted((one, other) => sharedBy(other, [by]) - sharedBy(one, [by]))[0];
    if (target) denied.set(target, by);
  }
  return denied;
}

const isCode = ({ form, text }: ReadPiece) => form === "code" || /^`[^`]+`$/.test(text);
const holdsCode = ({ form, text }: ReadPiece) => form === "code" || text.includes("`");

/** "Not .35" names 10.44.0.35. */
const isNamed = ({ value }: Value, by: Value) =>
  value === by.value || (by.value.startsWith(".") && value.endsWith(by.value));

/** Statements and steps can be taken back; a plain yes and a question cannot. */
const isStatement = (piece: ReadPiece) => !(piece.isQuestion || piece.means("affirms"));

/** Whether the piece begins as a correction or contains one after a comma: "two days, no wait, three". */
function isCorrection(piece: ReadPiece): boolean {
  if (piece.listed || piece.isQuestion) return false;
  return opensCorrection(piece) || clauseOfCorrection(piece) !== -1;
}

/** "Argh sorry wrong one" begins with filler. */
const opensCorrection = ({ tokens }: ReadPiece) => hasMeaning(dropLeadingFiller(tokens), "corrects");

/** Whether the piece itself holds the number that it corrects: "until 4pm it's 35, wait no 40". */
const correctsItself = (piece: ReadPiece) =>
  !opensCorrection(piece) && /\d/.test(clausesOf(piece).slice(0, clauseOfCorrection(piece)).at(-1) ?? "");

const clausesOf = ({ text }: ReadPiece) => text.split(/[,;]\s+|\s[–—-]\s/);

/** Returns -1 when no clause behind the first one is a correction. */
const clauseOfCorrection = (piece: ReadPiece) =>
  clausesOf(piece).findIndex(
    (clause, place) => place > 0 && countOpeningWords(splitIntoTokens(clause), "corrects") >= 2,
  );

/** Whether the author accepts an objection by repeating its number: "Four." "Five now." "Ah yes, five". */
function isEchoed(piece: ReadPiece, objecting: ReadPiece[], reply: ReadPiece[]): boolean {
  if (objecting[0] === undefined || hasMeaning(objecting[0].tokens, "adds")) return false;
  const repeated = new Set(reply.flatMap(valuesOf).map(({ value }) => value));
  const own = new Set(valuesOf(piece).map(({ value }) => value));
  const given = objecting.flatMap(valuesOf).filter(({ value }) => repeated.has(value) && !own.has(value));
  return isRivalled(piece, given);
}

/** Whether another person soon refuses the message, or its author corrects it later. */
export function isRefuted(at: number, conversation: ReadConversation, shape: ConversationShape): boolean {
  const { messages, pieces } = conversation;
  const own = pieces.filter(({ message }) => message === at);
  const author = messages[at]?.author;
  return pieces.some((piece) => {
    if (piece.message <= at || piece.isQuestion || piece.listed) return false;
    if (findAuthor(conversation, piece) !== author) {
      const isFirst = messages[piece.message]?.pieces[0] === piece;
      const isAbout = isFirst || own.some((other) => sharedBy(other, [piece]) > 0);
      return isAbout && piece.message <= at + OBJECTED_WITHIN && saysNo(piece, conversation, shape);
    }
    const isLast = !messages.slice(at + 1, piece.message).some((message) => message.author === author);
    return piece.means("corrects") && (isLast || own.some((other) => sharedBy(other, [piece]) > 0));
  });
}

/** Whether the piece is a refusal and not the answer to a question. An asker who lacks something ("no time") refuses nothing. */
function saysNo(piece: ReadPiece, conversation: ReadConversation, { asker }: ConversationShape): boolean {
  const before = conversation.messages[piece.message - 1];
  const author = findAuthor(conversation, piece);
  const isAsked = before?.author !== author && before?.pieces.some((other) => other.isQuestion);
  return !isAsked && (piece.means("disagrees") || (author !== asker && piece.means("refuses")));
}

/** The number of words that both use. */
function sharedBy(piece: ReadPiece, others: ReadPiece[]): number {
  const words = new Set(others.flatMap(wordsIn));
  return new Set(wordsIn(piece).filter((word) => words.has(word))).size;
}

const wordsIn = ({ form, text, content }: ReadPiece) => (form === "code" ? extractContentWords(text) : content);

/**
 * Scores the link. A common number counts only with another link: "two single weeks" does not take back "two weeks". Code is
 * corrected by naming its number: it has many others.
 */
function tieOf(piece: ReadPiece, others: ReadPiece[], rivals: Value[]): number {
  const values = others.flatMap(valuesOf);
  const numbers = valuesOf(piece).filter((own) =>
    values.some((other) => other.value === own.value && fits(own, other)),
  );
  const tie = TIE.word * sharedBy(piece, others) + (isRivalled(piece, rivals) ? TIE.rival : 0);
  if (piece.form === "code" && numbers.length === 0) return 0;
  return tie > 0 ? tie + TIE.number * numbers.length : 0;
}

const isRivalled = (piece: ReadPiece, values: Value[]) =>
  valuesOf(piece).some((own) => values.some((other) => other.value !== own.value && fits(own, other)));

/** Returns where in the text the first value stands that the correction denies or gives otherwise in the same unit. */
export function findReplacedValue(text: string, correction: string): number | undefined {
  const given = valuesOf({ text: correction });
  const isReplaced = ({ value, unit }: Value) =>
    given.some((other) => (other.value === value ? other.isDenied : unit !== undefined && unit === other.unit));
  return valuesOf({ text }).find(isReplaced)?.start;
}

/** Whether both have one unit, or one names none: "£3" is not "3 months". */
const fits = (one: Value, other: Value) => !one.unit || !other.unit || one.unit === other.unit;

interface Value {
  value: string;
  /** The first letters of the word after the number, or the adjacent symbol; absent when that is a function word. */
  unit: string | undefined;
  isDenied: boolean;
  /** Its position in the text. */
  start: number;
}

const NUMBERS = new Map(
  Object.values(LANGUAGES).flatMap(({ numbers }) =>
    numbers.split(" ").map((word, place): [string, string] => [word, String(place + 2)]),
  ),
);
const DENIALS = new Set(Object.values(LANGUAGES).flatMap(({ denials }) => denials.split(" ")));
const WORDS_AND_NUMBERS = /(?:(?<=\s)\.)?\d+(?:[.:,]\d+)*|[.,;!?)](?=\s|$)|\p{L}+|\p{Sc}|%/gu;
/** `same`: equal first letters make units equal, as in "day" and "days". `least`: a unit has at least this many letters. */
const UNIT_LETTERS = { same: 3, least: 4 };

/** Reads the numbers of a piece, also those written as words. Years are left out, because they only date a value. */
function valuesOf({ text }: Pick<ReadPiece, "text">): Value[] {
  const matches = [...text.toLowerCase().matchAll(WORDS_AND_NUMBERS)];
  const words = matches.map(([word]) => word);
  return matches.flatMap(({ 0: word, index: start }, at) => {
    const value = NUMBERS.get(word) ?? word;
    if (!/^\.?\d/.test(value) || /^(?:19|20)\d\d$/.test(value)) return [];
    const sign = [words[at - 1], words[at + 1]].find((beside) => /^[\p{Sc}%]$/u.test(beside ?? ""));
    const behind = words[at + 1] ?? "";
    const isUnit = behind.length >= UNIT_LETTERS.least && isContentWord(behind);
    const unit = isUnit ? behind.slice(0, UNIT_LETTERS.same) : undefined;
    const isDenied = [words[at - 1], words[at - 2]].some((before) => DENIALS.has(before ?? ""));
    return [{ value, unit: sign ?? unit, isDenied, start }];
  });
}
