import type { Meaning } from "../language/cue.ts";
import {
  type ParsedConversation,
  type ParsedMessage,
  ParsedPiece,
  parseConversationText,
} from "../text/read-conversation.ts";
import { hasContent } from "../text/shape.ts";
import { extractContentWords, stemWord } from "../text/words.ts";

/** An answer follows its question within this many messages. */
const REACH = 6;

/** Pairs each question with its answers by position: other people's messages until the asker asks again. */
export function pairAnswers(conversation: Parameters<typeof parseConversationText>[0]): [number, number][] {
  const { messages } = parseConversationText(conversation);
  return messages.flatMap((message, question) => (asks(message) ? repliesTo(messages, question) : []));
}

const asks = ({ pieces }: ParsedMessage) => pieces.some((piece) => piece.isQuestion && piece.tokens.length > 1);

function repliesTo(messages: ParsedConversation["messages"], question: number): [number, number][] {
  const asker = messages[question]?.author;
  const replies: [number, number][] = [];
  for (let at = question + 1; at < Math.min(messages.length, question + 1 + REACH); at++) {
    const message = messages[at];
    if (!message || (message.author === asker && asks(message))) break;
    if (message.author !== asker && !asks(message) && message.pieces.some(hasContent)) replies.push([question, at]);
  }
  return replies;
}

/** Fewer than half of the sentences, so that the selection is read at a glance. */
const MOST = 5;
const SHARE = 0.4;
const TELLING: Meaning[] = ["advice", "step", "rule", "cause", "explains"];

/** Returns positions of the sentences most relevant to the question, in their order; at least one if there are any. */
export function selectRelevantSentences(question: string, sentences: string[]): number[] {
  const asked = new Set(extractContentWords(question).map(stemWord));
  const pieces = sentences.map(
    (text, at) => new ParsedPiece({ form: "sentence", text, language: null, listed: null }, at),
  );
  const scores = pieces.map((piece) => {
    const shared = piece.content.filter((word) => asked.has(stemWord(word))).length;
    const telling = TELLING.filter((meaning) => piece.means(meaning)).length;
    const length = Math.log1p(piece.content.length);
    return piece.isQuestion || piece.means("acknowledges") ? 0 : length + telling + shared;
  });
  const ranked = [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const count = Math.min(MOST, Math.max(1, Math.round(sentences.length * SHARE)));
  return ranked.slice(0, Math.min(count, sentences.length)).sort((a, b) => a - b);
}

const INSTRUCTING: Meaning[] = ["advice", "step", "rule"];
/** A command's flag, or a mark that closes: the beginning stands in another line, as of "-nd first, then git clean". */
const BEGINS_MIDWAY = /^(?:-{1,2}[\p{L}\d]|[),;:.\]}])/u;
/** Sentences with fewer content words are not understood outside of the conversation: "Yes, two on the phone!", "Scanners again." */
const LEAST_CONTENT = { instructing: 2, telling: 3 };

/**
 * Returns the position of the sentence that represents an answer in a list: the most instructive one, else the first informative
 * one. Returns -1 if all sentences only react, ask or guess.
 */
export function findMostInstructiveSentence(sentences: string[]): number {
  const scores = sentences.map((text, at) => {
    const piece = new ParsedPiece({ form: "sentence", text, language: null, listed: null }, at);
    const instructs = INSTRUCTING.filter((meaning) => piece.means(meaning)).length;
    const count = piece.content.length;
    if (piece.isQuestion || piece.means("doubts") || piece.means("leans") || BEGINS_MIDWAY.test(text)) return -1;
    if (instructs > 0 && count >= LEAST_CONTENT.instructing) return instructs + Math.log1p(count);
    return count < LEAST_CONTENT.telling || piece.means("acknowledges") || piece.means("thanks") ? -1 : 0;
  });
  const best = Math.max(-1, ...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}
