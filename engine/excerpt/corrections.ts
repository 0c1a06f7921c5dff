import { countOpeningWords, dropLeadingFiller, hasMeaning } from "../language/meanings.ts";
import { splitIntoTokens } from "../language/phrases.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { extractContentWords } from "../text/words.ts";
import { extractValues, haveSameUnit, type NumericValue } from "./values.ts";

/** A correction refers to one of this many messages before it. */
const REACH = 6;
/** The distance in messages between a statement and an objection, and between the objection and the author's agreement. */
const OBJECTED_WITHIN = 3;
/**
 * Scores of the link between a correction and a sentence: per common word, per other number of its unit (`rival`), per common number.
 */
const TIE = { word: 1, rival: 2, number: 3 };

/** A message that corrects a piece (a sentence, list item or code block). */
export interface Correction {
  by: ParsedPiece;
  /** True if authors replace their own number or code. All other corrections are only possible ones. */
  isCertain: boolean;
}

/**
 * Maps each piece that may no longer be true to its correction. The author takes the piece back or agrees with an objection, or
 * somebody rejects it. Ignores a correction without a matching piece, and a correction after which the author repeats the old value.
 */
export function findCorrections(conversation: ParsedConversation, shape: ConversationShape, kept: ParsedPiece[]) {
  const corrected = denialsIn(conversation, kept);
  const reader = { conversation, shape, kept, corrected, symptom: symptomOf(shape) };
  for (const at of conversation.messages.keys()) {
    // "You're right" is not kept for the article, but it can still take a statement back.
    const [first, ...others] = sentencesIn(conversation, at);
    if (first) correctBefore(reader, at, [first, ...others]);
  }
  return corrected;
}

interface CorrectionContext {
  conversation: ParsedConversation;
  shape: ConversationShape;
  kept: ParsedPiece[];
  corrected: Map<ParsedPiece, Correction>;
  /** The pieces of the first question. */
  symptom: ReadonlySet<ParsedPiece>;
}

const symptomOf = ({ questionAt, opening }: ConversationShape) => new Set(questionAt === -1 ? [] : opening);

const sentencesIn = ({ messages }: ParsedConversation, at: number) =>
  messages[at]?.pieces.filter(({ form }) => form === "sentence") ?? [];

const keptBetween = ({ kept }: CorrectionContext, from: number, end: number, isOf: (piece: ParsedPiece) => boolean) =>
  kept.filter((piece) => piece.message >= from && piece.message < end && isStatement(piece) && isOf(piece));

/** Finds the statements that the message at `at` corrects, and adds the corrections to the map. */
function correctBefore(reader: CorrectionContext, at: number, own: [ParsedPiece, ...ParsedPiece[]]): void {
  const { conversation, shape, corrected, symptom } = reader;
  const [first] = own;
  const author = conversation.messages[at]?.author;
  const isOwn = (piece: ParsedPiece) => findAuthor(conversation, piece) === author;
  const begins = own.findIndex((piece) => isCorrection(piece) && !correctsItself(piece));
  const correction = begins === -1 ? [] : own.slice(begins);
  const says = correction.find((piece) => wordsIn(piece).length > 0 || extractValues(piece).length > 0);
  if (says) {
    const earlier = [...keptBetween(reader, at - REACH, at, isOwn), ...own.slice(0, begins).filter(isStatement)];
    return replaceOwn(reader, says, earlier) || author === shape.asker ? undefined : replaceOthers(reader, says, isOwn);
  }
  const objection = conversation.messages.findLastIndex(
    (message, place) => place < at && place >= at - OBJECTED_WITHIN && message.author !== author,
  );
  const objecting = sentencesIn(conversation, objection);
  // "The handbook still says 90" is about the handbook. "You're right" after it takes no statement back.
  if (objecting.some((piece) => piece.means("stillSays"))) return;
  const concedes = own.some((piece) => piece.means("concedes"));
  if (concedes)
    for (const [piece, { by }] of corrected) if (findAuthor(conversation, by) === author) corrected.delete(piece);
  // "Yes." after a question answers it and takes no statement back.
  if (concedes || (first.means("yields") && !objecting.at(-1)?.isQuestion)) {
    const isGivenUp = (piece: ParsedPiece) => isOwn(piece) && isEchoed(piece, objecting, own);
    const isTakenBack = (piece: ParsedPiece) => isOwn(piece) && (!symptom.has(piece) || isGivenUp(piece));
    const from = (objection === -1 ? at : objection) - REACH;
    const isOf = concedes ? isTakenBack : (piece: ParsedPiece) => isGivenUp(piece) && !symptom.has(piece);
    const known = new Set(corrected.keys());
    const target = mark(reader, keptBetween(reader, from, at, isOf), [...objecting, ...own]);
    const correction = target && !known.has(target) && corrected.get(target);
    if (correction && isRepeated(target, correction, conversation)) corrected.delete(target);
  } else if (author !== shape.asker && saysNo(first, conversation, shape)) objectTo(reader, at, own);
}

