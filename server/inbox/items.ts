import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import { statementsOf } from "../../shared/domain/article.ts";
import type { InboxKind } from "../../shared/domain/inbox.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { listSourceMessages } from "../library/articles/index.ts";
import { listItemsById } from "../library/dedupe/index.ts";
import { readReviewSettings } from "../library/index.ts";
import { countUnseenComments } from "../publishing/index.ts";
import { type ArticleHead, type ArticleStatements, listHeads, listStatements } from "./article-queries.ts";
import { listApprovals } from "./channel-queries.ts";
import { describeItem } from "./describe-item.ts";
import type { OpenItem } from "./inbox-queries.ts";
import { listCopies, listPages } from "./page-queries.ts";
import { listAnswered } from "./questions/question-queries.ts";
import { listReportsById } from "./reports/report-queries.ts";
import type { Rows } from "./shown-items.ts";

/** The lines of the inbox with everything needed to decide. Items whose subject is gone are left out. */
export async function describeItems(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  open: OpenItem[],
): Promise<InboxItem[]> {
  const only = (kinds: InboxKind[]) => open.filter(({ kind }) => kinds.includes(kind));
  const ofKinds = (...kinds: InboxKind[]) => only(kinds).map(({ subject }) => subject);
  const articlesOf = (items: OpenItem[]) => [...new Set(items.map(({ articleId }) => articleId))];
  // Pipelined: the queries run one after the other without waiting for each answer (db/pool.ts).
  const [heads, articles, items, pages, comments, copies, answers, reports] = await Promise.all([
    listHeads(scope, { ids: articlesOf(open) }),
    listStatementsOf(scope, articlesOf(only(["proposal", "lost-support"]))),
    listItemsById(scope, ofKinds("conflict", "proposal")),
    listPages(scope, ofKinds("page-conflict", "page-comments")),
    countUnseenComments(scope, ofKinds("page-comments")),
    listCopies(scope, ofKinds("page-copy")),
    listAnswered(scope, ofKinds("asked-to-fix")),
    listReportsById(scope, ofKinds("reported")),
  ]);
  const unread = new Set(articlesOf(only(["draft", "first-article"])));
  const quoted = [
    ...items.flatMap(({ known, fresh }) => [...(known ? [known] : []), ...statementsOf(fresh)]),
    ...heads.flatMap(({ id, summary }) => (unread.has(id) ? summary : [])),
  ];
  const [said, trust] = await Promise.all([
    listSourceMessages(
      scope,
      [...items.map(({ articleId }) => articleId), ...unread],
      quoted.flatMap(({ sources }) => sources),
    ),
    readTrust(scope, open, heads),
  ]);
  const rows: Rows = {
    connectors,
    heads: byId(heads),
    articles: byId(articles),
    items: byId(items),
    said,
    pages: byId(pages),
    comments,
    copies: byId(copies),
    trust,
    answers: byId(answers),
    reports: byId(reports),
  };
  return open.flatMap((item) => describeItem(item, rows) ?? []);
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

const listStatementsOf = async (scope: WorkspaceScope, ids: string[]): Promise<ArticleStatements[]> =>
  ids.length === 0 ? [] : listStatements(scope, { ids });

/** Null when none of them is a channel's first article. */
async function readTrust(scope: WorkspaceScope, open: OpenItem[], heads: ArticleHead[]): Promise<Rows["trust"]> {
  const first = new Set(open.flatMap(({ kind, articleId }) => (kind === "first-article" ? articleId : [])));
  if (first.size === 0) return null;
  const [approvals, { approvalsToTrust }] = await Promise.all([
    listApprovals(
      scope,
      heads.flatMap(({ id, channelId }) => (first.has(id) && channelId !== null ? channelId : [])),
    ),
    readReviewSettings(scope),
  ]);
  return { approvals, approvalsToTrust };
}
