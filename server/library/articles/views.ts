import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { Article, ArticlePage, ConversationMessage, Publication } from "../../../shared/contract/articles.ts";
import { listStatements, type Statement } from "../../../shared/domain/article.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { viewFreshness } from "../care/freshness-view.ts";
import type { listEvidenceConversations } from "../dedupe/article-conversations.ts";
import type { Contradiction } from "../dedupe/contradictions.ts";
import { addPersonEditNotes, viewPersonEdits } from "../edit/person-edit-notes.ts";
import { computeEdition, computeStatementKeys } from "../edit/statement-keys.ts";
import { getTrashEnd } from "../trash/trash-queries.ts";
import { appendDoubt } from "./content-text.ts";
import { renderArticleMarkdown } from "./markdown.ts";
import { parseMessageBlocks } from "./message-blocks.ts";
import type { listConversationMessages } from "./message-queries.ts";
import type { listPublications } from "./publication-queries.ts";
import type { ArticleCardRow, ArticleRow } from "./queries.ts";
import { buildPermalink, getChannelName } from "./source-location.ts";
import { listSources } from "./source-queries.ts";
import type { listVersions } from "./version-queries.ts";

type Rows<Query extends (...args: never[]) => unknown> = Awaited<ReturnType<Query>> extends infer R ? R : never;

export function viewArticle(row: ArticleCardRow): Article {
  const out = row.publishedOn.filter(({ isOut }) => isOut);
  const broken = row.publishedOn.filter(({ isBroken }) => isBroken).length;
  const upToDate = out.filter(({ isBroken }) => !isBroken).length;
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    sourceChannel: row.channelName,
    integrationId: out[0]?.id ?? null,
    authorName: row.authorName,
    summary: row.summaryText,
    category: row.category,
    contentType: row.contentType,
    difficulty: row.difficulty,
    priority: row.priority,
    confidence: row.confidence,
    estimatedReadTime: row.estimatedReadTime,
    tags: row.tags,
    keywords: row.keywords,
    publishedPlatforms: [...new Set(out.map(({ type }) => type))],
    ...(broken > 0 && upToDate > 0 && { publishedTo: { count: upToDate, of: upToDate + broken } }),
    ...(out.length > 0 && out.every(({ isAskedFor }) => isAskedFor) && { inReview: true as const }),
    ...(row.form === "excerpt" && { savedFromChat: true as const }),
    ...(row.ownerName && { ownerName: row.ownerName }),
    ...(row.confirmedAt && { confirmedAt: row.confirmedAt.toISOString() }),
  };
}

type Names = ReadonlyMap<string, string>;

const statementView = (keys: ReadonlyMap<Statement, string>, names: Names) => (whole: Statement) => {
  const { id: _, hand, ...statement } = whole;
  const key = keys.get(whole);
  return {
    ...statement,
    ...(key && { key }),
    ...(hand && { hand: viewPersonEdits(hand, names) }),
    ...(statement.doubt && statement.form === "sentence" && { ownInline: parseInline(statement.text) }),
    inline: statement.form === "sentence" ? parseInline(appendDoubt(statement)) : [],
  };
};

/** Ids of all people who are named in an article or its history. */
export const listPeopleIds = (article: ArticleRow, versions: Rows<typeof listVersions>) => [
  ...listStatements(article).map(({ hand }) => hand?.by),
  ...versions.map(({ madeBy }) => madeBy),
  article.ownerId,
  article.confirmedBy,
];

const viewSources = (connectors: ConnectorRegistry, article: ArticleRow, rows: Rows<typeof listSources>) =>
  rows.map((row) => ({
    id: row.externalId,
    authorName: row.authorName,
    channelName: getChannelName(article, row),
    sentAt: row.sentAt,
    text: toPlainText(parseInline(row.text)),
    ...viewErasedText(row),
    permalink: buildPermalink(connectors, row, row),
  }));

const viewErasedText = ({ forgottenAt, keptDays }: { forgottenAt: Date | null; keptDays: number | null }) =>
  forgottenAt && { forgotten: { at: forgottenAt.toISOString(), keptDays: keptDays ?? 0 } };

/** The article as one Markdown document. */
export async function renderMarkdown(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  article: ArticleRow,
): Promise<string> {
  const { content, hands } = await addPersonEditNotes(scope, article);
  return renderArticleMarkdown({
    ...content,
    hands,
    sources: viewSources(connectors, article, await listSources(scope, article.id)),
  });
}

