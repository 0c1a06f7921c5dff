import type { Statement, WrittenArticle } from "../shared/domain/article.ts";
import type { ChatAuthor, ChatMessage, Conversation } from "../shared/domain/chat.ts";
import type { DetectionSettings } from "../shared/domain/detection.ts";
import type { ContentType } from "../shared/domain/facets.ts";
import type { PageRelation, PageText } from "./page-text.ts";

export type { DetectionSettings };

/** The result of judging one conversation by rules. */
export interface Finding {
  /** Calibrated probability, 0 to 1, that the conversation contains knowledge. The article's confidence is derived from it. */
  score: number;
  isKnowledge: boolean;
  contentType: ContentType;
  /** Reasons for the score, in words that people understand: 'a question answered by someone else', 'steps given', 'thanked'. */
  reasons: string[];
  /** True if no reason speaks for knowledge. A person then reviews the article whatever its score is. */
  lacksGrounds?: boolean;
  /** True if the score is high enough, but no reply seems to answer the question. */
  seemsUnanswered?: boolean;
  /** True if the conversation states a value that may update an article. */
  statesValue?: boolean;
  /** Ids of messages that belong to other conversations, one list per conversation. Absent if there are none. */
  otherConversations?: string[][];
}

export interface WritingContext {
  /** The channel of the conversation. Category and title are derived from its name. */
  channelName: string;
  /** The workspace's tags, most used first. Writers reuse them before they add new ones. */
  knownTags: string[];
}

/** Consecutive messages of one channel, oldest first. Some messages already belong to a conversation. */
export interface MessageWindow {
  messages: ChatMessage[];
  /** Maps the id of each message that is already grouped to the key of its conversation. */
  keys: ReadonlyMap<string, string>;
  /** Maps each thread's id to the key of the conversation in which the thread began. */
  threadKeys: ReadonlyMap<string, string>;
  /** `[key, number of messages]` of each conversation that new messages may join. */
  sizes: [string, number][];
  /** `[key of a full conversation, key of the conversation that continues it]`. */
  continued: [string, string][];
}

/** The parts of an article that are compared: the title, which is its question, and the statements in order. */
export interface KnowledgeText extends Pick<WrittenArticle, "title" | "contentType"> {
  statements: Pick<Statement, "form" | "text">[];
}

export interface Comparison {
  /** `adds`: the same question, and the known text lacks statements. `different`: different questions, even if words are equal. */
  relation: "same" | "adds" | "contradicts" | "different";
  /** The probability, 0 to 1, that both texts answer the same question. */
  confidence: number;
  /** Statements that say the same or contradict each other, by position. `settled`: the fresh value replaces the known value. */
  pairs: { known: number; fresh: number; relation: "same" | "contradicts"; settled?: boolean }[];
  /** Positions of the fresh statements that the known text does not have. */
  addedStatements: number[];
}

/** The engine that works by rules, without a language model. Its articles are excerpts of the chat's own sentences. */
export interface LocalEngine {
  readonly name: "local";
  /** Returns the key of each message's conversation, by message id. Messages that are already grouped keep their key. */
  group(window: MessageWindow): Promise<ReadonlyMap<string, string>>;
  detect(conversation: Conversation, settings: DetectionSettings): Promise<Finding>;
  write(conversation: Conversation, finding: Finding, context: WritingContext): Promise<WrittenArticle>;
  /** Compares fresh knowledge with a known article. If absent, every conversation becomes a new article. */
  compare?(known: KnowledgeText, fresh: KnowledgeText): Promise<Comparison>;
  /** Compares fresh knowledge with pages of the company's wiki. If absent, fresh knowledge is not compared with pages. */
  compareWithPages?(pages: PageText[], fresh: KnowledgeText): Promise<PageRelation[]>;
  /** Returns the ids of the messages after the last `cited` one that are about another topic than the article `known`. */
  newTopic?(conversation: Conversation, known: KnowledgeText, cited: string[]): Promise<string[]>;
}

