import { and, eq, inArray, sql } from "drizzle-orm";
import { articleSources, articles, inboxItems, messages } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { ArticleRow } from "../library/index.ts";

/** Answers those that are still there. */
export async function lockArticles({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids)))
    .orderBy(articles.id)
    .for("update");
  return rows.map(({ id }) => id);
}

/** Without a version of the history and without news: the caller writes them. */
export async function setStanding(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  change: Pick<ArticleRow, "standing" | "standingReason">,
): Promise<void> {
  await tx
    .update(articles)
    .set(change)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
}

/** Articles with words of this channel that nobody may read at the moment. */
export async function listHeld({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        eq(articles.standing, "held"),
        sql`(${articles.channelId} = ${channelId} or exists (select from article_sources s
          where s.workspace_id = ${workspaceId} and s.article_id = ${articles.id} and s.channel_id = ${channelId}))`,
      ),
    );
  return rows.map(({ id }) => id);
}

const isSourceOf = ({ workspaceId }: WorkspaceScope, articleId: string, messageId: string) =>
  and(
    eq(articleSources.workspaceId, workspaceId),
    eq(articleSources.articleId, articleId),
    eq(articleSources.messageExternalId, messageId),
  );

/** What the message behind an article's source says now; undefined when it is gone. */
export async function findTextNow(
  scope: WorkspaceScope,
  articleId: string,
  messageId: string,
): Promise<string | undefined> {
  const [row] = await scope.tx
    .select({ text: messages.text })
    .from(articleSources)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, articleSources.workspaceId),
        eq(messages.channelId, articleSources.channelId),
        eq(messages.externalId, articleSources.messageExternalId),
      ),
    )
    .where(isSourceOf(scope, articleId, messageId));
  return row?.text;
}

export async function saveSourceText(
  scope: WorkspaceScope,
  articleId: string,
  messageId: string,
  text: string,
): Promise<void> {
  await scope.tx
    .update(articleSources)
    .set({ text })
    .where(isSourceOf(scope, articleId, messageId));
}

/** A question asked meanwhile about the same stays, and the old one is not asked beside it. */
export async function reopenItem(
  { workspaceId, tx }: WorkspaceScope,
  itemId: string,
  articleId: string,
): Promise<void> {
  await tx
    .update(inboxItems)
    .set({ state: "open" })
    .where(
      and(
        eq(inboxItems.workspaceId, workspaceId),
        eq(inboxItems.id, itemId),
        sql`not exists (select from inbox_items other where other.workspace_id = ${workspaceId}
          and other.article_id = ${articleId} and other.kind = ${inboxItems.kind}
          and other.subject = ${inboxItems.subject} and other.state = 'open')`,
      ),
    );
}
