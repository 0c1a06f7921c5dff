import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import { type ArticleText, listStatements } from "../../shared/domain/article.ts";
import type { InboxChoice, InboxKind } from "../../shared/domain/inbox.ts";
import type { CutOutText } from "../db/schema.ts";
import type { SourceEdit, SourceMessage } from "../library/articles/index.ts";
import type { InboxItemDetails } from "../library/dedupe/index.ts";
import type { ArticleHead } from "./article-queries.ts";
import type { OpenInboxItem } from "./inbox-queries.ts";
import type { InboxPageCopyRow, PageRow } from "./page-queries.ts";
import type { AnsweredQuestionRow } from "./questions/question-queries.ts";
import type { ReportRow } from "./reports/report-queries.ts";

/** The choices of each kind, least harmful first. */
const CHOICES: Record<Exclude<InboxKind, "page-conflict">, InboxChoice[]> = {
  conflict: ["keep", "replace", "add", "keep-both"],
  proposal: ["decline", "accept", "own-article"],
  "lost-support": ["keep", "remove"],
  "cut-out": ["rewrite", "remove"],
  "first-article": ["decline", "approve", "remove"],
  draft: ["decline", "approve", "remove"],
  held: ["library-only", "show"],
  "asked-to-fix": ["keep", "library-only"],
  dismissed: ["keep", "remove"],
  reported: ["keep", "library-only"],
  "review-due": ["keep", "library-only"],
  "page-copy": ["keep", "put-away"],
  "page-comments": ["seen"],
};
/** A message said the one, then the other: both cannot stay. */
export const EDIT_CHOICES: InboxChoice[] = ["keep", "replace"];
export const CHANGED_PAGE_CHOICES: InboxChoice[] = ["keep-theirs", "replace"];
export const REMOVED_PAGE_CHOICES: InboxChoice[] = ["leave", "recreate", "forget"];

/** Rows that are read once for all lines. */
export interface InboxRows {
  connectors: ConnectorRegistry;
  heads: Map<string, ArticleHead>;
  /** Whole texts, of articles with a proposal or with sentences that lost their support. */
  texts: Map<string, { text: ArticleText }>;
  items: Map<string, InboxItemDetails>;
  /** The messages that lines cite, oldest first, by article. */
  said: Map<string, SourceMessage[]>;
  cutOut: Map<string, CutOutText>;
  pages: Map<string, PageRow>;
  /** Number of unseen comments, by publication. */
  comments: Map<string, number>;
  copies: Map<string, InboxPageCopyRow>;
  /** The number of approvals from which a channel is trusted. */
  approvalsToTrust: number;
  /** By the question's id. */
  answers: Map<string, AnsweredQuestionRow>;
  reports: Map<string, ReportRow>;
  /** Edits of the messages that articles cite, by article. */
  edits: Map<string, SourceEdit[]>;
}

/** Computes something once for an object. Rows that did not change stay the same objects (db/kept-rows.ts). */
export function onceFor<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new WeakMap<Given, { value: Made }>();
  return (given) => {
    const known = made.get(given) ?? { value: make(given) };
    made.set(given, known);
    return known.value;
  };
}

/** The messages that the line of a conflict or proposal cites. */
export const listSourcesOfItem = onceFor(({ known, fresh }: InboxItemDetails) =>
  [...(known ? [known] : []), ...listStatements(fresh)].flatMap(({ sources }) => sources),
);

const NONE: string[] = [];

/** The messages that the line of an unread article cites. */
export const listSourcesOfHead = (head: ArticleHead | undefined): string[] => (head ? sourcesOf(head) : NONE);

const sourcesOf = onceFor(({ doubted, summarySources }: ArticleHead) =>
  doubted ? listStatements(doubted).flatMap(({ sources }) => sources) : summarySources,
);

/** An open item with the facts of every kind: id, article, time and choices. */
export interface InboxItemFacts {
  item: OpenInboxItem;
  article: ArticleHead;
  rows: InboxRows;
  about: Pick<InboxItem, "id" | "article" | "since">;
}

/** Builds the common part of every kind with its own choices. */
export const buildItemBase = <Kind extends keyof typeof CHOICES>(
  { about }: InboxItemFacts,
  kind: Kind,
  reason: string,
) => ({
  ...about,
  kind,
  reason,
  choices: CHOICES[kind],
});
