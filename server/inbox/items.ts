import type { ConnectorRegistry } from "../../connectors/registry.ts";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import type { InboxKind } from "../../shared/domain/inbox.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { listSourceEdits, listSourceMessages } from "../library/articles/index.ts";
import { listItemsById } from "../library/dedupe/index.ts";
import { readReviewSettings } from "../library/index.ts";
import { countUnseenComments } from "../publishing/comments/index.ts";
import { listArticleHeads, listArticleTexts, listCutOut } from "./article-queries.ts";
import { describeItem } from "./describe-item.ts";
import type { OpenInboxItem } from "./inbox-queries.ts";
import { listCopies, listPages } from "./page-queries.ts";
import { listAnsweredQuestions } from "./questions/question-queries.ts";
import { listReportsById } from "./reports/report-queries.ts";
import { type InboxRows, listSourcesOfHead, listSourcesOfItem } from "./shown-items.ts";

/** The lines of the inbox with everything needed to decide. Leaves out items whose subject is gone. */
export async function describeItems(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  open: OpenInboxItem[],
): Promise<InboxItem[]> {
  const only = pick(open);
  const ofKinds = (...kinds: InboxKind[]) => only(...kinds).map(({ subject }) => subject);
  const articlesOf = (...kinds: InboxKind[]) => [...new Set(only(...kinds).map(({ articleId }) => articleId))];
  // Pipelined: the queries are sent without waiting for each answer (db/pool.ts).
  const [texts, cutOut, pages, comments, copies, answers, reports, edits, approvalsToTrust] = await Promise.all([
    readTexts(scope, open),
    listCutOut(scope, ofKinds("cut-out")),
    listPages(scope, ofKinds("page-conflict", "page-comments")),
    countUnseenComments(scope, ofKinds("page-comments")),
    listCopies(scope, ofKinds("page-copy")),
    listAnsweredQuestions(scope, ofKinds("asked-to-fix")),
    listReportsById(scope, ofKinds("reported")),
    listSourceEdits(scope, articlesOf("lost-support")),
    readApprovalsToTrust(scope, ofKinds("first-article")),
  ]);
  const rows: InboxRows = {
    connectors,
    ...texts,
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

/** Reads the articles, conflicts and proposals of the lines that changed since they were read, and the messages that all of them cite. */
async function readTexts(scope: WorkspaceScope, open: OpenInboxItem[]) {
  const only = pick(open);
  const article = ({ articleId, articleVersion }: OpenInboxItem) => ({ id: articleId, version: articleVersion });
  const [heads, texts, items] = await Promise.all([
    listArticleHeads(scope, open.map(article)),
    listArticleTexts(scope, only("proposal", "lost-support").map(article)),
    listItemsById(
      scope,
      only("conflict", "proposal").map(({ subject, itemVersion }) => ({ id: subject, version: itemVersion })),
    ),
  ]);
  const sources = new Set([...items.values()].flatMap(listSourcesOfItem));
  const articleIds = new Set(sources.size > 0 ? [...items.values()].map((item) => item.articleId) : []);
  for (const { articleId } of only("draft", "first-article")) {
    const cited = listSourcesOfHead(heads.get(articleId));
    if (cited.length > 0) articleIds.add(articleId);
    for (const id of cited) sources.add(id);
  }
  const said = await listSourceMessages(scope, [...articleIds], [...sources]);
  return { heads, texts, items, said: Map.groupBy(said, ({ articleId }) => articleId) };
}

const pick =
  (open: OpenInboxItem[]) =>
  (...kinds: InboxKind[]) =>
    open.filter(({ kind }) => kinds.includes(kind));

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** 0 if none of the items is a channel's first article. */
const readApprovalsToTrust = async (scope: WorkspaceScope, first: string[]): Promise<number> =>
  first.length === 0 ? 0 : (await readReviewSettings(scope)).approvalsToTrust;
