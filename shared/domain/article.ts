import type { ContentType, Difficulty, Priority } from "./facets.ts";

/** The longest title that people can type. */
export const TITLE_CHARACTERS = 200;
export const CODE_CHARACTERS = 20_000;

/** A person's edit of a sentence, a heading or a title. */
export interface Hand {
  /** `written`: all of it is the person's. `edited`: a person changed a sentence that cites messages. */
  what: "written" | "edited";
  /** The id of the person. */
  by: string;
  /** The time as ISO 8601. */
  at: string;
  /** Hashes of the words that people added: these stay when a deleted message has them too. */
  words: string[];
}

/** A person's writing or edit, as a source of sentences. */
export interface HandNote {
  id: string;
  what: Hand["what"];
  /** Their name; null when they have left the workspace. */
  by: string | null;
  at: Date;
}

/** Words the note of a person's change: 'Written by Ada Lovelace, 2026-11-12'. */
export const handSentence = ({ what, by }: Pick<HandNote, "what" | "by">, when: string): string =>
  `${what === "written" ? "Written" : "Edited"} by ${by ?? "a former member"}, ${when}`;

/** Edits of an article by people, beside its statements. */
export interface ArticleHand {
  title?: Hand;
  /** The tags that people added. */
  tags?: string[];
}

/** The smallest unit of an article. Only a statement that a person wrote may be without a source. */
export interface Statement {
  /** Set once a person has touched the statement; until then its text identifies it (server/library/edit/statement-keys.ts). */
  id?: string;
  hand?: Hand;
  /** `sentence`: inline Markdown (emphasis, code, https links). `code`: verbatim lines of a code block. */
  form: "sentence" | "code";
  text: string;
  /** The language of a code block, when the chat named it or it is certain; else null. Null for a sentence. */
  language: string | null;
  /** `externalId`s of the messages it cites, in chat order; none for a statement that a person wrote. */
  sources: string[];
  /** The reason, as a sentence, why it may not hold: its source was edited, or somebody may have corrected it. */
  doubt?: string;
  /** The `externalId` of the message that may correct it, which a person decides. */
  correctedBy?: string;
}

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
  hand?: Hand;
  /**
   * `steps`: a numbered list, `bullets`: a list. Each sentence is an entry, and each code block belongs to the entry
   * before it.
   */
  layout: "prose" | "steps" | "bullets";
  statements: Statement[];
}

/** A secret that was removed before anything was written; the article shows that it was removed. */
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
  /** Probability from 0 to 1, calibrated, that it can be published unchanged. Absent: the finding's score is used. */
  confidence?: number;
  /** Reasons against publishing it without review, in words a person understands. */
  doubts?: string[];
  /** `excerpt`: people's own sentences, saved from the chat. `written`: a model's. Absent: the engine's usual form. */
  form?: "excerpt" | "written";
  /** The author, where it may differ from the engine that was asked. */
  writtenBy?: "local" | "llm";
  /** The model would publish nothing from this conversation: one without an article gets none. */
  isRejected?: boolean;
}

/** An article's text without its title and labels. */
export type ArticleText = Pick<WrittenArticle, "summary" | "body">;

/** Every statement of an article in reading order: the summary first, then the body. */
export function statementsOf(article: ArticleText): Statement[] {
  return [...article.summary, ...article.body.flatMap((section) => section.statements)];
}

/**
 * True for a sentence without a valid statement: struck through because its author retracted it, or, in articles of
 * earlier versions, naming only who answered.
 */
export const statesNothing = (text: string): boolean =>
  /^~~.*~~$/s.test(text) || /^(?:Asked by .+, answered by|Told by) .+\.$/.test(text);

/** Days after which a person is asked whether an article is still right. */
export const REVIEW_DAYS: Readonly<Record<ContentType, number>> = {
  tutorial: 180,
  troubleshooting: 180,
  howto: 180,
  faq: 180,
  explanation: 365,
  documentation: 365,
};

/** Days that an article stays in the trash. */
export const TRASH_DAYS = 30;
