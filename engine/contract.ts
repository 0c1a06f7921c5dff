import type { WrittenArticle } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import type { ContentType } from "../shared/domain/facets.ts";
import type { MessageWindow } from "./find/group-window.ts";
import type { Comparison, KnowledgeText } from "./local/same-knowledge.ts";
import type { AskedOfModel, WritingOptions, WrittenClaim } from "./model/answer.ts";

/** What a workspace set under AI Detection Settings. */
export interface DetectionSettings {
  /** 1 (conservative: few, certain articles) to 10 (aggressive). */
  sensitivity: number;
  /** Characters; shorter messages do not count as evidence of knowledge. */
  minMessageLength: number;
  detectionKeywords: string[];
}

/** The verdict on one conversation. */
export interface Finding {
  /** Calibrated probability, 0 to 1, that the conversation holds knowledge; becomes the article's confidence. */
  score: number;
  isKnowledge: boolean;
  contentType: ContentType;
  /** Why, in words a person understands: 'a question answered by someone else', 'steps given', 'thanked'. */
  reasons: string[];
  /** Ids of messages that belong to other conversations, one list for each. Absent: the engine sees none. */
  otherConversations?: string[][];
}

export interface WritingContext {
  /** Where it was said, for the category and the title. */
  channelName: string;
  /** Tags the workspace already uses, most used first: reused before new ones are made. */
  knownTags: string[];
}

/** Judges and writes. The local engine is one, the LLM engine (which lets the local engine filter first) the other. */
export interface Engine {
  readonly name: "local" | "llm";
  /** The key of each message's conversation, by message id. What is grouped already keeps its key. */
  group(window: MessageWindow): Promise<ReadonlyMap<string, string>>;
  detect(conversation: Conversation, settings: DetectionSettings): Promise<Finding>;
  write(conversation: Conversation, finding: Finding, context: WritingContext): Promise<WrittenArticle>;
  /** How fresh knowledge relates to what is known. Absent: every conversation gets an article of its own. */
  compare?(known: KnowledgeText, fresh: KnowledgeText): Promise<Comparison>;
  /**
   * Of a conversation whose article says what is known and cites these messages: the ids of later messages that begin
   * another matter; none where it goes on about the same. Absent: it always does.
   */
  newTopic?(conversation: Conversation, known: KnowledgeText, cited: string[]): Promise<string[]>;
}

/** A conversation took longer than any should: it was made to, or the machine was busy. */
export class EngineTooSlow extends Error {
  constructor() {
    super("The engine took too long over a conversation");
  }
}

/** Which engine judges and writes for a workspace. */
export interface Engines {
  forWorkspace(workspaceId: string): Promise<Engine>;
  /** For the start message: 'local engine', 'local engine, then gpt-5 at openai'. */
  readonly description: string;
  /** Writes an answer to a question from sentences alone; null where they stand for themselves. Absent where no model is configured. */
  writeAnswer?(workspaceId: string, asked: AskedOfModel, options: WritingOptions): Promise<WrittenClaim[] | null>;
  /** Asks the workspace's model one small question. Absent where none is configured. */
  tryModel?(workspaceId: string): Promise<{ works: boolean; message: string }>;
}
