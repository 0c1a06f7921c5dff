import { isBareCode } from "./bare-code.ts";
import { mendSlips } from "./mend-slips.ts";
import {
  type CodePiece,
  isCommand,
  type ParsedConversation,
  type Piece,
  type SentencePiece,
} from "./parse-conversation.ts";
import { withoutAddress } from "./said-to.ts";
import { readActs } from "./sentence-acts.ts";
import { contentWordsOf } from "./words.ts";

export type JoinedSentence = SentencePiece & { sources: number[] };
export type Joined = JoinedSentence | (CodePiece & { sources: number[] });

const GOES_ON =
  /^(?:and|but|or|if|in|to|that|which|because|with|from|when|for|on|of|as|using|instead|by|at|into|after|before|then|while|where|without|inside|under|than|so that)\b/;
/** "If you typed a password: call me at once" has its own main clause. */
const STANDS_ALONE = /^(?:if|when|after|before|while)\b[^,:]{6,}[,:] \S/;
/** Nobody ends a sentence here: the rest comes with the next message. */
const ENDS_OPEN = /\b(?:the|a|an|to|of|with|from|for|and|or|your|my|into|is|are|like|called|named|than|because)$/i;
/** What is to be written follows. */
const ANNOUNCES_TEXT = /\b(?:add|put|write|run|type|enter|insert|append|paste)$/i;
/** "And for this ticket, …", "and the blank ones?": of its own. */
const ADDS = /^and (?:for (?:this|the|all|those|these)\b[^,]{0,40},|[^.!]{3,60}\?)/;
/** "From deploy box only `kr release rollback`, …", in a message of its own. */
const BEGINS_ANEW = /^(?:from|in|on|at|for|to|with|by|inside|under|using)\b[^.!?]{4,}(?:[,:] |`)/;
const WHOLE_FROM = 6;
const isWhole = (text: string) => text.split(/\s+/).length >= WHOLE_FROM && !ENDS_OPEN.test(text);
const LONGEST = 300;

/** Puts a sentence back together that was sent in several messages. */
export function joinSentences(conversation: ParsedConversation): Joined[] {
  const joined: Joined[] = [];
  let before = -1;
  for (const given of conversation.pieces) {
    const piece = given.message === before ? given : unaddressed(given, conversation.names);
    before = given.message;
    const last = joined.at(-1);
    const between = last ? gapBetween(last, piece, conversation) : null;
    if (last?.form === "sentence" && piece.form === "sentence" && between !== null) {
      const text = `${last.text}${between}${piece.text}`;
      joined[joined.length - 1] = {
        ...last,
        text,
        acts: readActs(text),
        contentWords: contentWordsOf(text),
        sources: [...new Set([...last.sources, piece.message])],
      };
    } else joined.push({ ...piece, sources: [piece.message] });
  }
  return mendSlips(joined);
}

/** The first sentence of a message without the name it opens with; a command that is left is one. */
function unaddressed(piece: Piece, names: readonly string[]): Piece {
  if (piece.form === "code") return piece;
  const text = withoutAddress(piece.text, names);
  if (text === piece.text) return piece;
  if (isCommand(text))
    return { form: "code", text: text.replace(/^\$ (?=\S)/, ""), language: null, message: piece.message };
  const acts = readActs(text);
  // "do ls -al to see all" begins like a question.
  const question = acts.question && (piece.acts.question || text.includes("?"));
  return { ...piece, text, acts: { ...acts, question }, contentWords: contentWordsOf(text) };
}

/** What belongs between two halves of a sentence; null when they are two sentences. */
function gapBetween(last: Joined, piece: Piece, conversation: ParsedConversation): string | null {
  if (last.form === "code" || piece.form === "code" || last.listed || piece.listed) return null;
  if (isBareCode(last.text) || isBareCode(piece.text)) return null;
  if (conversation.messages[last.message]?.author !== conversation.messages[piece.message]?.author) return null;
  if (last.acts.smallTalk || last.acts.greeting || last.text.length + piece.text.length >= LONGEST) return null;
  if (/[.!?:…)\p{Extended_Pictographic}\u{fe0f}]$/u.test(last.text) || ADDS.test(piece.text)) return null;
  if (last.message === piece.message && last.text.includes(" = ")) return null;
  if (last.message !== piece.message && BEGINS_ANEW.test(piece.text) && isWhole(last.text)) return null;
  if (ANNOUNCES_TEXT.test(last.text)) return ": ";
  return (GOES_ON.test(piece.text) && !STANDS_ALONE.test(piece.text)) || ENDS_OPEN.test(last.text) ? " " : null;
}