export function viewArticlePage(
  connectors: ConnectorRegistry,
  card: ArticleCardRow,
  article: ArticleRow,
  rows: {
    markdown: string;
    sources: Rows<typeof listSources>;
    versions: Rows<typeof listVersions>;
    publications: Rows<typeof listPublications>;
    conversations: Rows<typeof listEvidenceConversations>;
    categoryPath: string[];
    contradictions: Contradiction[];
    mergedInto: { id: string; title: string } | null;
    names: Names;
    audience: ArticlePage["audience"];
    questionsAnswered: number;
  },
): ArticlePage {
  const sources = viewSources(connectors, article, rows.sources);
  const shown = statementView(computeStatementKeys(article), rows.names);
  return {
    ...viewArticle(card),
    state: article.state,
    stateReason: article.stateReason,
    ...(article.trashedAt && { trashedUntil: getTrashEnd(article.trashedAt) }),
    mergedInto: rows.mergedInto,
    categoryPath: rows.categoryPath,
    ...viewCare(article, rows.names),
    ...viewTimesAsked(connectors, rows.conversations),
    contradictions: rows.contradictions,
    audience: rows.audience,
    questionsAnswered: rows.questionsAnswered,
    channelId: article.channelId,
    engine: article.engine,
    version: article.version,
    edition: computeEdition(article),
    reasons: article.reasons,
    redactions: article.redactions,
    summaryStatements: article.summary.map(shown),
    sections: article.body.map(({ role, heading, layout, statements }) => ({
      role,
      heading,
      layout,
      statements: statements.map(shown),
    })),
    sources: sources.map((source) => ({ ...source, sentAt: source.sentAt.toISOString() })),
    publications: rows.publications.map(viewPublication),
    versions: rows.versions.map(({ madeBy, ...version }) => ({
      ...version,
      by: (madeBy && rows.names.get(madeBy)) ?? null,
      createdAt: version.createdAt.toISOString(),
    })),
    markdown: rows.markdown,
  };
}

function viewCare(article: ArticleRow, names: Names): Pick<ArticlePage, "owner" | "freshness"> {
  const { ownerId, reviewAt } = article;
  const owner = ownerId === null ? undefined : names.get(ownerId);
  return {
    owner: ownerId !== null && owner !== undefined ? { id: ownerId, name: owner } : null,
    freshness: { ...viewFreshness(article, names), reviewAt: reviewAt?.toISOString() ?? null },
  };
}

/** Returns how often the question was asked; nothing if it was asked only once. */
function viewTimesAsked(
  connectors: ConnectorRegistry,
  conversations: Rows<typeof listEvidenceConversations>,
): Pick<ArticlePage, "asked"> {
  const last = conversations.at(-1);
  if (!last || conversations.length === 1) return {};
  return {
    asked: {
      times: conversations.length,
      lastBy: last.askedBy,
      lastIn: last.channelName,
      lastAt: last.firstAt.toISOString(),
      permalink: buildPermalink(connectors, last, { externalId: last.key, threadId: last.threadId }),
    },
  };
}

export function viewConversation(
  connectors: ConnectorRegistry,
  rows: Rows<typeof listConversationMessages>,
  /** Maps the ids of the source messages to the text that the article stores of them. */
  kept: ReadonlyMap<string, string>,
): ConversationMessage[] {
  return rows.map(({ message, ...place }) => {
    const { externalId, deletedAt, forgottenAt } = message;
    const text = deletedAt ? "" : forgottenAt ? (kept.get(externalId) ?? "") : message.text;
    return {
      id: externalId,
      authorName: message.authorName,
      sentAt: message.sentAt.toISOString(),
      editedAt: message.editedAt?.toISOString() ?? null,
      text: deletedAt ? "This message was deleted." : text,
      inline: deletedAt ? [] : parseInline(text),
      blocks: deletedAt ? [] : parseMessageBlocks(text),
      ...(!deletedAt && text === "" && viewErasedText(message)),
      permalink: deletedAt ? null : buildPermalink(connectors, place, message),
      isSource: kept.has(externalId),
    };
  });
}

const viewPublication = ({
  publication,
  ...of
}: Awaited<ReturnType<typeof listPublications>>[number]): Publication => ({
  id: publication.id,
  integrationId: publication.integrationId,
  integrationName: of.integrationName,
  platform: of.platform,
  state: publication.state,
  url: publication.url,
  wantedVersion: publication.wantedVersion,
  publishedVersion: publication.publishedVersion,
  ...(publication.review && { review: publication.review }),
  trouble: publication.trouble,
  notice: publication.notice,
  attempts: publication.attempts,
  editedAt: publication.editedAt?.toISOString() ?? null,
  nextAttemptAt: publication.state === "queued" ? publication.nextAttemptAt.toISOString() : null,
  lookedAt: publication.sweptAt?.toISOString() ?? null,
  updatedAt: publication.updatedAt.toISOString(),
});
