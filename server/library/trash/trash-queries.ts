import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { mayRead, type ReaderScope } from "../../db/audience.ts";
import { articles, conversations, type Trashed } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";

/** When the clock deletes what was removed then. */
export const trashEnds = (trashedAt: Date): string =>
  new Date(trashedAt.getTime() + TRASH_DAYS * 86_400_000).toISOString();

const isArticle = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));

/**
 * The article leaves the library and is detached from its conversations: what was said in them until now is not written again. The
 * article and its conversations are locked.
 */
export async function putIntoTrash(
  scope: WorkspaceScope,
  { id, state, stateReason }: ArticleRow,
  { by, archived }: Pick<Trashed, "by" | "archived">,
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

/** Back to how it was, with those of its conversations that no other article was written from meanwhile. */
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

/** An article in the trash is not rewritten: what was edited or deleted meanwhile is looked at now. */
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
      /** Platforms whose page was left, and those whose page is in their own trash. */
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

/** What this person may read of it. */
export async function listIdsInTrash(scope: ReaderScope): Promise<string[]> {
  const rows = await scope.tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, scope.workspaceId), eq(articles.state, "trashed"), mayRead(scope)));
  return rows.map(({ id }) => id);
}

/** For good, with versions and publications; what is not in the trash stays. Answers what is gone. */
export async function deleteFromTrash({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<{ id: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .delete(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, "trashed"), inArray(articles.id, ids)))
    .returning({ id: articles.id });
}

/** Over all workspaces: what has been in the trash for its time. */
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
