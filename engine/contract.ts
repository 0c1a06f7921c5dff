import type { Statement, WrittenArticle } from "../shared/domain/article.ts";
import type { ChatAuthor, ChatMessage, Conversation } from "../shared/domain/chat.ts";
import type { DetectionSettings } from "../shared/domain/detection.ts";
import type { ContentType } from "../shared/domain/facets.ts";
import type { PageRelation, PageText } from "./page-text.ts";

export type { DetectionSettings };

/** The verdict on one conversation. */
export interface Finding {
  /** Calibrated probability, 0 to 1, that the conversation holds knowledge; becomes the article's confidence. */
  score: number;
  isKnowledge: boolean;
  contentType: ContentType;
  /** Why, in words a person understands: 'a question answered by someone else', 'steps given', 'thanked'. */
  reasons: string[];
  /** None of `reasons` is evidence of knowledge, so an article from this conversation is reviewed whatever its score. */
  lacksGrounds?: boolean;
  /** The score would make it knowledge, but no reply seems to answer the question. */
  seemsUnanswered?: boolean;
  /** The conversation states a value that may update an article, even where it holds too little for an article of its own. */
  statesValue?: boolean;
  /** Ids of messages that belong to other conversations, one list per conversation. Absent if the engine finds none. */
  otherConversations?: string[][];
}

export interface WritingContext {
  /** The channel of the conversation; category and title are derived from it. */
  channelName: string;
  /** Tags the workspace already uses, most used first: reused before new ones are made. */
  knownTags: string[];
}

/** Consecutive messages of one channel, oldest first; some are already assigned to a conversation. */
export interface MessageWindow {
  messages: ChatMessage[];
  /** The conversation key of each message that is already grouped, by message id. */
  keys: ReadonlyMap<string, string>;
  /** The key of the conversation in which each thread began, by thread id. */
  threadKeys: ReadonlyMap<string, string>;
  /** `[key, number of messages]` of each conversation that new messages may join. */
  sizes: [string, number][];
  /** `[key of a full conversation, key of the conversation that continues it]`. */
  continued: [string, string][];
}

/** The parts of an article that are compared: its title, which is its question, and its statements in reading order. */
export interface KnowledgeText extends Pick<WrittenArticle, "title" | "contentType"> {
  statements: Pick<Statement, "form" | "text">[];
}

export interface Comparison {
  /** `adds`: the same question, and the known text lacks statements. `different`: another question, even in common words. */
  relation: "same" | "adds" | "contradicts" | "different";
  /** 0 to 1 that both are about the same question. */
  confidence: number;
  /** Statements that say the same or the opposite, by their positions. `settled`: the fresh value replaces the known one. */
  pairs: { known: number; fresh: number; relation: "same" | "contradicts"; settled?: boolean }[];
  /** Positions of the fresh statements that the known text does not have. */
  addedStatements: number[];
}

/** The engine that groups, judges and writes without a language model. It writes excerpts of the chat's own sentences. */
export interface LocalEngine {
  readonly name: "local";
  /** Returns the key of each message's conversation, by message id. Messages that are already grouped keep their key. */
  group(window: MessageWindow): Promise<ReadonlyMap<string, string>>;
  detect(conversation: Conversation, settings: DetectionSettings): Promise<Finding>;
  write(conversation: Conversation, finding: Finding, context: WritingContext): Promise<WrittenArticle>;
  /** Compares fresh knowledge with a known article. If absent, every conversation gets an article of its own. */
  compare?(known: KnowledgeText, fresh: KnowledgeText): Promise<Comparison>;
  /** Compares fresh knowledge with pages of the company's wiki. If absent, pages are not compared. */
  compareWithPages?(pages: PageText[], fresh: KnowledgeText): Promise<PageRelation[]>;
  /** Returns the ids of messages after the last `cited` one that begin another topic than the article `known`. */
  newTopic?(conversation: Conversation, known: KnowledgeText, cited: string[]): Promise<string[]>;
}

/** The progress of a matter in chat; `open` is a question that nobody has answered yet. */
export type SettledState = "settled" | "open" | "unsure";