/** How far the chat has come with a topic. `open`: nobody has answered the question yet. */
export type SettledState = "settled" | "open" | "unsure";

/** A topic that the language model found in messages. Each matter becomes one conversation. */
export interface Matter {
  /** The key of the conversation that the topic continues. For a new topic, the id of its first message. */
  key: string;
  /** Ids of the topic's messages, oldest first. */
  messages: string[];
  /** The question or need behind the messages, in the chat's language. */
  question: string;
  /** A summary of the topic's knowledge and conditions. The search for known articles uses this text. */
  gist: string;
  /** Phrases that a wiki would use for the topic, in the wiki's language. Only for the search for wiki pages. */
  searches: string[];
  kind: ContentType;
  settled: SettledState;
}

/** A topic of an earlier call. Messages of this call may continue it. */
export interface OpenMatter extends Pick<Matter, "key" | "question" | "gist" | "settled"> {
  messages: ChatMessage[];
}

/** The messages and unfinished topics of one call to a language model. */
export interface ReadingWindow {
  channelName: string;
  /** The fresh messages and, as context, earlier messages before and between them; oldest first. */
  messages: ChatMessage[];
  /** Ids of the messages that the model has to assign to a topic or to `nothing`. */
  fresh: ReadonlySet<string>;
  open: OpenMatter[];
  /** Titles of some wiki pages that everybody may read. They show the model the wiki's language and wording. */
  pageTitles?: string[];
  /** People whose names the texts may contain. The model sees numbers instead of names. */
  people: ChatAuthor[];
}

/** The model's assignment of messages. Each fresh message is in at most one topic, or in `nothing`. */
export interface FoundMatters {
  matters: Matter[];
  /** Ids of fresh messages that belong to no topic. They are sent to the model again only if they change. */
  nothing: string[];
}

/** An existing article that the model compares with a topic while it writes. */
export interface KnownArticle extends Pick<WrittenArticle, "title" | "contentType" | "summary" | "body"> {
  id: string;
  /** The time of the content's last change or confirmation; null if a page's platform does not report it. */
  asOf: Date | null;
  /** True for a page of the company's wiki, which people wrote about a whole subject. */
  isPage?: boolean;
}

/** A workspace's style of writing. Contains only text that every reader of the channel may see. */
export interface WritingStyle {
  /** Writing instructions that people of the workspace entered. */
  style: string | null;
  glossary: { term: string; meaning: string; neverSay: string[] }[];
  /** Articles of the same content type that people approved without an edit. */
  examples: { title: string; summary: string; sections: { heading: string | null; text: string }[] }[];
  /** 'de', 'en' …; null to write in the chat's language. */
  language: string | null;
}

export interface WritingInput extends WritingContext, WritingStyle {
  /** The workspace's categories, most used first. */
  categories: string[];
  /** Each past article's estimated probability, and whether people approved it. Empty if people decided too rarely. */
  calibration: { chance: number; approved: number }[];
  /** People whose names the texts may contain. The model sees numbers instead of names. */
  people: ChatAuthor[];
}

/** The checking model's verdict on one statement of a draft. */
export interface StatementVerdict {
  text: string;
  verdict: "yes" | "partly" | "no";
  why: string | null;
}

/** The result for one conversation: new articles (perhaps none), or changes to a known article. */
export type WritingResult =
  | {
      outcome: "articles";
      articles: WrittenArticle[];
      why: string | null;
      /** The verdicts on each article's statements, in the order of the articles, with those on omitted statements. */
      verdicts: StatementVerdict[][];
    }
  | { outcome: "known"; articleId: string; comparison: Comparison; article: WrittenArticle };

/** The most topics that a model writes, or articles that it checks, in one call. */
export const MAX_MATTERS_PER_CALL = 12;

