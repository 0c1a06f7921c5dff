import type { ContentType, Difficulty, Priority } from "./facets.ts";

/** Of what people type. */
export const TITLE_CHARACTERS = 200;
export const CODE_CHARACTERS = 20_000;

/** What a person did to a sentence, a heading or a title. */
export interface Hand {
  /** `written`: all of it is the person's. `edited`: a person changed what cites messages. */
  what: "written" | "edited";
  /** Id of the person. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** Hashes of the words that people put in: they stay when a message is deleted that says them too. */
  words: string[];
}

/** What a person wrote or changed by hand, as a source of sentences. */
export interface HandNote {
  id: string;
  what: Hand["what"];
  /** Their name; null when they are not in the workspace any more. */
  by: string | null;
  at: Date;
}

/** 'Written by Ada Lovelace, 2026-11-12' */
export const handSentence = ({ what, by }: Pick<HandNote, "what" | "by">, when: string): string =>
  `${what === "written" ? "Written" : "Edited"} by ${by ?? "a former member"}, ${when}`;

/** What people wrote of an article beside its statements. */
export interface ArticleHand {
  title?: Hand;
  /** Tags that people added. */
  tags?: string[];
}

/** The smallest thing an article says. Only what a person wrote may be without a source. */
export interface Statement {
  /** Its identity once a person has touched it; until then it is known by its words (server/library/edit/statement-keys.ts). */
  id?: string;
  hand?: Hand;
  /** `sentence`: inline Markdown (emphasis, code, https links). `code`: verbatim lines of a code block. */
  form: "sentence" | "code";
  text: string;
  /** Of a code block, when the chat named it or it is certain; else null. Null for a sentence. */
  language: string | null;
  /** `externalId`s of the messages it cites, in chat order; none for what a person wrote. */
  sources: string[];
  /** Why it may not hold any more, in a sentence, where nobody has written it again: its source was edited. */
  doubt?: string;
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

/** One part of an article's body. The roles follow from its kind: steps for a how-to, symptom-cause-fix, question-answer. */
export interface Section {
  role: SectionRole;
  heading: string | null;
  /** A person wrote the heading. */
  hand?: Hand;
  /** `steps`: a numbered list, `bullets`: a list, each sentence an entry and each code block part of the entry before it. */
  layout: "prose" | "steps" | "bullets";
  statements: Statement[];
}

/** Something taken out before anything was written, shown in the article as what was removed. */
export interface Redaction {
  /** What it was, in words: 'API key', 'password', 'e-mail address'. */
  what: string;
  count: number;
}

/** What an engine writes about one conversation. */
export interface WrittenArticle {
  title: string;
  /** One to three sentences; the API's `summary` is their text joined. */
  summary: Statement[];
  body: Section[];
  contentType: ContentType;
  category: string;
  difficulty: Difficulty;
  priority: Priority;
  tags: string[];
  keywords: string[];
  /** Whole minutes, at least 1. */
  estimatedReadTime: number;
  redactions: Redaction[];
  /** 0 to 1, calibrated: the chance that it can be published as it is. Absent: the finding's score is used. */
  confidence?: number;
  /** What speaks against publishing it unread, in words a person understands. */
  doubts?: string[];
  /** `excerpt`: people's own sentences, saved from the chat. `written`: a model's. Absent: the engine's usual form. */
  form?: "excerpt" | "written";
  /** Who wrote it, where that may be another than the engine that was asked. */
  writtenBy?: "local" | "llm";
  /** Who wrote it would publish nothing of this conversation: one without an article gets none. */
  isRejected?: boolean;
}

/** An article's text without its title and labels. */
export type ArticleText = Pick<WrittenArticle, "summary" | "body">;

/** Every statement of an article in reading order: the summary first, then the body. */
export function statementsOf(article: ArticleText): Statement[] {
  return [...article.summary, ...article.body.flatMap((section) => section.statements)];
}

/** Struck through because somebody took it back, or, in articles of earlier versions, only who answered: nothing that holds. */
export const statesNothing = (text: string): boolean =>
  /^~~.*~~$/s.test(text) || /^(?:Asked by .+, answered by|Told by) .+\.$/.test(text);

/** After so many days somebody is asked whether an article still holds. */
export const REVIEW_DAYS: Readonly<Record<ContentType, number>> = {
  tutorial: 180,
  troubleshooting: 180,
  howto: 180,
  faq: 180,
  explanation: 365,
  documentation: 365,
};

/** A removed article stays in the trash for so long. */
export const TRASH_DAYS = 30;