/** Finds the sentence that the correction most likely refers to, records the correction and returns the sentence. */
function mark(
  { corrected }: CorrectionContext,
  targets: ParsedPiece[],
  evidence: ParsedPiece[],
  rivals = evidence.flatMap(extractValues),
) {
  const tied = targets.map((piece) => ({ piece, tie: tieOf(piece, evidence, rivals) })).filter(({ tie }) => tie > 0);
  const target = tied.toReversed().toSorted((one, other) => other.tie - one.tie)[0]?.piece;
  if (!target || corrected.has(target)) return target;
  const tieTo = (piece: ParsedPiece) => tieOf(target, [piece], extractValues(piece));
  const by = evidence.filter(isStatement).toSorted((a, b) => tieTo(b) - tieTo(a))[0];
  if (by) corrected.set(target, { by, isCertain: false });
  return target;
}

/**
 * Records corrections of the author's own earlier statements. A correction is certain if exactly one earlier statement
 * has a number with the same unit.
 */
function replaceOwn(reader: CorrectionContext, says: ParsedPiece, earlier: ParsedPiece[]): boolean {
  const { conversation, corrected } = reader;
  const code = conversation.pieces.find((piece) => piece.message === says.message && holdsCode(piece));
  const replaced = code && earlier.findLast((piece) => isCode(piece) && sharedBy(piece, [code]) > 0);
  if (replaced) {
    corrected.set(replaced, { by: code, isCertain: true });
    return true;
  }
  // "5 is per address" only explains the 5 and corrects no other number.
  const named = new Set(earlier.flatMap(extractValues).map(({ value }) => value));
  const rivals = extractValues(says).filter(({ value }) => !named.has(value));
  const target = mark(reader, earlier, [says], rivals);
  const correction = target && corrected.get(target);
  const rivalled = earlier.filter((piece) =>
    extractValues(piece).some((own) => rivals.some((value) => replaces(value, own))),
  );
  // "Right, 5" agrees with somebody else and corrects nothing.
  const isAlone = rivalled.length === 1 && !says.means("yields");
  if (correction?.by === says && isAlone && rivalled[0] === target) correction.isCertain = true;
  return target !== undefined;
}

/** Records a correction of another person's number if the message begins as a correction and gives a different number. */
function replaceOthers(reader: CorrectionContext, says: ParsedPiece, isOwn: (piece: ParsedPiece) => boolean): void {
  const rivals = extractValues(says).filter(({ isDenied }) => !isDenied);
  const isOf = (piece: ParsedPiece) =>
    !isOwn(piece) &&
    sharedBy(piece, [says]) > 0 &&
    extractValues(piece).some((own) => rivals.some((value) => replaces(value, own)));
  mark(reader, keptBetween(reader, says.message - REACH, says.message, isOf), [says], rivals);
}

const replaces = (value: NumericValue, own: NumericValue) => value.value !== own.value && value.unit === own.unit;

/**
 * Records corrections of a helper's message directly before an objection: the piece that it mentions, or all after
 * "that has changed".
 */
