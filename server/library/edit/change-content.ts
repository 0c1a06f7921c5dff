import { type ArticleText, listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import type { DecisionBefore } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { incrementVersion, saveNewContent } from "../articles/article-queries.ts";
import { joinStatementTexts, textForSearch } from "../articles/content-text.ts";
import { keepAsEvidence, moveConversationOfArticle } from "../articles/conversation-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { listSourceEdits, saveEditedSources, storeSources } from "../articles/source-queries.ts";
import { getVersionPair, insertVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { settleQuestions } from "../dedupe/open-decisions.ts";
import { articleChanged, type EventDeps } from "../events.ts";

type Labels = Pick<
  ArticleRow,
  | "title"
  | "tags"
  | "contentType"
  | "category"
  | "difficulty"
  | "priority"
  | "hand"
  | "form"
  | "engine"
  | "confidence"
  | "reasons"
>;

export interface ContentChange extends Partial<Labels> {
  summary: Statement[];
  body: Section[];
  /** The change and its reason, in a sentence. */
  reason: string;
  /** The person who changed it. */
  by?: string | null;
}

/**
 * Stores content that people decided: a new version, on every page too. From now on the article is written from no
 * conversation: its conversations confirm it, and their differences are proposed. The caller has locked the article and
 * its conversations.
 */
export async function changeContent(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { reason, by = null, ...change }: ContentChange,
): Promise<Pick<DecisionBefore, "versions" | "writtenFrom">> {
  const content = { title: article.title, summary: change.summary, body: change.body };
  const text = joinStatementTexts(content);
  const version = article.version + 1;
  const now = { ...article, ...change, ...text, version };
  await saveNewContent(scope, article.id, { ...change, ...text, version });
  await dropSearchWords(scope, textForSearch(article), textForSearch(now));
  await insertVersion(scope, article.id, now, { reason, by });
  const writtenFrom = await keepAsEvidence(scope, article.id);
  await storeSources(scope, article.id, content);
  await followEdits(scope, article, content);
  await settleQuestions(scope, article.id, content);
  await articleChanged.announce(deps, scope, { articleId: article.id });
  await deps.events.notify(scope, { type: "article", id: article.id });
  return { versions: { made: version, before: article.version }, writtenFrom };
}

/** Sentences that the article did not have cite their messages as these are now. */
async function followEdits(scope: WorkspaceScope, article: ArticleRow, content: ArticleText): Promise<void> {
  const before = new Set(listStatements(article).map(({ text }) => text));
  const fresh = listStatements(content).filter(({ text }) => !before.has(text));
  const cited = new Set(fresh.flatMap(({ sources }) => sources));
  const edits = cited.size > 0 ? await listSourceEdits(scope, [article.id]) : [];
  await saveEditedSources(
    scope,
    edits.filter(({ id }) => cited.has(id)),
  );
}

/** Restores the content of before a decision, as a new version; only while nothing else has changed it. */
export async function restoreContent(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { versions, writtenFrom = [] }: DecisionBefore,
): Promise<void> {
  if (!versions) return;
  if (article.version !== versions.made) throw conflict("The article was changed since. It stays as it is.");
  const { after } = await getVersionPair(scope, article.id, versions.before);
  const { title, summary, body } = after;
  await changeContent(deps, scope, article, { title, summary, body, reason: "A decision was undone." });
  for (const id of writtenFrom) await moveConversationOfArticle(scope, article.id, id, { isEvidence: false });
}

/** Inserts a version with unchanged text, for a change that the history and the pages report. Returns the new version. */
export async function insertUnchangedVersion(
  scope: WorkspaceScope,
  articleId: string,
  reason: string,
  by: string | null = null,
): Promise<number> {
  const row = await incrementVersion(scope, articleId);
  if (!row) throw new Error("A locked article disappeared");
  await insertVersion(scope, articleId, row, { reason, by });
  return row.version;
}
