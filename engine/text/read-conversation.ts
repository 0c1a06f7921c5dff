import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";
import type { Meaning } from "../language/cue.ts";
import { isQuestion, meaningsOf } from "../language/meanings.ts";
import { type Token, tokensOf } from "../language/phrases.ts";
import { cleanText } from "./clean-text.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { contentWordsOf } from "./words.ts";

/** A piece of a message, with often needed properties that are computed once. */
export class ReadPiece {
  readonly form: Piece["form"];
  readonly text: string;
  readonly language: string | null;
  readonly listed: Piece["listed"];
  readonly opensParagraph: boolean;
  /** Position of its message in the conversation. */
  readonly message: number;
  readonly tokens: Token[];
  #meanings: Set<Meaning> | undefined;
  #content: string[] | undefined;
  #isQuestion: boolean | undefined;

  constructor(piece: Piece, message: number) {
    this.form = piece.form;
    this.text = piece.text;
    this.language = piece.language;
    this.listed = piece.listed;
    this.opensParagraph = piece.opensParagraph ?? false;
    this.message = message;
    this.tokens = piece.form === "code" ? [] : tokensOf(piece.text);
  }

  means(meaning: Meaning): boolean {
    this.#meanings ??= meaningsOf(this.tokens);
    return this.#meanings.has(meaning);
  }

  get isQuestion(): boolean {
    this.#isQuestion ??= this.form === "sentence" && isQuestion(this.text, this.tokens);
    return this.#isQuestion;
  }

  get content(): string[] {
    this.#content ??= this.form === "code" ? [] : contentWordsOf(this.text);
    return this.#content;
  }
}

export interface ReadMessage {
  externalId: string;
  author: string;
  authorName: string;
  sentAt: Date;
  text: string;
  pieces: ReadPiece[];
}

/** A parsed conversation, shared by finding and writing. */
export interface ReadConversation {
  messages: ReadMessage[];
  pieces: ReadPiece[];
  /** True for a thread of the platform. */
  isThread: boolean;
}

export function readConversation({ messages }: Conversation): ReadConversation {
  const read = messages.map(readMessage);
  return {
    messages: read,
    pieces: read.flatMap(({ pieces }) => pieces),
    isThread: messages.some(({ threadId }) => threadId !== null),
  };
}

function readMessage(message: ChatMessage, position: number): ReadMessage {
  const text = cleanText(message.text).trim();
  return {
    externalId: message.externalId,
    author: message.author.externalId,
    authorName: cleanText(message.author.name).replace(/\s+/g, " ").trim(),
    sentAt: message.sentAt,
    text,
    pieces: piecesOf(text).map((piece) => new ReadPiece(piece, position)),
  };
}
