import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem, SaidStatement } from "../../shared/contract/inbox.ts";
import { type Statement, statementsOf } from "../../shared/domain/article.ts";
import type { InboxChoice, InboxKind } from "../../shared/domain/inbox.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import {
  type ArticleRow,
  type ItemRow,
  listArticlesById,
  listItemsById,
  listSaid,
  proposedContent,
  readReviewSettings,
  type SaidRow,
  sayingView,
  versionChanges,
} from "../library/index.ts";
import { commentsAre, countUnseenComments } from "../publishing/index.ts";
import { listApprovals } from "./channel-queries.ts";
import type { OpenItem } from "./inbox-queries.ts";
import { type CopyRow, listCopies, listPages, type PageRow } from "./page-queries.ts";
import { type AnsweredRow, listAnswered } from "./questions/question-queries.ts";
import { listReportsById, type ReportRow } from "./reports/report-queries.ts";

/** What a person may choose, the harmless one first. */
const CHOICES: Record<Exclude<InboxKind, "page-conflict">, InboxChoice[]> = {
  conflict: ["keep", "replace", "keep-both"],
  proposal: ["decline", "accept"],
  "lost-support": ["keep", "remove"],
  "first-article": ["decline", "approve"],
  draft: ["decline", "approve"],
  held: ["library-only", "show"],
  "asked-to-fix": ["keep", "library-only"],
  dismissed: ["keep", "remove"],
  reported: ["keep", "library-only"],
  "review-due": ["keep", "library-only"],
  "page-copy": ["keep", "put-away"],
  "page-comments": ["seen"],
};
const CHANGED_PAGE: InboxChoice[] = ["keep-theirs", "replace"];
const REMOVED_PAGE: InboxChoice[] = ["leave", "recreate", "forget"];

interface Rows {
  connectors: ConnectorRegistry;
  articles: Map<string, ArticleRow>;
  items: Map<string, ItemRow>;
  said: SaidRow[];
  pages: Map<string, PageRow>;
  /** That nobody has seen, by publication. */
  comments: Map<string, number>;
  copies: Map<string, CopyRow>;
  approvals: Map<string, number>;
  approvalsToTrust: number;
  /** By the question. */
  answers: Map<string, AnsweredRow>;
  reports: Map<string, ReportRow>;
}

/** The lines of the inbox with everything a person decides by. What went meanwhile is left out. */
export async function describeItems(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  open: OpenItem[],
): Promise<InboxItem[]> {
  const articles = await listArticlesById(scope, [...new Set(open.map(({ articleId }) => articleId))]);
  const ofKinds = (...kinds: InboxKind[]) => open.flatMap(({ kind, subject }) => (kinds.includes(kind) ? subject : []));
  const items = await listItemsById(scope, ofKinds("conflict", "proposal"));
  const quoted = items.flatMap(({ known, fresh }) => [...(known ? [known] : []), ...statementsOf(fresh)]);
  const rows: Rows = {
    connectors,
    articles: new Map(articles.map((row) => [row.id, row])),
    items: new Map(items.map((row) => [row.id, row])),
    said: await listSaid(
      scope,
      items.map(({ articleId }) => articleId),
      quoted.flatMap(({ sources }) => sources),
    ),
    pages: new Map((await listPages(scope, ofKinds("page-conflict", "page-comments"))).map((row) => [row.id, row])),
    comments: await countUnseenComments(scope, ofKinds("page-comments")),
    copies: new Map((await listCopies(scope, ofKinds("page-copy"))).map((row) => [row.id, row])),
    approvals: await listApprovals(
      scope,
      articles.flatMap(({ channelId }) => channelId ?? []),
    ),
    approvalsToTrust: (await readReviewSettings(scope)).approvalsToTrust,
    answers: new Map((await listAnswered(scope, ofKinds("asked-to-fix"))).map((row) => [row.id, row])),
    reports: new Map((await listReportsById(scope, ofKinds("reported"))).map((row) => [row.id, row])),
  };
  return open.flatMap((item) => describe(item, rows) ?? []);
}

