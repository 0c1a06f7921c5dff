import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { CombinedAnswer } from "../../../shared/contract/ask.ts";
import type { PublicAnswer, PublicArticle } from "../../../shared/contract/public-api.ts";
import { listStatements, type Statement } from "../../../shared/domain/article.ts";
import { combineVerdicts, lowerUnverified } from "../../../shared/domain/ask.ts";
import { writeInlineMarkdown } from "../../../shared/markdown/write-inline.ts";
import type { ReaderScope } from "../../db/audience.ts";
import {
  buildPermalink,
  getArticle,
  getArticleCard,
  getChannelName,
  type listArticles,
  listSources,
  renderMarkdown,
} from "../../library/articles/index.ts";
import { listContradictions, markContradictions } from "../../library/dedupe/index.ts";
import { findPeopleNames, viewPersonEdits } from "../../library/edit/index.ts";
import { requireVisibleArticle } from "./v1-queries.ts";

type CardRow = Awaited<ReturnType<typeof listArticles>>[number];

/** The URL at which people read an article. */
export const buildArticleUrl = (origin: string, articleId: string) => `${origin}/articles/${articleId}`;

export const viewCard = (origin: string, row: CardRow) => ({
  id: row.id,
  title: row.title,
  url: buildArticleUrl(origin, row.id),
  summary: row.summaryText,
  category: row.category,
  tags: row.tags,
  channel: row.channelName,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Throws 'not found' if the article is hidden, or this reader may not read it. */
export async function readArticle(
  { connectors, origin }: { connectors: ConnectorRegistry; origin: string },
  scope: ReaderScope,
  id: string,
): Promise<PublicArticle> {
  await requireVisibleArticle(scope, id);
  const card = await getArticleCard(scope, id);
  const article = await getArticle(scope, id);
  const rows = await listSources(scope, id);
  const names = await findPeopleNames(
    scope,
    listStatements(article).map(({ hand }) => hand?.by),
  );
  const sentence = (section: PublicArticle["sentences"][number]["section"]) => (statement: Statement) => ({
    section,
    form: statement.form,
    text: statement.text,
    doubt: statement.doubt ?? null,
    sources: statement.sources,
    hand: statement.hand ? viewPersonEdits(statement.hand, names) : null,
  });
  return {
    ...viewCard(origin, card),
    version: article.version,
    state: article.state,
    sentences: [
      ...article.summary.map(sentence(null)),
      ...article.body.flatMap(({ role, statements }) => statements.map(sentence(role))),
    ],
    sources: rows.map((row) => ({
      id: row.externalId,
      author: row.authorName,
      channel: getChannelName(article, row),
      sentAt: row.sentAt.toISOString(),
      permalink: buildPermalink(connectors, row, row),
      text: row.text,
    })),
    contradictions: (await listContradictions(scope, id)).map(({ known, fresh, note }) => ({
      says: known,
      saidOtherwise: fresh,
      note,
    })),
    markdown: await renderMarkdown(connectors, scope, await markContradictions(scope, article)),
  };
}

/** Takes an answer whose verdict is lowered where nobody verified it (`lowerUnverified`). */
const viewGraded = (
  origin: string,
  { verdict, score, sentences, leftOut, articles, people, written, wiki, relatedPages, unreadChannels }: CombinedAnswer,
): PublicAnswer => ({
  verdict: combineVerdicts(verdict, wiki),
  score,
  sentences: sentences.map(({ articleId, articleTitle, form, text, doubt, contradiction, sources, hand }) => ({
    articleId,
    articleTitle,
    url: buildArticleUrl(origin, articleId),
    form,
    text,
    doubt,
    contradiction: contradiction && writeInlineMarkdown(contradiction.inline),
    contradictionNote: contradiction && writeInlineMarkdown(contradiction.note),
    sources: sources.map(({ id, authorName, channelName, sentAt, permalink }) => ({
      id,
      author: authorName,
      channel: channelName,
      sentAt,
      permalink,
    })),
    hand: hand ?? null,
  })),
  written: written && written.map(({ text, sentences: places, passages }) => ({ text, sentences: places, passages })),
  articles: articles.map(({ freshness: { confirmedAt: at, confirmedBy: by }, ...article }) => ({
    ...article,
    url: buildArticleUrl(origin, article.id),
    verified: at === null ? null : { by, at },
  })),
  people,
  pages: wiki?.pages ?? [],
  relatedPages: relatedPages ?? [],
  leftOut: leftOut ?? [],
  unreadChannels: unreadChannels ?? [],
});

export const viewAnswer = (origin: string, answer: CombinedAnswer): PublicAnswer =>
  viewGraded(origin, { ...answer, verdict: lowerUnverified(answer) });