function objectTo(reader: CorrectionContext, at: number, own: [ParsedPiece, ...ParsedPiece[]]): void {
  const { conversation, shape, corrected, kept, symptom } = reader;
  const [before, author] = [at - 1, at].map((place) => conversation.messages[place]?.author);
  if (before === author || before === shape.asker) return;
  const evidence = own.slice(0, 2);
  const isMentioned = (piece: ParsedPiece) => sharedBy(piece, own) > 0 && !symptom.has(piece);
  const mentioned = mark(reader, keptBetween(reader, at - 1, at, isMentioned), evidence);
  const isSaid = (piece: ParsedPiece) => piece.message === at - 1 && !piece.isQuestion;
  const refused = mentioned ? [mentioned] : own[0].means("disagrees") ? kept.filter(isSaid) : [];
  const values = new Set(refused.flatMap(extractValues).map(({ value }) => value));
  // Earlier statements of the author with the same value are corrected too.
  const isSameValue = (piece: ParsedPiece) =>
    findAuthor(conversation, piece) === before && extractValues(piece).some(({ value }) => values.has(value));
  const by = evidence.findLast(isStatement);
  for (const piece of [...refused, ...keptBetween(reader, at - REACH, at - 1, isSameValue)])
    if (by && !symptom.has(piece) && !corrected.has(piece)) corrected.set(piece, { by, isCertain: false });
}

/** Whether the author repeats the old number after the correction. The correction is then ignored. */
function isRepeated(piece: ParsedPiece, { by }: Correction, conversation: ParsedConversation): boolean {
  const author = findAuthor(conversation, piece);
  const given = extractValues(by).filter(({ isDenied }) => !isDenied);
  const isRival = (own: NumericValue) => given.some((other) => replaces(other, own));
  const own = extractValues(piece).filter((one) => isRival(one) && !given.some(({ value }) => value === one.value));
  const isSaidAgain = (value: NumericValue) => own.some((one) => one.value === value.value && haveSameUnit(one, value));
  return conversation.messages.some(({ author: speaker, pieces }, at) => {
    const values = pieces
      .filter((other) => other !== by && other !== piece && isStatement(other))
      .flatMap(extractValues);
    const isGiven = values.some(({ value }) => given.some((other) => other.value === value));
    const isLater = at >= by.message && speaker === author;
    return isLater && !isGiven && values.some((value) => !value.isDenied && isSaidAgain(value));
  });
}

/**
 * Maps each statement with a number to a later statement that denies the number and gives another: "10 clear days, not
 * 7". The author and the distance do not matter.
 */
function denialsIn(conversation: ParsedConversation, kept: ParsedPiece[]) {
  const { pieces } = conversation;
  const denied = new Map<ParsedPiece, Correction>();
  for (const [position, by] of pieces.entries()) {
    if (!isStatement(by)) continue;
    const values = extractValues(by);
    const replaced = values.filter(
      (value) =>
        value.isDenied &&
        values.some((other) => !other.isDenied && other.value !== value.value && haveSameUnit(other, value)),
    );
    const isReplaced = (piece: ParsedPiece) =>
      extractValues(piece).some((own) => replaced.some((value) => isNamed(own, value) && haveSameUnit(own, value)));
    const earlier = kept.filter((piece) => pieces.indexOf(piece) < position && isStatement(piece) && isReplaced(piece));
    const target = earlier.toReversed().toSorted((one, other) => sharedBy(other, [by]) - sharedBy(one, [by]))[0];
    const isCertain = target !== undefined && findAuthor(conversation, target) === findAuthor(conversation, by);
    if (target) denied.set(target, { by, isCertain });
  }
  return denied;
}

const isCode = ({ form, text }: ParsedPiece) => form === "code" || /^`[^`]+`$/.test(text);
const holdsCode = ({ form, text }: ParsedPiece) => form === "code" || text.includes("`");

/** "Not .35" refers to 10.44.0.35. */
const isNamed = ({ value }: NumericValue, by: NumericValue) =>
  value === by.value || (by.value.startsWith(".") && value.endsWith(by.value));

