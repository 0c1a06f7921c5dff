/** Kinds of inbox items, in the sequence in which the inbox shows them. */
export const INBOX_KINDS = [
  /** Two statements about the same subject that cannot both be true. */
  "conflict",
  /** New evidence that extends the article, or says the same better. */
  "proposal",
  /** Sentences whose message was edited, so that they may be outdated. */
  "lost-support",
  /** A person's sentence that lost words with a deleted message, and left the article until somebody writes it anew. */
  "cut-out",
  /** A page that people edited in a part that the article changed too, or a page that people removed. */
  "page-conflict",
  /** A page in our account that began as a copy of an article's page, and contains other text too. */
  "page-copy",
  /** People's comments whose commented text was changed by the article. */
  "page-comments",
  /** An article whose review is due: a person has to say whether it is still right, also after it lost a sentence. */
  "review-due",
  /** One of the first articles of a channel, in a workspace that reviews these before publishing. */
  "first-article",
  /** A new article of which the engine is not sure enough to publish it without a review. */
  "draft",
  /** An article whose channel was made private. */
  "held",
  /** An article whose answer's author asked in the chat for a correction. */
  "asked-to-fix",
  /**
   * An article whose answer's author said in the chat that it is no knowledge. It is removed unless a person keeps it.
   */
  "dismissed",
  /** An article about which a person or a program reported a mistake. */
  "reported",
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const INBOX_CHOICES = [
  /**
   * conflict, asked-to-fix, dismissed, reported: the article stays unchanged. review-due: the article is still right.
   * lost-support: the sentences are still right. page-copy: the page stays.
   */
  "keep",
  /**
   * conflict: the later statement replaces the earlier one. lost-support: the edited message's text replaces the
   * sentences. page-conflict: the article's text replaces the page's in parts that both changed.
   */
  "replace",
  /** conflict: the statements do not contradict each other, so the later one is added after the earlier one. */
  "add",
  /** conflict: both statements stay, each with its condition. */
  "keep-both",
  /** proposal: the article gets all sentences, or the chosen ones. */
  "accept",
  /** proposal: the chosen sentences become a new article. */
  "own-article",
  /** proposal: the article stays unchanged. first-article, draft: the article stays in the library only. */
  "decline",
  /**
   * lost-support: the sentences are removed. cut-out: the sentence stays out of the article. dismissed: the article is removed now. first-article, draft: the article
   * is moved to the trash.
   */
  "remove",
  /** cut-out: the sentence is in the article again, as a person wrote it anew. */
  "rewrite",
  /** page-conflict, edited page: people's text stays. The question is asked again when the article changes. */
  "keep-theirs",
  /** page-conflict, removed page: the page is created again. */
  "recreate",
  /** page-conflict, removed page: the page stays removed, and is updated if somebody restores it. */
  "leave",
  /** page-conflict, removed page: the article is never published on that platform again. */
  "forget",
  /** page-copy: the page is moved to the platform's trash. */
  "put-away",
  /** page-comments: the comments are marked as seen. */
  "seen",
  /** first-article, draft: the article is published. */
  "approve",
  /**
   * first-article, draft: the later message does not correct the chosen sentences. They stay, without the warning, and
   * the article still waits. Not among an item's `choices`, because it decides about sentences.
   */
  "not-corrected",
  /** held: the article is published anyway. */
  "show",
  /** held, asked-to-fix, reported: the article stays in the library only. */
  "library-only",
] as const;
export type InboxChoice = (typeof INBOX_CHOICES)[number];

/** The most characters of a report. */
export const MAX_REPORT_CHARACTERS = 1000;

/** The most characters of a sentence that is written anew. */
export const MAX_SENTENCE_CHARACTERS = 2_000;

/** Hours within which a decision can be undone. */
export const UNDO_HOURS = 24;

/** The inbox id of a finding about a wiki page, which can be assigned and snoozed like inbox items. */
export const toFindingItemId = (id: string) => `wiki-finding.${id}`;
/** The inbox id of a wiki page, which can be assigned to a person. */
export const toPageItemId = (id: string) => `wiki-page.${id}`;
/** The inbox id of two texts that say much the same, which can be assigned to a person. */
export const toDuplicateItemId = (id: string) => `wiki-duplicate.${id}`;
/** The inbox id of an open question, which can be assigned to a person. The group stays when somebody asks again. */
export const toQuestionItemId = (groupId: string) => `open-question.${groupId}`;
/** The number of open proposals from which on new ones need a higher confidence. The inbox says so. */
export const STRICT_FROM_OPEN_PROPOSALS = 50;
/** The number of open proposals from which on new evidence is only counted until somebody decides. */
export const MAX_OPEN_PROPOSALS = 200;
/**
 * People fall behind if at least `from` items wait, some of them for `days`, and fewer than half as many were decided
 * in that time. The inbox then shows only `shown` of the less urgent items; the others are shown on request.
 */
export const BACKLOG_LIMITS = { from: 30, days: 14, shown: { draft: 15, "review-due": 5 } } as const;

/** The most characters of a condition under which a statement is true: 'in production', 'before version 3'. */
export const CONDITION_CHARACTERS = 120;

/** The most items that one request decides, assigns or snoozes. */
export const MOST_DECISIONS_IN_BULK = 50;
/** The most characters of a note with a decision. */
export const NOTE_CHARACTERS = 500;
/** The most days that an item can be snoozed. */
export const LONGEST_SNOOZE_DAYS = 366;

export interface ReviewSettings {
  /** The first articles of a channel are not published until a person approves them. */
  reviewNewChannels: boolean;
  /** The number of approvals after which a channel is trusted. Its articles are then published without review. */
  approvalsToTrust: number;
  /** Proposals that only add are accepted automatically. */
  autoAcceptProposals: boolean;
  /**
   * The accepted risk in percent. An article with a higher risk (100 minus its confidence) is a draft until somebody
   * reviews it. With 0 all articles wait, with 100 none.
   */
  acceptedRisk: number;
  verifiedEdits: VerifiedEdits;
}

/**
 * When a message behind a verified article is edited: `update` changes the article and its pages at once, `ask` leaves
 * both as they are until somebody decides.
 */
export const VERIFIED_EDITS = ["update", "ask"] as const;
export type VerifiedEdits = (typeof VERIFIED_EDITS)[number];

/**
 * The settings of a workspace that has not saved any. An article of unchanged chat sentences has a risk of at least 30
 * %, so it waits for a person (docs/engine.md).
 */
export const DEFAULT_REVIEW_SETTINGS: ReviewSettings = {
  reviewNewChannels: true,
  approvalsToTrust: 3,
  autoAcceptProposals: false,
  acceptedRisk: 20,
  verifiedEdits: "update",
};
export const APPROVALS_TO_TRUST = { min: 1, max: 20 };
