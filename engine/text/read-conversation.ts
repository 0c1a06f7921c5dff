import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { Meaning } from "../language/cue.ts";
import { findMeanings, isQuestion } from "../language/meanings.ts";
import { splitIntoTokens, type WordToken } from "../language/phrases.ts";
import { cleanText } from "./clean-text.ts";
import { splitIntoPieces, type TextPiece } from "./pieces.ts";
import { extractContentWords } from "./words.ts";

/** A sentence, list item or code block of a message. Frequently used properties are computed once. */
export class ParsedPiece {
  readonly form: TextPiece["form"];
  readonly text: string;
  readonly language: string | null;
  readonly listed: TextPiece["listed"];
  readonly opensParagraph: boolean;
  /** The position of the piece's message in the conversation. */
  readonly message: number;
  readonly tokens: WordToken[];
  #meanings: Set<Meaning> | undefined;
  #content: string[] | undefined;
  #isQuestion: boolean | undefined;

  constructor(piece: TextPiece, message: number) {
    this.form = piece.form;
    this.text = piece.text;
    this.language = piece.language;
    this.listed = piece.listed;
    this.opensParagraph = piece.opensParagraph ?? false;
    this.message = message;
    this.tokens = piece.form === "code" ? [] : splitIntoTokens(piece.text);
  }

  means(meaning: Meaning): boolean {
    this.#meanings ??= findMeanings(this.tokens);
    return this.#meanings.has(meaning);
  }

  get isQuestion(): boolean {
    this.#isQuestion ??= this.form === "sentence" && isQuestion(this.text, this.tokens);
    return this.#isQuestion;
  }

  get content(): string[] {
    this.#content ??= this.form === "code" ? [] : extractContentWords(this.text);
    return this.#content;
  }
}

export interface ParsedMessage {
  externalId: string;
  author: string;
  authorName: string;
  sentAt: Date;
  text: string;
  followsDeleted: boolean;
  pieces: ParsedPiece[];
}

/** A conversation parsed once, both for judging it and for writing about it. */
export interface ParsedConversation {
  messages: ParsedMessage[];
  pieces: ParsedPiece[];
  /** True if the chat platform groups the messages as a thread. */
  isThread: boolean;
}

export function parseConversationText({ messages }: Conversation): ParsedConversation {
  const read = messages.map(readMessage);
  return {
    messages: read,
    pieces: read.flatMap(({ pieces }) => pieces),
    isThread: messages.some(({ threadId }) => threadId !== null),
  };
}

function readMessage(message: ChatMessage, position: number): ParsedMessage {
  const text = cleanText(message.text).trim();
  return {
    externalId: message.externalId,
    author: message.author.externalId,
    authorName: cleanText(message.author.name).replace(/\s+/g, " ").trim(),
    sentAt: message.sentAt,
    text,
    followsDeleted: message.followsDeleted === true,
    pieces: splitIntoPieces(text).map((piece) => new ParsedPiece(piece, position)),
  };
}