/** Whether the piece can be taken back. A question and a plain yes cannot. */
const isStatement = (piece: ParsedPiece) => !(piece.isQuestion || piece.means("affirms"));

/** Whether the piece begins as a correction or contains one after a comma: "two days, no wait, three". */
function isCorrection(piece: ParsedPiece): boolean {
  if (piece.listed || piece.isQuestion) return false;
  return opensCorrection(piece) || clauseOfCorrection(piece) !== -1;
}

/** Skips filler first: "Argh sorry wrong one". */
const opensCorrection = ({ tokens }: ParsedPiece) => hasMeaning(dropLeadingFiller(tokens), "corrects");

/** Whether the piece contains both the wrong number and its correction: "until 4pm it's 35, wait no 40". */
const correctsItself = (piece: ParsedPiece) =>
  !opensCorrection(piece) && /\d/.test(clausesOf(piece).slice(0, clauseOfCorrection(piece)).at(-1) ?? "");

const clausesOf = ({ text }: ParsedPiece) => text.split(/[,;]\s+|\s[–—-]\s/);

/** The index of the first clause, after the opening one, that begins as a correction; -1 without one. */
const clauseOfCorrection = (piece: ParsedPiece) =>
  clausesOf(piece).findIndex(
    (clause, place) => place > 0 && countOpeningWords(splitIntoTokens(clause), "corrects") >= 2,
  );

/** Whether the author agrees with an objection by repeating its number: "Four." "Five now." "Ah yes, five". */
function isEchoed(piece: ParsedPiece, objecting: ParsedPiece[], reply: ParsedPiece[]): boolean {
  if (objecting[0] === undefined || hasMeaning(objecting[0].tokens, "adds")) return false;
  const repeated = new Set(reply.flatMap(extractValues).map(({ value }) => value));
  const own = new Set(extractValues(piece).map(({ value }) => value));
  const given = objecting.flatMap(extractValues).filter(({ value }) => repeated.has(value) && !own.has(value));
  return isRivalled(piece, given);
}

/** Whether another person rejects the message soon after, or its author corrects it later. */
export function isRefuted(at: number, conversation: ParsedConversation, shape: ConversationShape): boolean {
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

/** Whether the piece rejects a statement and answers no question. An asker who lacks something ("no time") rejects nothing. */
function saysNo(piece: ParsedPiece, conversation: ParsedConversation, { asker }: ConversationShape): boolean {
  const before = conversation.messages[piece.message - 1];
  const author = findAuthor(conversation, piece);
  const isAsked = before?.author !== author && before?.pieces.some((other) => other.isQuestion);
  return !isAsked && (piece.means("disagrees") || (author !== asker && piece.means("refuses")));
}

/** The number of common words. */
function sharedBy(piece: ParsedPiece, others: ParsedPiece[]): number {
  const words = new Set(others.flatMap(wordsIn));
  return new Set(wordsIn(piece).filter((word) => words.has(word))).size;
}

const wordsIn = ({ form, text, content }: ParsedPiece) => (form === "code" ? extractContentWords(text) : content);

/**
 * Scores the link between a piece and a possible correction. A common number counts only beside another link: "two single weeks" does
 * not correct "two weeks". Code is linked only by a common number, because code contains many numbers and few words that people say.
 */
function tieOf(piece: ParsedPiece, others: ParsedPiece[], rivals: NumericValue[]): number {
  const values = others.flatMap(extractValues);
  const numbers = extractValues(piece).filter((own) =>
    values.some((other) => other.value === own.value && haveSameUnit(own, other)),
  );
  const tie = TIE.word * sharedBy(piece, others) + (isRivalled(piece, rivals) ? TIE.rival : 0);
  if (piece.form === "code") return numbers.length > 0 ? tie + TIE.number * numbers.length : 0;
  return tie > 0 ? tie + TIE.number * numbers.length : 0;
}

const isRivalled = (piece: ParsedPiece, values: NumericValue[]) =>
  extractValues(piece).some((own) => values.some((other) => other.value !== own.value && haveSameUnit(own, other)));
