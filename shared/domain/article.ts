import type { ContentType, Difficulty, Priority } from "./facets.ts";
import type { PersonEdit } from "./hand-note.ts";

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
  /** Set once a person has edited the statement; until then its text identifies it (server/library/edit/statement-keys.ts). */
  id?: string;
  hand?: PersonEdit;
  /** `sentence`: inline Markdown (emphasis, code, https links). `code`: verbatim lines of a code block. */
  form: "sentence" | "code";
  text: string;
  /** The language of a code block, if the chat names it or it is certain; else null. */
  language: string | null;
  /** `externalId`s of the messages it cites, in chat order; none for a statement that a person wrote. */
  sources: string[];
  /** The reason, as a sentence, why the statement may not hold: its source was edited, or somebody may have corrected it. */
  doubt?: string;
  /** The `externalId` of the message that may correct it; a person decides. */
  correctedBy?: string;
  /** Hashes of message edits that a person saw before choosing to keep the sentence. */
  keptDespite?: string[];
}

/** The doubt of a sentence like 'Then it hasn't been marked delivered yet', whose conversation lost the message before it. */
export const ANSWERED_GONE = "A message that this sentence answers was deleted.";

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

/** One part of an article's body. Its kind decides the roles: steps for a how-to, symptom-cause-fix, question-answer. */
export interface Section {
  role: SectionRole;
  heading: string | null;
  /** A person wrote the heading. */
  hand?: PersonEdit;
  /** `steps`: a numbered list, `bullets`: a list. Each sentence is an item, and a code block belongs to the item before it. */
  layout: "prose" | "steps" | "bullets";
  statements: Statement[];
}

/** A secret that was removed from the text; the article mentions the removal. */
export interface Redaction {
  /** The secret's kind in words: 'API key', 'password', 'e-mail address'. */
  what: string;
  count: number;
}

/** An engine's article from one conversation. */
export interface WrittenArticle {
  title: string;
  /** One to three sentences; the API's `summary` is their joined text. */
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
  /** Calibrated probability, 0 to 1, that it can be published unchanged. If absent, the finding's score applies. */
  confidence?: number;
  /** Reasons, for people, against publishing it without review. */
  doubts?: string[];
  /** `excerpt`: people's own sentences from the chat. `written`: text by a model. If absent, the engine's usual form. */
  form?: "excerpt" | "written";
  /** The engine that wrote it, if that may differ from the requested one. */
  writtenBy?: "local" | "llm";
  /** The model would publish nothing from this conversation, so it gets no new article. */
  isRejected?: boolean;
}

/** An article's text without its title and labels. */
export type ArticleText = Pick<WrittenArticle, "summary" | "body">;

/** All statements of an article in reading order: summary, then body. */
export function listStatements(article: ArticleText): Statement[] {
  return [...article.summary, ...article.body.flatMap((section) => section.statements)];
}

/**
 * True for a sentence without a valid statement: struck through because its author took it back, or, in articles of earlier
 * versions, naming only who answered.
 */
export const isWithoutStatement = (text: string): boolean =>
  /^~~.*~~$/s.test(text) || /^(?:Asked by .+, answered by|Told by) .+\.$/.test(text);

/** The days after which a person is asked whether an article is still right. */
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
