import type { Section, Statement } from "../../../shared/domain/article.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { incrementVersion, saveNewContent } from "../articles/article-queries.ts";
import { buildSearchText, joinStatementTexts } from "../articles/content-text.ts";
import { keepConversationsAsEvidence, moveConversationOfArticle } from "../articles/conversation-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { storeSources } from "../articles/source-queries.ts";
import { getVersionPair, insertVersion } from "../articles/version-queries.ts";
import { dropSearchWords } from "../articles/word-queries.ts";
import { closeOutdatedQuestions } from "../dedupe/open-decisions.ts";
import { articleChanged, type EventDeps } from "../events.ts";
import { updateSourceTexts } from "./source-texts.ts";

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
  /** The article had this content before. */
  isRestored?: boolean;
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
  { reason, by = null, isRestored = false, ...change }: ContentChange,
): Promise<Pick<StateBeforeDecision, "versions" | "writtenFrom">> {
  const content = { title: article.title, summary: change.summary, body: change.body };
  const text = joinStatementTexts(content);
  const version = article.version + 1;
  const now = { ...article, ...change, ...text, version };
  await saveNewContent(scope, article.id, { ...change, ...text, version });
  await dropSearchWords(scope, buildSearchText(article), buildSearchText(now));
  await insertVersion(scope, article.id, now, { reason, by });
  const writtenFrom = await keepConversationsAsEvidence(scope, article.id);
  await storeSources(scope, article.id, content);
  await updateSourceTexts(scope, { articleId: article.id, before: article, content, isRestored });
  await closeOutdatedQuestions(scope, article.id, content);
  await articleChanged.announce(deps, scope, { articleId: article.id });
  await deps.events.notify(scope, { type: "article", id: article.id });
  return { versions: { made: version, before: article.version }, writtenFrom };
}

/** Restores the content of before a decision, as a new version; only while nothing else has changed it. */
export async function restoreContent(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { versions, writtenFrom = [] }: StateBeforeDecision,
): Promise<void> {
  if (!versions) return;
  if (article.version !== versions.made) throw conflict("The article was changed since. It stays as it is.");
  const { after } = await getVersionPair(scope, article.id, versions.before);
  const { title, summary, body } = after;
  await changeContent(deps, scope, article, {
    title,
    summary,
    body,
    reason: "A decision was undone.",
    isRestored: true,
  });
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