function describe({ kind, subject, articleId, since }: OpenItem, rows: Rows): InboxItem | null {
  const article = rows.articles.get(articleId);
  if (!article) return null;
  const { id, title, channelName, summaryText } = article;
  const about = {
    id: `${kind}.${subject}`,
    article: { id, title, channelName },
    since: new Date(Number(since) / 1000).toISOString(),
  };
  const ask = <Kind extends keyof typeof CHOICES>(of: Kind, reason: string) => ({
    ...about,
    kind: of,
    reason,
    choices: CHOICES[of],
  });
  switch (kind) {
    case "conflict": {
      const item = rows.items.get(subject);
      const [fresh] = item?.fresh.summary ?? [];
      if (!item?.known || !fresh) return null;
      const reason = "A later message contradicts the article. Which is right?";
      return {
        ...ask(kind, reason),
        known: statementView(item.known, articleId, rows),
        fresh: statementView(fresh, articleId, rows),
      };
    }
    case "proposal": {
      const item = rows.items.get(subject);
      if (!item) return null;
      const proposed = proposedContent(article, item.fresh);
      const { changes, unchanged } = versionChanges(article, { ...proposed, version: article.version + 1 });
      const saidBy = sayings(statementsOf(item.fresh), articleId, rows);
      const where = saidBy.at(-1)?.channelName;
      const reason = where
        ? `A conversation in #${where} says more than the article.`
        : "A conversation says more than the article.";
      return { ...ask(kind, reason), title: null, changes, unchanged, saidBy };
    }
    case "lost-support": {
      const statements = statementsOf(article).flatMap(({ form, text, doubt }) =>
        doubt ? [{ form, text, doubt, inline: form === "sentence" ? parseInline(text) : [] }] : [],
      );
      const many = statements.length === 1 ? "A sentence" : `${statements.length} sentences`;
      return { ...ask(kind, `${many} may not hold any more: the message behind it was edited.`), statements };
    }
    case "page-conflict": {
      const page = rows.pages.get(subject);
      if (!page) return null;
      const isRemoved = page.state === "removed";
      const { integrationName, platform, url } = page;
      return {
        ...about,
        kind,
        reason: page.trouble ?? `The page in ${integrationName} was ${isRemoved ? "removed" : "changed"} by somebody.`,
        choices: isRemoved ? REMOVED_PAGE : CHANGED_PAGE,
        publicationId: page.id,
        page: isRemoved ? "removed" : "changed",
        integrationName,
        platform,
        url,
      };
    }
    case "page-copy": {
      const copy = rows.copies.get(subject);
      if (!copy) return null;
      const reason = `The page "${copy.title}" in ${copy.integrationName} began as a copy of this article's page. Is it somebody's own?`;
      const { integrationName, platform, url, title: pageTitle } = copy;
      return { ...ask(kind, reason), integrationName, platform, url, title: pageTitle };
    }
    case "page-comments": {
      const page = rows.pages.get(subject);
      if (!page) return null;
      const { integrationName, platform, url } = page;
      const reason = `The article changed the words that ${commentsAre(rows.comments.get(subject) ?? 1)} about on its page in ${integrationName}.`;
      return { ...ask(kind, reason), integrationName, platform, url };
    }
    case "first-article":
      return {
        ...ask(kind, article.standingReason ?? `It is one of the first articles of #${channelName}.`),
        summary: summaryText,
        approvals: rows.approvals.get(article.channelId ?? "") ?? 0,
        approvalsToTrust: rows.approvalsToTrust,
      };
    case "draft":
      return { ...ask(kind, article.standingReason ?? "It waits until somebody has read it."), summary: summaryText };
    case "held":
      return { ...ask(kind, article.standingReason ?? `#${channelName} was made private.`), summary: summaryText };
    case "asked-to-fix": {
      const by = rows.answers.get(subject);
      const who = by ? `${by.authorName} in #${by.channelName}` : "who gave the answer";
      return { ...ask(kind, `It was asked to be fixed by ${who}.`), summary: summaryText };
    }
    case "reported": {
      const report = rows.reports.get(subject);
      return report ? { ...ask(kind, `${report.reportedBy} says: “${report.text}”`), summary: summaryText } : null;
    }
    case "review-due":
      return { ...ask(kind, reviewReason(article)), summary: summaryText };
    case "dismissed":
      return {
        ...ask(kind, article.standingReason ?? "The person who gave the answer said that it is not knowledge."),
        summary: summaryText,
      };
  }
}

function reviewReason({ confirmedAt, createdAt }: ArticleRow): string {
  const day = (confirmedAt ?? createdAt).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return confirmedAt
    ? `It was last confirmed on ${day}. Is it still right?`
    : `Nobody has confirmed it since it was written on ${day}. Is it still right?`;
}

const statementView = (statement: Statement, articleId: string, rows: Rows): SaidStatement => ({
  form: statement.form,
  text: statement.text,
  inline: statement.form === "sentence" ? parseInline(statement.text) : [],
  saidBy: sayings([statement], articleId, rows),
});

const MOST_SAYINGS = 5;

function sayings(statements: Statement[], articleId: string, { said, connectors }: Rows) {
  const sources = new Set(statements.flatMap((statement) => statement.sources));
  return said
    .filter((row) => row.articleId === articleId && sources.has(row.externalId))
    .slice(-MOST_SAYINGS)
    .map((row) => sayingView(connectors, row));
}
