import { extractTerms } from "../../engine/answer/index.ts";
import { averageVectors, packVectors } from "../../engine/encoder/meaning.ts";
import type { Statement } from "../../shared/domain/article.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import {
  type IndexableArticle,
  listUnencodedArticles,
  listWorkspacesToIndex,
  lockUnindexedArticles,
  storeEmbeddings,
  storeTerms,
} from "./ask-queries.ts";

const WORKSPACES_AT_ONCE = 20;
/** Limits the time of the lock: extracting words takes 0.1 ms an article. */
const WORDS_AT_ONCE = 50;
/** The limit of one workspace's turn, so that the next one does not wait. */
const LONGEST_TURN_MS = 20_000;

/** Indexes new and changed articles for answering: first all words, then embeddings as fast as the encoder computes them. */
export async function indexArticlesForAnswers(deps: Pick<Deps, "db" | "encoder">): Promise<void> {
  const { db, encoder } = deps;
  for (const workspaceId of await listWorkspacesToIndex(db, encoder !== undefined, WORKSPACES_AT_ONCE)) {
    while ((await inWorkspace(db, workspaceId, (scope) => indexWords(scope, WORDS_AT_ONCE))) === WORDS_AT_ONCE);
    if (encoder) await readMeanings({ db, encoder }, workspaceId);
  }
}

/** Indexes the words of at most `most` new or changed articles; returns their number. */
export async function indexWords(scope: WorkspaceScope, most: number): Promise<number> {
  const unread = await lockUnindexedArticles(scope, most);
  if (unread.length === 0) return 0;
  await storeTerms(
    scope,
    unread.map((article) => ({
      articleId: article.id,
      version: article.version,
      terms: [...new Set([article.title, ...listStatements(article).map(({ text }) => text)].flatMap(extractTerms))],
    })),
  );
  return unread.length;
}

/** The encoder runs outside of the transaction; nothing is written if the article changed meanwhile. */
async function readMeanings(
  { db, encoder }: Required<Pick<Deps, "db" | "encoder">>,
  workspaceId: string,
): Promise<void> {
  const until = Date.now() + LONGEST_TURN_MS;
  for (;;) {
    const [article] = await inWorkspace(db, workspaceId, (scope) => listUnencodedArticles(scope, 1));
    if (!article || Date.now() > until) return;
    const texts = [article.title, ...listStatements(article).map(({ text }) => text)];
    const vectors = await encoder.encode(texts);
    await inWorkspace(db, workspaceId, (scope) =>
      storeEmbeddings(scope, {
        articleId: article.id,
        rowVersion: article.rowVersion,
        meanings: packVectors(vectors),
        meaning: packVectors([averageVectors(vectors)]),
      }),
    );
  }
}

/** All statements of an article in reading order. */
export const listStatements = ({ summary, body }: Pick<IndexableArticle, "summary" | "body">): Statement[] => [
  ...summary,
  ...body.flatMap(({ statements }) => statements),
];

/** The statements that only ask: the question and, in an excerpt, everything that the asker wrote first. */
export const listQuestionStatements = ({ form, body }: Pick<ArticleRow, "form" | "body">): ReadonlySet<Statement> =>
  new Set(
    body.flatMap(({ role, statements }) =>
      role === "question" || (role === "symptom" && form === "excerpt") ? statements : [],
    ),
  );
