import type { Statement, WrittenArticle } from "../shared/domain/article.ts";
import type { ChatAuthor, ChatMessage, Conversation } from "../shared/domain/chat.ts";
import type { ContentType } from "../shared/domain/facets.ts";

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
  /** It states a value that may have changed what an article says, even where it is too little for an article of its own. */
  statesValue?: boolean;
  /** Ids of messages that belong to other conversations, one list for each. Absent: the engine sees none. */
  otherConversations?: string[][];
}

export interface WritingContext {
  /** Where it was said, for the category and the title. */
  channelName: string;
  /** Tags the workspace already uses, most used first: reused before new ones are made. */
  knownTags: string[];
}

/** A stretch of one channel, oldest message first; some of its messages belong to a conversation already. */
export interface MessageWindow {
  messages: ChatMessage[];
  /** The conversations of those that are grouped, by message id. */
  keys: ReadonlyMap<string, string>;
  /** The conversations that threads began in, by thread id. */
  threadKeys: ReadonlyMap<string, string>;
  /** How many messages the conversations have that these may join, by key. */
  sizes: [string, number][];
  /** From the key of a full conversation to that of what goes on with it. */
  continued: [string, string][];
}

/** What is compared of an article: its question, and what it states in reading order. */
export interface KnowledgeText extends Pick<WrittenArticle, "title" | "contentType"> {
  statements: Pick<Statement, "form" | "text">[];
}

export interface Comparison {
  /**
   * `same`: the fresh text says nothing new. `adds`: the same question, with statements the known text does not have.
   * `contradicts`: the same question, and a statement of one does not hold beside one of the other. `different`: another
   * question, even where words are shared.
   */
  relation: "same" | "adds" | "contradicts" | "different";
  /** 0 to 1 that both are about the same question. */
  confidence: number;
  /** Statements that say the same or the opposite, by their positions. `settled`: the fresh value replaces the known one. */
  pairs: { known: number; fresh: number; relation: "same" | "contradicts"; settled?: boolean }[];
  /** Positions of the fresh statements that the known text does not have. */
  addedStatements: number[];
}

/** Groups, judges and writes without a model: what it writes are excerpts. */
export interface LocalEngine {
  readonly name: "local";
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

/** How far the chat has settled a matter: `open` is a question nobody answered yet. */
export type Settled = "settled" | "open" | "unsure";

/** What a few messages are about; it becomes one conversation. */
export interface Matter {
  /** Of the conversation it goes on with, else the id of its first message. */
  key: string;
  /** Ids, oldest first. */
  messages: string[];
  /** What is asked or needed, in the chat's language. */
  question: string;
  /** What a colleague learns from it, with its conditions: what articles are looked up by. */
  gist: string;
  kind: ContentType;
  settled: Settled;
}

/** A matter of an earlier window that may go on in this one. */
export interface OpenMatter extends Pick<Matter, "key" | "question" | "gist" | "settled"> {
  messages: ChatMessage[];
}

/** What a model reads at once. */
export interface ReadingWindow {
  channelName: string;
  /** Oldest first: the new ones, and before and among them what gives them their sense. */
  messages: ChatMessage[];
  /** Ids of the messages that are to be put somewhere. */
  fresh: ReadonlySet<string>;
  open: OpenMatter[];
  /** Who may be mentioned: their names are numbers for the model. */
  people: ChatAuthor[];
}

/** Each fresh message is in one matter at most, or in nothing. */
export interface Found {
  matters: Matter[];
  /** Ids of fresh messages that belong to nothing: not asked about again unless they change. */
  nothing: string[];
}

/** An article beside which a matter is written up. */
export interface KnownArticle extends Pick<WrittenArticle, "title" | "contentType" | "summary" | "body"> {
  id: string;
  /** When what it says was last changed or confirmed. */
  asOf: Date;
}

/** How a workspace writes. Only what the readers of the channel may see. */
export interface WritingStyle {
  /** In the workspace's own words. */
  style: string | null;
  glossary: { term: string; meaning: string; neverSay: string[] }[];
  /** Articles of the same kind that people approved untouched. */
  examples: { title: string; summary: string; sections: { heading: string | null; text: string }[] }[];
  /** 'de', 'en' …; null: the chat's own. */
  language: string | null;
}

export interface WritingInput extends WritingContext, WritingStyle {
  /** The workspace's categories, most used first. */
  categories: string[];
  /** What the workspace's people decided about articles of such a check, where there is enough of it. */
  calibration: { chance: number; approved: number }[];
  /** Who may be mentioned: their names are numbers for the model. */
  people: ChatAuthor[];
}

/** The checker's verdict on one statement of a draft. */
export interface StatementVerdict {
  text: string;
  verdict: "yes" | "partly" | "no";
  why: string | null;
}

/** What is written of a conversation: articles of its own (none: the model declines), or what it says about an article that is known. */
export type Written =
  | {
      outcome: "articles";
      articles: WrittenArticle[];
      why: string | null;
      /** Every checked statement of each article, in the order of the articles, including those left out. */
      verdicts: StatementVerdict[][];
    }
  | { outcome: "known"; articleId: string; comparison: Comparison; article: WrittenArticle };

/** A model writes up, or checks, so many in one call: with more, each would get less care. */
export const MOST_IN_A_CALL = 4;

/** A conversation to write up, and the articles that may know it already. */
export interface MatterToWrite {
  conversation: Conversation;
  matter: Pick<Matter, "question" | "gist" | "kind" | "settled">;
  beside: KnownArticle[];
}

/** A model finds, writes and checks. It never falls back to rules: what it cannot do now throws `ModelWaits`. */
export interface ModelEngine {
  readonly name: "llm";
  /** Which model reads, by its provider's name: what another one read may be read again. */
  readonly reader: string;
  find(window: ReadingWindow): Promise<Found>;
  /** Several matters of one channel at once; the place of one that cannot be written now holds why it waits. */
  write(matters: MatterToWrite[], how: WritingInput): Promise<(Written | ModelWaits)[]>;
}

export type Engine = LocalEngine | ModelEngine;

/** `off`: a person has to change something. `refused`: the model declines this text, or its answers about it cannot be used. */
export type WaitReason = "cap" | "limit" | "outage" | "refused" | "off";

/** A model was asked and cannot answer now: nothing is decided, and the work is taken up again. */
export class ModelWaits extends Error {
  readonly reason: WaitReason;
  /** When it goes on by itself; null: nobody knows. */
  readonly until: Date | null;

