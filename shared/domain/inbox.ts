/** Kinds of inbox items, in the order in which the inbox shows them. */
export const INBOX_KINDS = [
  /** Two statements about the same thing that cannot both hold. */
  "conflict",
  /** New evidence extends the article, or words it better. */
  "proposal",
  /** Sentences whose message was edited, so that they may no longer hold. */
  "lost-support",
  /** A page that people edited where the article changed too, or that they removed. */
  "page-conflict",
  /** A page of our account that began as a copy of an article's page and contains more than our text. */
  "page-copy",
  /** People's comments on words of a page that the article changed. */
  "page-comments",
  /** The first articles of a channel, in a workspace that reviews them before they are published. */
  "first-article",
  /** The engine is not sure enough of a new article to publish it without review. */
  "draft",
  /** The article's channel was made private. */
  "held",
  /** The author of the answer asked in the chat for a fix. */
  "asked-to-fix",
  /** The answer's author said in the chat that it is no knowledge, so it is removed unless a person keeps it. */
  "dismissed",
  /** A person or a program reports that something is wrong with the article. */
  "reported",
  /** The article's review is due: a person has to say whether it still holds. */
  "review-due",
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const INBOX_CHOICES = [
  /**
   * conflict, asked-to-fix, dismissed, reported: the article stays unchanged. review-due: it is still right. lost-support: the
   * sentences still hold. page-copy: the page stays.
   */
  "keep",
  /**
   * conflict: the later statement replaces the earlier one. lost-support: the words of the edited message replace the sentences.
   * page-conflict: the article's text replaces the page's where both changed.
   */
  "replace",
  /** conflict: the statements do not contradict each other, so the later one is added after the earlier one. */
  "add",
  /** conflict: both stay, each with its condition. */
  "keep-both",
  /** proposal: the article gets all sentences, or the chosen ones. */
  "accept",
  /** proposal: the chosen sentences become a new article. */
  "own-article",
  /** proposal: the article stays unchanged. first-article, draft: it stays in the library only. */
  "decline",
  /**
   * lost-support: the sentences are removed. dismissed: the article is removed now. first-article, draft: the article
   * is moved to the trash.
   */
  "remove",
  /** page-conflict, edited page: people's text stays; the question returns when the article changes. */
  "keep-theirs",
  /** page-conflict, removed page: create it again. */
  "recreate",
  /** page-conflict, removed page: it stays removed, and is updated again if somebody restores it. */
  "leave",
  /** page-conflict, removed page: never publish the article there again. */
  "forget",
  /** page-copy: move it to the platform's trash. */
  "put-away",
  /** page-comments: mark as seen. */
  "seen",
  /** first-article, draft: publish it. */
  "approve",
  /** held: publish it anyway. */
  "show",
  /** held, asked-to-fix, reported: it stays in the library only. */
  "library-only",
] as const;
export type InboxChoice = (typeof INBOX_CHOICES)[number];

/** The most characters of a report. */
export const LONGEST_REPORT = 1000;

/** Hours within which a decision can be undone. */
export const UNDO_HOURS = 24;

/** The id under which a finding about a wiki page is assigned and snoozed, like inbox items. */
export const toInboxItemId = (id: string) => `wiki-finding.${id}`;
/** The id under which a page of the wiki is assigned. */
export const itemOfPage = (id: string) => `wiki-page.${id}`;
/** From this number of open proposals on, new ones need a higher confidence; the inbox says so. */
export const RAISED_CONFIDENCE_FROM = 50;
/** From this number of open proposals on, new evidence is only counted until somebody decides. */
export const MOST_PROPOSALS = 200;
/**
 * People fall behind if this many items wait, some of them this many days, and fewer than half as many were decided in that time.
 * In that case only this many of the less urgent items are shown, and the rest on request.
 */
export const FALLING_BEHIND = { from: 30, days: 14, shown: { draft: 15, "review-due": 5 } } as const;

/** The most characters of a condition for a statement: 'in production', 'before version 3'. */
export const CONDITION_CHARACTERS = 120;

/** The most items that one request decides, assigns or snoozes. */
export const MOST_DECISIONS_IN_BULK = 50;
/** The most characters of a note with a decision. */
export const NOTE_CHARACTERS = 500;
/** The most days that an item can be snoozed. */
export const LONGEST_SNOOZE_DAYS = 366;

export interface ReviewSettings {
  /** The first articles of a channel wait unpublished until a person approves them. */
  reviewNewChannels: boolean;
  /** After this many approvals a channel is trusted: its articles are published without review. */
  approvalsToTrust: number;
  /** Proposals that only add are accepted automatically. */
  autoAcceptProposals: boolean;
  /**
   * In percent: an article with a higher risk (100 minus its confidence) is a draft until somebody reviews it. 0: all articles
   * wait, 100: none.
   */
  acceptedRisk: number;
}

/** The settings of a workspace that has saved none. An excerpt's risk is at least 30 %, so it waits for a person (docs/engine.md). */
export const UNSAVED_REVIEW_SETTINGS: ReviewSettings = {
  reviewNewChannels: true,
  approvalsToTrust: 3,
  autoAcceptProposals: false,
  acceptedRisk: 20,
};
export const APPROVALS_TO_TRUST = { min: 1, max: 20 };
