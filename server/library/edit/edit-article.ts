import type { EditedArticle } from "../../../shared/contract/editing.ts";
import { listStatements, type Redaction } from "../../../shared/domain/article.ts";
import { quoteTitle, recordActivity } from "../../activity/index.ts";
import type { StateBeforeDecision } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { lockConversationsOfArticles } from "../articles/conversation-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { dropUnusedSources } from "../articles/source-queries.ts";
import { getVersionPair } from "../articles/version-queries.ts";
import type { EventDeps } from "../events.ts";
import { findRecheck } from "../retract/recheck-queries.ts";
import { isSameJson } from "../save/written-content.ts";
import { changeContent } from "./change-content.ts";
import { buildEditedContent, type EditedContent, SentenceGone } from "./edited-content.ts";
import { computeEdition } from "./statement-keys.ts";

const CHANGED = "The article was changed since you started editing. Your text is kept; compare both and save again.";

export interface ArticleEdit {
  articleId: string;
  edited: EditedArticle;
  by: string;
}

/** Stores a person's edit as a new version, on its pages too. Never overwrites what somebody else saved meanwhile. */
export async function editArticle(
  deps: EventDeps,
  scope: WorkspaceScope,
  edit: ArticleEdit,
): Promise<{ version: number; redacted: Redaction[] }> {
  const { version, redacted } = await saveEdit(deps, scope, edit);
  return { version, redacted };
}

/** `before` undoes the edit; null when nothing was changed. */
export async function saveEdit(
  deps: EventDeps,
  scope: WorkspaceScope,
  { articleId, edited, by }: ArticleEdit,
): Promise<{ version: number; redacted: Redaction[]; before: StateBeforeDecision | null }> {
  const article = await lockToEdit(scope, articleId, edited.version);
  if (await isOutdated(scope, article, edited.edition)) throw conflict(CHANGED);
  const content = editOrRefuse(article, edited, by);
  if (listStatements(content).length === 0) throw invalid("An article needs at least one sentence. Remove it instead.");
  const { contentType, difficulty, priority } = edited;
  const labels = { contentType, category: edited.category.trim(), difficulty, priority, tags: content.tags };
  const { title, summary, body, hand, redacted } = content;
  const change = { title, summary, body, hand, ...labels };
  if (isSameJson(change, pick(article, change))) return { version: article.version, redacted, before: null };
  const reason = reasonOf(article, content, edited);
  const before = await changeContent(deps, scope, article, { ...change, reason, by });
  const sources = new Set(listStatements(article).flatMap(({ sources }) => sources));
  await dropUnusedSources(scope, articleId, sources, content);
  const version = article.version + 1;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(title)} was edited (version ${version}).`,
    data: { articleId, title, channel: article.channelName, version },
    by,
  });
  return { version, redacted, before };
}

/** Restores an earlier version as a new one; text that was erased since stays erased. */
export async function restoreVersion(
  deps: EventDeps,
  scope: WorkspaceScope,
  { articleId, version, from, by }: { articleId: string; version: number; from: number; by: string },
): Promise<{ version: number }> {
  const article = await lockToEdit(scope, articleId, from);
  const { after } = await getVersionPair(scope, articleId, version);
  const { title, summary, body } = after;
  if (listStatements({ summary, body }).length === 0) throw conflict("This version has no text left to restore.");
  const reason = `Version ${version} was restored.`;
  await changeContent(deps, scope, article, { title, summary, body, ...after.labels, reason, by, isRestored: true });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoteTitle(title)}: ${reason}`,
    data: { articleId, title, channel: article.channelName, version: article.version + 1 },
    by,
  });
  return { version: article.version + 1 };
}

const NO_EDIT: Partial<Record<ArticleRow["state"], string>> = {
  withdrawn: "This article was withdrawn: there is nothing left to edit.",
  merged: "This article was merged into another one. Edit that one instead.",
  trashed: "This article is in the trash. Restore it first.",
  dismissed: "This article is being removed. Keep it first, in the inbox.",
};

/** Locks the article and its conversations. */
async function lockToEdit(scope: WorkspaceScope, articleId: string, version: number): Promise<ArticleRow> {
  await lockConversationsOfArticles(scope, articleId);
  const article = await lockArticleRow(scope, articleId);
  if (!article) throw notFound("article");
  const refused = NO_EDIT[article.state];
  if (refused) throw conflict(refused);
  if (article.version !== version) throw conflict(CHANGED);
  return article;
}

/**
 * Saving an outdated edition would bring text of a deleted message back. An edit without an edition waits until the
 * article is rewritten.
 */
async function isOutdated(scope: WorkspaceScope, article: ArticleRow, edition: string | undefined): Promise<boolean> {
  if (edition !== undefined) return edition !== computeEdition(article);
  return (await findRecheck(scope, article.id))?.hasErased === true;
}

function editOrRefuse(article: ArticleRow, edited: EditedArticle, by: string): EditedContent {
  try {
    return buildEditedContent(article, edited, { by, at: new Date().toISOString() });
  } catch (error) {
    // A message was deleted meanwhile, and its sentence with it.
    if (error instanceof SentenceGone) throw conflict(CHANGED);
    throw error;
  }
}

const pick = <Change extends object>(article: ArticleRow, change: Change) =>
  Object.fromEntries(Object.keys(change).map((key) => [key, article[key as keyof ArticleRow]]));

/** 'Edited by hand: 2 sentences changed, 1 added. It was out of date.' */
function reasonOf(article: ArticleRow, { title, counts }: EditedContent, { why }: EditedArticle): string {
  const { changed, added, removed } = counts;
  const what = [
    ...(title === article.title ? [] : ["title changed"]),
    ...(changed > 0 ? [`${sentences(changed)} changed`] : []),
    ...(added > 0 ? [`${sentences(added)} added`] : []),
    ...(removed > 0 ? [`${sentences(removed)} removed`] : []),
  ];
  const said = `Edited by hand: ${what.join(", ") || "order, headings or labels changed"}.`;
  return why?.trim() ? `${said} ${why.trim()}` : said;
}

const sentences = (count: number) => (count === 1 ? "1 sentence" : `${count} sentences`);