/** The topic of a few messages, found by the model; it becomes one conversation. */
export interface Matter {
  /** The key of the conversation that the matter continues, or the id of its first message. */
  key: string;
  /** Ids, oldest first. */
  messages: string[];
  /** The question or need behind the messages, in the chat's language. */
  question: string;
  /** A summary of the matter's knowledge with its conditions; the search for known articles uses it. */
  gist: string;
  /** Phrases under which a wiki would have the matter, in the wiki's words and language; only for the look-up of pages. */
  searches: string[];
  kind: ContentType;
  settled: SettledState;
}

/** A matter of an earlier window that the messages of this window may continue. */
export interface OpenMatter extends Pick<Matter, "key" | "question" | "gist" | "settled"> {
  messages: ChatMessage[];
}

/** The messages and open matters of one call to a model. */
export interface ReadingWindow {
  channelName: string;
  /** Oldest first: the fresh messages, and the earlier ones before and between them that give context. */
  messages: ChatMessage[];
  /** Ids of the messages that the model has to assign to a matter or to `nothing`. */
  fresh: ReadonlySet<string>;
  open: OpenMatter[];
  /** Titles of some pages of the company's wiki that everybody may read. They show its language and wording. */
  pageTitles?: string[];
  /** People who may be mentioned. The model sees numbers instead of their names. */
  people: ChatAuthor[];
}

/** Each fresh message is in at most one matter, or in `nothing`. */
export interface FoundMatters {
  matters: Matter[];
  /** Ids of fresh messages that belong to no matter; they are not sent to the model again unless they change. */
  nothing: string[];
}

/** An existing article that the model compares a matter with while it writes. */
export interface KnownArticle extends Pick<WrittenArticle, "title" | "contentType" | "summary" | "body"> {
  id: string;
  /** The time at which the content was last changed or confirmed; null where the platform of a page does not say. */
  asOf: Date | null;
  /** True for a page of the company's wiki, which people wrote about a whole subject. */
  isPage?: boolean;
}

/** A workspace's style of writing. Contains only text that every reader of the channel may see. */
export interface WritingStyle {
  /** Instructions that the workspace wrote. */
  style: string | null;
  glossary: { term: string; meaning: string; neverSay: string[] }[];
  /** Articles of the same kind that people approved without an edit. */
  examples: { title: string; summary: string; sections: { heading: string | null; text: string }[] }[];
  /** 'de', 'en' …; null for the language of the chat. */
  language: string | null;
}

export interface WritingInput extends WritingContext, WritingStyle {
  /** The workspace's categories, most used first. */
  categories: string[];
  /** Past decisions of the workspace: each article's estimated chance, and whether people approved it. Empty if there are too few. */
  calibration: { chance: number; approved: number }[];
  /** People who may be mentioned. The model sees numbers instead of their names. */
  people: ChatAuthor[];
}

/** The checker's verdict on one statement of a draft. */
export interface StatementVerdict {
  text: string;
  verdict: "yes" | "partly" | "no";
  why: string | null;
}

/** The result for one conversation: new articles (none if the model declines), or changes to a known article. */
export type WritingResult =
  | {
      outcome: "articles";
      articles: WrittenArticle[];
      why: string | null;
      /** The verdicts on the statements of each article, in the order of the articles; they include statements that were left out. */
      verdicts: StatementVerdict[][];
    }
  | { outcome: "known"; articleId: string; comparison: Comparison; article: WrittenArticle };

/** The most matters that a model writes, or articles that it checks, in one call. Grouping saves repeating instructions. */
export const MAX_MATTERS_PER_CALL = 12;

/** A conversation to write up, and the articles that may already contain its knowledge. */
export interface MatterToWrite {
  conversation: Conversation;
  matter: Pick<Matter, "question" | "gist" | "kind" | "settled">;
  beside: KnownArticle[];
}

/** The engine with a language model. It never falls back to rules: it throws `ModelUnavailable` instead. */
export interface ModelEngine {
  readonly name: "llm";
  /** The provider's name of the model that finds matters. After a change of model, messages may be read again. */
  readonly reader: string;
  find(window: ReadingWindow): Promise<FoundMatters>;
  /** Writes matters of one channel, in their order. A matter that cannot be written now yields a `ModelUnavailable`. */
  write(matters: MatterToWrite[], how: WritingInput): Promise<(WritingResult | ModelUnavailable)[]>;
}

