import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { mayRead, type ReaderScope } from "../../db/audience.ts";
import { articles, conversations, type TrashedArticle } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";

/** Returns the time at which an article that was trashed at this time is deleted automatically. */
export const getTrashEnd = (trashedAt: Date): string =>
  new Date(trashedAt.getTime() + TRASH_DAYS * 86_400_000).toISOString();

const isArticle = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));

/**
 * Moves the article to the trash and detaches it from its conversations: their messages until now are not written up
 * again. The article and its conversations are locked.
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
    .where(isArticle(scope, id));
}

/** Restores the article with those of its conversations that no other article was written from meanwhile. */
export async function takeFromTrash(
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
    .where(isArticle(scope, id));
  await checkWhatChanged(scope, id, trashedAt);
}

/** Articles in the trash are not rewritten: requests a check for messages that were edited or deleted meanwhile. */
async function checkWhatChanged({ workspaceId, tx }: WorkspaceScope, id: string, since: Date | null): Promise<void> {
  await tx.execute(sql`
    insert into article_rechecks (workspace_id, article_id, causes)
    select a.workspace_id, a.id, '[]' from articles a where a.workspace_id = ${workspaceId} and a.id = ${id}
      and (jsonb_array_length(a.summary) + jsonb_array_length(a.body) = 0 or exists (
        select from article_sources s join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
          and m.external_id = s.message_external_id
        where s.workspace_id = a.workspace_id and s.article_id = a.id and m.edited_at > ${since}))
    on conflict do nothing`);
}

/** Last removed first. */
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
      /** Platforms whose page stayed, and those whose page is in the platform's own trash. */
      pages: sql<{ name: string; isArchived: boolean }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name,
          'isArchived', coalesce(articles.trashed->'archived' ? p.id::text, false)) order by i.created_at)
        from publications p join knowledge_integrations i on i.workspace_id = p.workspace_id and i.id = p.integration_id
        where p.workspace_id = articles.workspace_id and p.article_id = articles.id and p.external_id is not null
          and (p.state <> 'removed' or articles.trashed->'archived' ? p.id::text)), '[]')`,
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, "trashed"), mayRead(scope)))
    .orderBy(desc(articles.trashedAt), desc(articles.id));
}

/** Articles in the trash that this person may read. */
export async function listIdsInTrash(scope: ReaderScope): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, scope.workspaceId), eq(articles.state, "trashed"), mayRead(scope)));
  return rows.map(({ id }) => id);
}

/** Deletes articles permanently, with versions and publications; articles outside the trash stay. Returns the deleted ids. */
export async function deleteFromTrash({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .delete(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, "trashed"), inArray(articles.id, ids)))
    .returning({ id: articles.id });
}

/** Articles of all workspaces whose time in the trash is over. */
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