/** A conversation to write about, and the articles that may already contain its knowledge. */
export interface MatterToWrite {
  conversation: Conversation;
  matter: Pick<Matter, "question" | "gist" | "kind" | "settled">;
  beside: KnownArticle[];
}

/** The engine that uses a language model. It never writes by rules instead: it throws `ModelUnavailable`. */
export interface ModelEngine {
  readonly name: "llm";
  /** The provider's name of the model that finds topics. After a change, messages may be sent to the new model again. */
  readonly reader: string;
  find(window: ReadingWindow): Promise<FoundMatters>;
  /** Writes about several topics of one channel. If one cannot be written now, its result is a `ModelUnavailable`. */
  write(matters: MatterToWrite[], how: WritingInput): Promise<(WritingResult | ModelUnavailable)[]>;
}

export type Engine = LocalEngine | ModelEngine;

/** `off`: a person has to change a setting. `refused`: the model declines this text, or its answers are unusable. */
export type UnavailableReason = "cap" | "limit" | "outage" | "refused" | "off";

/** The language model cannot answer now. Nothing was decided, and the work is retried. */
export class ModelUnavailable extends Error {
  readonly reason: UnavailableReason;
  /** The earliest useful time for a retry; null if unknown. */
  readonly until: Date | null;

  /** `sentence` is shown to people. It contains no text that the provider sent. */
  constructor(reason: UnavailableReason, until: Date | null, sentence: string) {
    super(sentence);
    this.reason = reason;
    this.until = until;
  }
}

/** A conversation exceeded the time limit: its text was crafted to be slow, or the machine was busy. */
export class EngineTooSlow extends Error {
  constructor() {
    super("The engine took too long over a conversation");
  }
}

/** A sentence of an article that the search found for a question. */
export interface FoundSentence {
  text: string;
  /** True if another statement contradicts this one and nobody has decided which one is right. */
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
  /** People whose names the texts may contain. The model sees 'person 1' instead of a name. */
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
  /** Rewordings of the question in the words and languages of the articles. */
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

/** The cost of one model call. The call was paid earlier if the stored answer was reused. */
export interface PaidCall {
  costMicros: number;
  milliseconds: number;
  isPaidNow: boolean;
}

/** Chooses the engine that judges and writes for a workspace. */
export interface EngineFactory {
  /**
   * `channelId` is the channel of the messages. If its messages may not be sent to a language model, the engine is the
   * local one. `onCall` is called after each model call.
   */
  forWorkspace(workspaceId: string, channelId?: string, onCall?: (call: PaidCall) => void): Promise<Engine>;
  /** Returns an engine that tries out `model` for writing (null: the workspace's main model); null if no model works. */
  forTrial?(
    workspaceId: string,
    trial: { model: string | null; onCall: (call: PaidCall) => void },
  ): Promise<ModelEngine | null>;
  /** Whether the workspace has a working language model. Absent if the installation supports none. */
  hasModel?(workspaceId: string): Promise<boolean>;
  /** Describes the engine in the start message: 'local engine', 'gpt-5 at openai'. */
  readonly description: string;
  /** Writes an answer from the given sentences. Null: show them unchanged. Absent without a language model. */
  writeAnswer?(workspaceId: string, asked: AnswerRequest, options: WritingOptions): Promise<WrittenClaim[] | null>;
  /** Rewords a question for the search; null if the model cannot do so now. Absent without a language model. */
  restate?(workspaceId: string, question: RestateRequest, signal: AbortSignal): Promise<RestatedQuestion | null>;
}

/** Writes about one topic. Throws the `ModelUnavailable` that `write` would return. */
export async function writeSingleMatter(
  engine: ModelEngine,
  matter: MatterToWrite,
  how: WritingInput,
): Promise<WritingResult> {
  const [written] = await engine.write([matter], how);
  if (!written || written instanceof ModelUnavailable) throw written ?? new Error("The engine answered nothing.");
  return written;
}