  /** `sentence`: for people, without anything the provider said. */
  constructor(reason: WaitReason, until: Date | null, sentence: string) {
    super(sentence);
    this.reason = reason;
    this.until = until;
  }
}

/** A conversation took longer than any should: it was made to, or the machine was busy. */
export class EngineTooSlow extends Error {
  constructor() {
    super("The engine took too long over a conversation");
  }
}

/** A sentence that was found for a question. */
export interface FoundSentence {
  text: string;
  /** Somebody said otherwise, and nobody has decided yet. */
  isDisputed: boolean;
  /** `externalId`s of the messages it stands on. */
  sources: string[];
  /** Of its article. */
  title?: string;
}

export interface AskedOfModel {
  question: string;
  previous: string | null;
  sentences: FoundSentence[];
  /** Who may be named: their names are numbers for the model. */
  people: ChatAuthor[];
}

/** A question before anything was searched for it. */
export interface ToRestate extends Pick<AskedOfModel, "question" | "previous" | "people"> {
  /** Of articles that the asker may read: they show how, and in which languages, articles are written. */
  titles: string[];
}

export interface RestatedQuestion {
  /** Understood without the question before. */
  standalone: string;
  /** The same in the words and languages of the articles. */
  searches: string[];
}

/** One sentence of a written answer, in Markdown of a line. */
export interface WrittenClaim {
  text: string;
  /** The places, from 0, of the found sentences it stands on. */
  sentences: number[];
}

export interface WritingOptions {
  /** Told each claim as soon as it is complete and checked. */
  onClaim?: (claim: WrittenClaim) => void;
  signal: AbortSignal;
}

/** The price of a question to a model, paid now or when it was first asked. */
export interface PaidCall {
  costMicros: number;
  milliseconds: number;
  isPaidNow: boolean;
}

/** Which engine judges and writes for a workspace. */
export interface Engines {
  /**
   * `channelId`: whose messages it is about; without a model where the channel's are never to be sent to one. `onCall` is called after each
   * question to a model.
   */
  forWorkspace(workspaceId: string, channelId?: string, onCall?: (call: PaidCall) => void): Promise<Engine>;
  /**
   * A model engine for a trial, in which `model` writes in place of the workspace's main one (null: that one). Null where no model
   * works. Absent: never.
   */
  forTrial?(
    workspaceId: string,
    trial: { model: string | null; onCall: (call: PaidCall) => void },
  ): Promise<ModelEngine | null>;
  /** Whether a model works for it. Absent: never. */
  hasModel?(workspaceId: string): Promise<boolean>;
  /** For the start message: 'local engine', 'gpt-5 at openai'. */
  readonly description: string;
  /** Writes an answer to a question from sentences alone; null where they stand for themselves. Absent where no model is configured. */
  writeAnswer?(workspaceId: string, asked: AskedOfModel, options: WritingOptions): Promise<WrittenClaim[] | null>;
  /** Makes a question ready to be searched for; null where it cannot now. Absent where no model is configured. */
  restate?(workspaceId: string, question: ToRestate, signal: AbortSignal): Promise<RestatedQuestion | null>;
}

/** Writes one matter by itself. Throws `ModelWaits`. */
export async function writeOne(engine: ModelEngine, matter: MatterToWrite, how: WritingInput): Promise<Written> {
  const [written] = await engine.write([matter], how);
  if (!written || written instanceof ModelWaits) throw written ?? new Error("The engine answered nothing.");
  return written;
}