export type Engine = LocalEngine | ModelEngine;

/** `off`: a person has to change a setting. `refused`: the model declines this text or gives unusable answers. */
export type UnavailableReason = "cap" | "limit" | "outage" | "refused" | "off";

/** The model cannot answer now. Nothing was decided, and the work is retried. */
export class ModelUnavailable extends Error {
  readonly reason: UnavailableReason;
  /** The earliest useful time for a retry; null if unknown. */
  readonly until: Date | null;

  /** `sentence` is shown to people and contains nothing that the provider sent. */
  constructor(reason: UnavailableReason, until: Date | null, sentence: string) {
    super(sentence);
    this.reason = reason;
    this.until = until;
  }
}

/** A conversation exceeded the time limit: somebody crafted it to be slow, or the machine was busy. */
export class EngineTooSlow extends Error {
  constructor() {
    super("The engine took too long over a conversation");
  }
}

/** A sentence that was found for a question. */
export interface FoundSentence {
  text: string;
  /** Another statement contradicts this one, and nobody has decided yet which one holds. */
  isDisputed: boolean;
  /** `externalId`s of the messages that support the sentence. */
  sources: string[];
  /** The title of the sentence's article. */
  title?: string;
}

export interface AnswerRequest {
  question: string;
  previous: string | null;
  sentences: FoundSentence[];
  /** People the texts may name; the model sees 'person 1' instead of a name. */
  people: ChatAuthor[];
}

/** A follow-up question that a model rewords before the search. */
export interface RestateRequest extends Pick<AnswerRequest, "question" | "previous" | "people"> {
  /** Titles of articles that the asker may read. They show the model the wording and languages of the articles. */
  titles: string[];
}

export interface RestatedQuestion {
  /** The question, reworded so that it is understood without the previous one. */
  standalone: string;
  /** The question in the words and languages of the articles. */
  searches: string[];
}

/** One sentence of a written answer, as a line of Markdown. */
export interface WrittenClaim {
  text: string;
  /** Zero-based indices of the found sentences that support the claim. */
  sentences: number[];
}

export interface WritingOptions {
  /** Called with each claim as soon as it is complete and checked. */
  onClaim?: (claim: WrittenClaim) => void;
  signal: AbortSignal;
}

/** The price of one model call: paid now, or paid earlier if the stored answer was reused. */
export interface PaidCall {
  costMicros: number;
  milliseconds: number;
  isPaidNow: boolean;
}

/** Chooses the engine that judges and writes for a workspace. */
export interface EngineFactory {
  /**
   * `channelId` is the channel of the messages: if its messages may not go to a model, the engine is the local one. `onCall` is
   * called after each model call.
   */
  forWorkspace(workspaceId: string, channelId?: string, onCall?: (call: PaidCall) => void): Promise<Engine>;
  /** Returns an engine for a trial, in which `model` writes (null: the main model); null if no model works. */
  forTrial?(
    workspaceId: string,
    trial: { model: string | null; onCall: (call: PaidCall) => void },
  ): Promise<ModelEngine | null>;
  /** Whether a model works for the workspace. Absent if no model can be configured. */
  hasModel?(workspaceId: string): Promise<boolean>;
  /** The engine's description in the start message: 'local engine', 'gpt-5 at openai'. */
  readonly description: string;
  /** Writes an answer from the given sentences only; null if the sentences are to be shown unchanged. Absent without a model. */
  writeAnswer?(workspaceId: string, asked: AnswerRequest, options: WritingOptions): Promise<WrittenClaim[] | null>;
  /** Rewords a question for the search; null if the model cannot do so now. Absent if no model is configured. */
  restate?(workspaceId: string, question: RestateRequest, signal: AbortSignal): Promise<RestatedQuestion | null>;
}

/** Writes a single matter, and throws the `ModelUnavailable` that `write` would return. */
export async function writeSingleMatter(
  engine: ModelEngine,
  matter: MatterToWrite,
  how: WritingInput,
): Promise<WritingResult> {
  const [written] = await engine.write([matter], how);
  if (!written || written instanceof ModelUnavailable) throw written ?? new Error("The engine answered nothing.");
  return written;
}
