import { diffIndices } from "node-diff3";
import { lettersOf, type Statement } from "../../shared/domain/article.ts";
import { cleanText } from "../text/clean-text.ts";
import { splitIntoPieces } from "../text/pieces.ts";
import { capitalizeSentence, trimSentence } from "./trim-sentence.ts";

type StatementWords = Pick<Statement, "form" | "text" | "language">;

/** The two texts of a message that was edited. */
interface EditedMessage {
  before: string;
  now: string;
}

/**
 * Finds the sentences that replaced the article's source sentence when the message was edited, in the message's words.
 * Returns null if the message still contains the sentence, if nothing replaced it, or if the change is too large to
 * tell.
 */
export function findNewWords(
  taken: Pick<Statement, "form" | "text">,
  { before, now }: EditedMessage,
): StatementWords[] | null {
  const [was, is] = [sentencesOf(before), sentencesOf(now)];
  const held = was.filter((one) => lettersOf(taken.text).includes(lettersOf(one.text)));
  if (held.length > 1) return held.length === was.length && is.length > 0 ? is : null;
  const from = placeOf(taken, was);
  const hunks = diffIndices(was.map(keyOf), is.map(keyOf));
  const hunk = hunks.find(({ buffer1: [start, length] }) => start <= from && from < start + length);
  if (!hunk) return null;
  const [start, length] = hunk.buffer1;
  const [newStart, newLength] = hunk.buffer2;
  const isSentenceBySentence = length === newLength;
  if (newLength === 0 || !(isSentenceBySentence || length === 1)) return null;
  const at = newStart + (isSentenceBySentence ? from - start : 0);
  return is.slice(at, at + (isSentenceBySentence ? 1 : newLength));
}

function sentencesOf(text: string): StatementWords[] {
  return splitIntoPieces(cleanText(text)).flatMap(({ form, text: piece, language }) => {
    const said = form === "code" ? piece : capitalizeSentence(trimSentence(piece, NO_NAMES));
    return said ? [{ form, text: said, language }] : [];
  });
}

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Returns the position of the message's sentence that the article's sentence was taken from. A person or a language
 * model may have reworded the article's sentence.
 */
function placeOf(taken: Pick<Statement, "form" | "text">, sentences: StatementWords[]): number {
  if (sentences.length === 1) return 0;
  const shares = sentences.map((one) => (one.form === taken.form ? commonShare(one.text, taken.text) : 0));
  const most = Math.max(...shares);
  return most < REWORDED_FROM ? -1 : shares.indexOf(most);
}

/**
 * The least share of common words. With fewer common words, the article's sentence may come from several sentences of
 * the message.
 */
const REWORDED_FROM = 0.5;

const keyOf = ({ form, text }: StatementWords) => `${form} ${text}`;

function commonShare(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return (2 * words.intersection(others).size) / Math.max(1, words.size + others.size);
}
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
