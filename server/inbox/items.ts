import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import type { InboxKind } from "../../shared/domain/inbox.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { listSourceEdits } from "../library/articles/index.ts";
import { listItemsById } from "../library/dedupe/index.ts";
import { readReviewSettings } from "../library/index.ts";
import { countUnseenComments } from "../publishing/comments/index.ts";
import { listArticleHeads, listCutOut } from "./article-queries.ts";
import { describeItem } from "./describe-item.ts";
import type { OpenItem } from "./inbox-queries.ts";
import { listCopies, listPages } from "./page-queries.ts";
import { listAnswered } from "./questions/question-queries.ts";
import { listReportsById } from "./reports/report-queries.ts";
import type { InboxRows } from "./shown-items.ts";

/** The lines of the inbox with everything needed to decide. Leaves out items whose subject is gone. */
export async function describeItems(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  open: OpenItem[],
): Promise<InboxItem[]> {
  const only = (kinds: InboxKind[]) => open.filter(({ kind }) => kinds.includes(kind));
  const ofKinds = (...kinds: InboxKind[]) => only(kinds).map(({ subject }) => subject);
  const articlesOf = (...kinds: InboxKind[]) => [...new Set(only(kinds).map(({ articleId }) => articleId))];
  // Pipelined: the queries are sent without waiting for each answer (db/pool.ts).
  const [heads, items, cutOut, pages, comments, copies, answers, reports, edits, approvalsToTrust] = await Promise.all([
    listArticleHeads(scope, {
      ids: [...new Set(open.map(({ articleId }) => articleId))],
      withText: articlesOf("proposal", "lost-support"),
    }),
    listItemsById(scope, ofKinds("conflict", "proposal")),
    listCutOut(scope, ofKinds("cut-out")),
    listPages(scope, ofKinds("page-conflict", "page-comments")),
    countUnseenComments(scope, ofKinds("page-comments")),
    listCopies(scope, ofKinds("page-copy")),
    listAnswered(scope, ofKinds("asked-to-fix")),
    listReportsById(scope, ofKinds("reported")),
    listSourceEdits(scope, articlesOf("lost-support")),
    readApprovalsToTrust(scope, ofKinds("first-article")),
  ]);
  const rows: InboxRows = {
    connectors,
    heads: byId(heads),
    items: byId(items),
    cutOut: byId(cutOut),
    pages: byId(pages),
    comments,
    copies: byId(copies),
    approvalsToTrust,
    answers: byId(answers),
    reports: byId(reports),
    edits: Map.groupBy(edits, ({ articleId }) => articleId),
  };
  return open.flatMap((item) => describeItem(item, rows) ?? []);
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** 0 if none of the items is a channel's first article. */
const readApprovalsToTrust = async (scope: WorkspaceScope, first: string[]): Promise<number> =>
  first.length === 0 ? 0 : (await readReviewSettings(scope)).approvalsToTrust;
