/** What needs a person, in the order in which the inbox offers it. */
export const INBOX_KINDS = [
  /** Two statements about the same thing that cannot both hold. */
  "conflict",
  /** New evidence says more than the article, or says it better. */
  "proposal",
  /** Sentences whose message was edited since: nobody knows whether they still hold. */
  "lost-support",
  /** A page that people changed where the article changed too, or that they removed. */
  "page-conflict",
  /** A page made in our account that began as a copy of an article's page, and is not only what we wrote. */
  "page-copy",
  /** People's comments on a page whose words the article changed. */
  "page-comments",
  /** The first articles of a channel, where the workspace reads them before they are published. */
  "first-article",
  /** The engine is not sure enough of a new article to publish it by itself. */
  "draft",
  /** Its channel was made private. */
  "held",
  /** Who gave the answer asked in the chat for it to be fixed. */
  "asked-to-fix",
  /** Who gave the answer said in the chat that it is no knowledge: it is removed unless somebody keeps it. */
  "dismissed",
  /** A person or a program says that something is wrong with it. */
  "reported",
  /** Its time is over: somebody is to say whether it still holds. */
  "review-due",
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const INBOX_CHOICES = [
  /** conflict, asked-to-fix, dismissed, reported: the article stays as it is now. review-due: it is still right. lost-support: the sentences still hold. page-copy: the page stays. */
  "keep",
  /** conflict: what was said later takes its place. page-conflict: the article's text wins where both changed. */
  "replace",
  /** conflict: both are kept, each under its condition. */
  "keep-both",
  /** proposal: the article says it too, all of it or the chosen sentences. */
  "accept",
  /** proposal: the chosen sentences become an article of their own. */
  "own-article",
  /** proposal: the article stays. first-article, draft: it stays in the library and is published nowhere. */
  "decline",
  /** lost-support: the sentences go. dismissed: the article goes now. first-article, draft: the article goes to the trash. */
  "remove",
  /** page-conflict, changed page: what people wrote stays; asked again when the article changes. */
  "keep-theirs",
  /** page-conflict, removed page: make it again. */
  "recreate",
  /** page-conflict, removed page: it stays removed and is followed again when somebody restores it. */
  "leave",
  /** page-conflict, removed page: never publish the article there again. */
  "forget",
  /** page-copy: put it into the platform's trash. */
  "put-away",
  /** page-comments: somebody has seen it. */
  "seen",
  /** first-article, draft: publish it. */
  "approve",
  /** held: publish it all the same. */
  "show",
  /** held, asked-to-fix, reported: it stays in the library and is published nowhere. */
  "library-only",
] as const;
export type InboxChoice = (typeof INBOX_CHOICES)[number];

/** What is said about a problem. */
export const LONGEST_REPORT = 1000;

/** How long a decision can be taken back. */
export const UNDO_HOURS = 24;
/** From so many open proposals on, new ones must be surer to be shown; the inbox says so. */
export const RAISED_FROM = 50;
/** At so many, new evidence is only counted until somebody has decided. */
export const MOST_PROPOSALS = 200;
/**
 * People fall behind when so many items wait, some of them for longer than so many days, and what was decided in that time is less
 * than half of it. Then only so many of the kinds that can wait are shown, and the others when somebody asks.
 */
export const BEHIND = { from: 30, days: 14, shown: { draft: 15, "review-due": 5 } } as const;

/** A condition under which a statement holds: 'in production', 'before version 3'. */
export const CONDITION_CHARACTERS = 120;

/** One request decides, assigns or snoozes at most this many items. */
export const MOST_DECISIONS_IN_BULK = 50;
/** The longest note that a person writes with a decision, in characters. */
export const NOTE_CHARACTERS = 500;
/** Days that an item can be snoozed. */
export const LONGEST_SNOOZE_DAYS = 366;

export interface ReviewSettings {
  /** The first articles of a channel wait unpublished until a person approves them. */
  reviewNewChannels: boolean;
  /** After so many approvals a channel is trusted: its articles are published at once. */
  approvalsToTrust: number;
  /** Proposals that only add are accepted by themselves. */
  autoAcceptProposals: boolean;
  /**
   * Percent: a new article is published by itself when the chance that it is not fit for it, 100 less its confidence, is at
   * most this; otherwise it is a draft. 0: every article waits, 100: none.
   */
  acceptedRisk: number;
}

/** Of a workspace that has saved none. An excerpt's risk is 30 % at least: it waits for a person (docs/engine.md). */
export const UNSAVED_REVIEW_SETTINGS: ReviewSettings = {
  reviewNewChannels: false,
  approvalsToTrust: 3,
  autoAcceptProposals: false,
  acceptedRisk: 20,
};
export const APPROVALS_TO_TRUST = { min: 1, max: 20 };
