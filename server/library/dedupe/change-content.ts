import { and, eq, sql } from "drizzle-orm";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { articles, conversations, type DecisionBefore } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict } from "../../errors.ts";
import { type ArticleRow, getVersionPair } from "../articles/queries.ts";
import { articleChanged, type Publisher } from "../events.ts";
import { textForSearch, textOf } from "../retract/content-text.ts";
import { forgetWords } from "../retract/forget-words.ts";
import { insertVersion } from "../save/insert-version.ts";
import { settleQuestions } from "./ask-a-person.ts";
import { addSourcesOf } from "./evidence-queries.ts";

type Labels = Pick<ArticleRow, "title" | "tags" | "contentType" | "category" | "difficulty" | "priority" | "hand">;

export interface Change extends Partial<Labels> {
  summary: Statement[];
  body: Section[];
  /** What changed and why, in a sentence. */
  reason: string;
  /** The person who changed it. */
  by?: string | null;
}

/**
 * People decided what the article says: a new version, on every page too. From now on no conversation leads it; what a conversation says
 * otherwise is proposed. The article's conversations are locked, and the article.
 */
export async function changeContent(
  deps: Publisher,
  scope: WorkspaceScope,
  article: ArticleRow,
  { reason, by = null, ...change }: Change,
): Promise<Pick<DecisionBefore, "versions" | "writtenFrom">> {
  const { workspaceId, tx } = scope;
  const content = { title: article.title, summary: change.summary, body: change.body };
  const text = textOf(content);
  const version = article.version + 1;
  const now = { ...article, ...change, ...text, version };
  await tx
    .update(articles)
    .set({ ...change, ...text, version, updatedAt: sql`now()` })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, article.id)));
  await forgetWords(scope, textForSearch(article), textForSearch(now));
  await insertVersion(scope, article.id, now, { reason, by });
  const leading = await tx
    .update(conversations)
    .set({ isEvidence: true })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.articleId, article.id),
        eq(conversations.isEvidence, false),
      ),
    )
    .returning({ id: conversations.id });
  await addSourcesOf(scope, article.id, content);
  await settleQuestions(scope, article.id, content);
  await articleChanged.announce(deps, scope, { articleId: article.id });
  await deps.events.notify(scope, { type: "article", id: article.id });
  return { versions: { made: version, before: article.version }, writtenFrom: leading.map(({ id }) => id) };
}

/** Back to what it said before a decision, in a new version; only while nothing else has changed it. */
export async function restoreContent(
  deps: Publisher,
  scope: WorkspaceScope,
  article: ArticleRow,
  { versions, writtenFrom = [] }: DecisionBefore,
): Promise<void> {
  if (!versions) return;
  if (article.version !== versions.made) throw conflict("The article was changed since. It stays as it is.");
  const { after } = await getVersionPair(scope, article.id, versions.before);
  const { title, summary, body } = after;
  await changeContent(deps, scope, article, { title, summary, body, reason: "A decision was undone." });
  for (const id of writtenFrom) {
    await scope.tx
      .update(conversations)
      .set({ isEvidence: false })
      .where(
        and(
          eq(conversations.workspaceId, scope.workspaceId),
          eq(conversations.id, id),
          eq(conversations.articleId, article.id),
        ),
      );
  }
}

/** The words stay: something about the article changed that its history and its pages tell. Answers the new version. */
export async function insertSameVersion(
  scope: WorkspaceScope,
  articleId: string,
  reason: string,
  by: string | null = null,
): Promise<number> {
  const { workspaceId, tx } = scope;
  const [row] = await tx
    .update(articles)
    .set({ version: sql`${articles.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)))
    .returning();
  if (!row) throw new Error("A locked article disappeared");
  await insertVersion(scope, articleId, row, { reason, by });
  return row.version;
}

/** Conversations before articles, both by their ids, so that two transactions never wait for each other. */
export async function lockConversationsOf({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.articleId, articleId)))
    .orderBy(conversations.id)
    .for("update");
}
