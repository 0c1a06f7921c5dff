import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import type { InboxChoice, InboxKind } from "../../shared/domain/inbox.ts";
import type { CutOut } from "../db/schema.ts";
import type { SourceEdit } from "../library/articles/index.ts";
import type { ShownItem } from "../library/dedupe/index.ts";
import type { ArticleHead } from "./article-queries.ts";
import type { OpenItem } from "./inbox-queries.ts";
import type { CopyRow, PageRow } from "./page-queries.ts";
import type { AnsweredRow } from "./questions/question-queries.ts";
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
export const CHANGED_PAGE: InboxChoice[] = ["keep-theirs", "replace"];
export const REMOVED_PAGE: InboxChoice[] = ["leave", "recreate", "forget"];

/** Rows that are read once for all lines. */
export interface InboxRows {
  connectors: ConnectorRegistry;
  heads: Map<string, ArticleHead>;
  items: Map<string, ShownItem>;
  cutOut: Map<string, CutOut>;
  pages: Map<string, PageRow>;
  /** Number of unseen comments, by publication. */
  comments: Map<string, number>;
  copies: Map<string, CopyRow>;
  /** The number of approvals from which a channel is trusted. */
  approvalsToTrust: number;
  /** By the question's id. */
  answers: Map<string, AnsweredRow>;
  reports: Map<string, ReportRow>;
  /** Edits of the messages that articles cite, by article. */
  edits: Map<string, SourceEdit[]>;
}

/** An open item with the facts of every kind: id, article, time and choices. */
export interface ShownInboxItem {
  item: OpenItem;
  article: ArticleHead;
  rows: InboxRows;
  about: Pick<InboxItem, "id" | "article" | "since">;
}

/** Builds the common part of every kind with its own choices. */
export const buildItemBase = <Kind extends keyof typeof CHOICES>(
  { about }: ShownInboxItem,
  kind: Kind,
  reason: string,
) => ({
  ...about,
  kind,
  reason,
  choices: CHOICES[kind],
});
