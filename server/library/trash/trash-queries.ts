import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { articles, conversations, type TrashedArticle } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";

/** The time at which an article is deleted automatically, if it was moved to the trash at the given time. */
export const getTrashEnd = (trashedAt: Date): string =>
  new Date(trashedAt.getTime() + TRASH_DAYS * 86_400_000).toISOString();

const whereArticle = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));

/**
 * Moves the article to the trash and detaches it from its conversations. Their present messages are not written into an
 * article again. The caller has locked the article and its conversations.
 */
export async function moveToTrash(
  scope: WorkspaceScope,
  { id, state, stateReason }: ArticleRow,
  { by, archived }: Pick<TrashedArticle, "by" | "archived">,
): Promise<void> {
  const { workspaceId, tx } = scope;
  const left = await tx
    .update(conversations)
    .set({ articleId: null, removedUpTo: sql`${conversations.lastAt}` })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.articleId, id)))
    .returning({ id: conversations.id });
  const trashed = { by, state, stateReason, archived, conversations: left.map((one) => one.id) };
  await tx
    .update(articles)
    .set({ state: "trashed", stateReason: null, trashedAt: sql`now()`, trashed })
    .where(whereArticle(scope, id));
}

/** Restores the article, and those of its conversations from which no other article was written meanwhile. */
export async function moveFromTrash(
  scope: WorkspaceScope,
  { id, trashedAt, trashed }: ArticleRow,
  becomes: Pick<ArticleRow, "state" | "stateReason">,
): Promise<void> {
  const { workspaceId, tx } = scope;
  await tx
    .update(conversations)
    .set({
      articleId: id,
      removedUpTo: null,
      fingerprint: sql`case when ${conversations.lastAt} > ${conversations.removedUpTo} then '' else ${conversations.fingerprint} end`,
    })
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        inArray(conversations.id, trashed?.conversations ?? []),
        isNull(conversations.articleId),
      ),
    );
  await tx
    .update(articles)
    .set({ ...becomes, trashedAt: null, trashed: null, updatedAt: sql`now()` })
    .where(whereArticle(scope, id));
  await requestRecheckOfChanges(scope, id, trashedAt);
}

/**
 * Requests a recheck for messages that were edited or deleted meanwhile, because articles in the trash are not
 * rewritten.
 */
async function requestRecheckOfChanges(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  since: Date | null,
): Promise<void> {
  await tx.execute(sql`
    insert into article_rechecks (workspace_id, article_id, causes)
    select a.workspace_id, a.id, '[]' from articles a where a.workspace_id = ${workspaceId} and a.id = ${id}
      and (jsonb_array_length(a.summary) + jsonb_array_length(a.body) = 0 or exists (
        select from article_sources s join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
          and m.external_id = s.message_external_id
        where s.workspace_id = a.workspace_id and s.article_id = a.id and m.edited_at > ${since}))
    on conflict do nothing`);
}

/** Lists the articles in the trash, the last removed first. */
export function listTrash(scope: ReaderScope) {
  const { workspaceId, tx } = scope;
  return tx
    .select({
      id: articles.id,
      title: articles.title,
      channelName: articles.channelName,
      summaryText: articles.summaryText,
      trashedAt: sql<Date>`coalesce(${articles.trashedAt}, now())`.mapWith(articles.trashedAt),
      trashed: articles.trashed,
      /** Platforms whose page stayed, and platforms that have the page in their own trash. */
      pages: sql<{ name: string; isArchived: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name,
          'isArchived', coalesce(articles.trashed->'archived' ? p.id::text, false)) order by i.created_at)
        from publications p join knowledge_integrations i on i.workspace_id = p.workspace_id and i.id = p.integration_id
        where p.workspace_id = articles.workspace_id and p.article_id = articles.id and p.external_id is not null
          and (p.state <> 'removed' or articles.trashed->'archived' ? p.id::text)), '[]')`,
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, "trashed"), whereArticleReadable(scope)))
    .orderBy(desc(articles.trashedAt), desc(articles.id));
}

/** Lists the articles in the trash that this person may read. */
export async function listIdsInTrash(scope: ReaderScope): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(eq(articles.workspaceId, scope.workspaceId), eq(articles.state, "trashed"), whereArticleReadable(scope)),
    );
  return rows.map(({ id }) => id);
}

/**
 * Deletes articles in the trash permanently, with versions and publications. Articles outside the trash stay. Returns
 * the deleted ids.
 */
export async function deleteFromTrash({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .delete(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, "trashed"), inArray(articles.id, ids)))
    .returning({ id: articles.id });
}

/** Articles of all workspaces whose time in the trash has expired. */
export function listExpiredTrash(db: Database, limit: number) {
  return db
    .select({ workspaceId: articles.workspaceId, id: articles.id })
    .from(articles)
    .where(
      and(eq(articles.state, "trashed"), lt(articles.trashedAt, sql`now() - make_interval(days => ${TRASH_DAYS})`)),
    )
    .orderBy(articles.trashedAt)
    .limit(limit);
}
