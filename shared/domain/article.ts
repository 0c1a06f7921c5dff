import type { ContentType, Difficulty, Priority } from "./facets.ts";
import type { PersonEdit } from "./person-edit.ts";

/** The most characters of a title. */
export const TITLE_CHARACTERS = 200;
export const CODE_CHARACTERS = 20_000;

/** People's edits of an article, apart from those stored with its statements. */
export interface ArticlePersonEdits {
  title?: PersonEdit;
  /** The tags that people added. */
  tags?: string[];
}

/** The smallest unit of an article. Only statements that a person wrote may lack a source. */
export interface Statement {
  /**
   * An id that is set when a person first edits the statement. Until then, its text identifies it
   * (server/library/edit/statement-keys.ts).
   */
  id?: string;
  hand?: PersonEdit;
  /** `sentence`: inline Markdown (emphasis, code, https links). `code`: verbatim lines of a code block. */
  form: "sentence" | "code";
  text: string;
  /** The language of a code block, if the chat names it or the language is certain; otherwise null. */
  language: string | null;
  /** The `externalId`s of the cited messages, in chat order. Empty for a statement that a person wrote. */
  sources: string[];
  /**
   * A sentence with the reason why the statement may be wrong: its source was edited, or somebody may have corrected
   * it.
   */
  doubt?: string;
  /** The `externalId` of the message that may correct the statement. A person decides. */
  correctedBy?: string;
  /** Hashes of the edits that a person saw in the cited messages before choosing to keep the sentence. */
  keptDespite?: string[];
}

/**
 * The doubt of a sentence that answers another message, if that message was deleted. Example: 'Then it hasn't been
 * marked delivered yet'.
 */
export const DOUBT_ANSWERED_MESSAGE_DELETED = "A message that this sentence answers was deleted.";

/** The doubt of a sentence whose message was edited, where a person decides first. Pages on platforms do not show it. */
export const CHANGE_WAITS = "A message behind this was edited; a change waits.";

/** The doubt of a person's sentence that a message was behind which was deleted. */
export const SOURCE_GONE = "A message behind this sentence was deleted since.";

/** Why an article waits that has a sentence which a later message may correct. */
export const MAY_BE_CORRECTED =
  "A sentence may have been corrected later in the conversation: a person decides what holds before it is published.";

export const SECTION_ROLES = [
  "question",
  "answer",
  "symptom",
  "cause",
  "fix",
  "steps",
  "explanation",
  "context",
  "note",
  "disagreement",
] as const;
export type SectionRole = (typeof SECTION_ROLES)[number];

/**
 * One section of an article's body. The article's content type decides the roles: steps for a how-to, symptom, cause
 * and fix for troubleshooting, question and answer for a FAQ.
 */
export interface Section {
  role: SectionRole;
  heading: string | null;
  /** A person wrote the heading. */
  hand?: PersonEdit;
  /** `steps`: a numbered list, `bullets`: a list. Each sentence is an item, and a code block belongs to the item before it. */
  layout: "prose" | "steps" | "bullets";
  statements: Statement[];
}

/** A secret that was removed from the text. The article says so. */
export interface Redaction {
  /** The secret's kind in words: 'API key', 'password', 'e-mail address'. */
  what: string;
  count: number;
}

/** An article that an engine wrote from one conversation. */
export interface WrittenArticle {
  title: string;
  /** One to three sentences. The API's `summary` is their joined text. */
  summary: Statement[];
  body: Section[];
  contentType: ContentType;
  category: string;
  difficulty: Difficulty;
  priority: Priority;
  tags: string[];
  keywords: string[];
  /** The reading time in whole minutes, at least 1. */
  estimatedReadTime: number;
  redactions: Redaction[];
  /**
   * The calibrated probability, 0 to 1, that people would publish the article unchanged. If missing, the finding's
   * score is used.
   */
  confidence?: number;
  /** Reasons, for people, against publishing the article without a review. */
  doubts?: string[];
  /**
   * `excerpt`: people's own sentences from the chat. `written`: text by a language model. If missing, the engine's
   * usual form.
   */
  form?: "excerpt" | "written";
  /** The engine that wrote the article, if it may differ from the requested one. */
  writtenBy?: "local" | "llm";
  /** The model would publish nothing from this conversation, so no new article is created. */
  isRejected?: boolean;
}

/** An article's text without its title and labels. */
export type ArticleText = Pick<WrittenArticle, "summary" | "body">;

/** The letters and digits of a text. They are equal for texts that differ only in case, spaces, punctuation or formatting. */
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** All statements of an article in reading order: summary, then body. */
export function listStatements(article: ArticleText): Statement[] {
  return [...article.summary, ...article.body.flatMap((section) => section.statements)];
}

/**
 * True for a sentence without a valid statement. Its author took it back (struck through), or it only names who
 * answered, as in articles of earlier releases.
 */
export const isEmptyStatement = (text: string): boolean =>
  /^~~.*~~$/s.test(text) || /^(?:Asked by .+, answered by|Told by) .+\.$/.test(text);

/** The days after which a person has to review an article, by content type. */
export const REVIEW_DAYS: Readonly<Record<ContentType, number>> = {
  tutorial: 180,
  troubleshooting: 180,
  howto: 180,
  faq: 180,
  explanation: 365,
  documentation: 365,
};

/** The days for which an article stays in the trash. */
export const TRASH_DAYS = 30;
