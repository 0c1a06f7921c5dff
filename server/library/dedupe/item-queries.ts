import { hash } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../../shared/domain/article.ts";
import { type ReaderScope, whereChannelReadable, whereChannelReadableByReadersOf } from "../../db/audience.ts";
import { keepRows, versionOfRow } from "../../db/kept-rows.ts";
import { conversations, inboxItems } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export type InboxItemRow = typeof inboxItems.$inferSelect;

const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.articleId, articleId));
const whereItem = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.id, id));

/** Lists the article's open and decided items. The caller has locked the article, so nobody else changes the items. */
export function listItemsOfArticle(scope: WorkspaceScope, articleId: string, where?: SQL): Promise<InboxItemRow[]> {
  return scope.tx
    .select()
    .from(inboxItems)
    .where(and(whereOfArticle(scope, articleId), where))
    .orderBy(inboxItems.createdAt, inboxItems.id);
}

/** Lists undecided contradictions from channels that this person may read. */
export const listOpenConflicts = (scope: ReaderScope, articleId: string) =>
  selectOpenConflicts(scope, articleId, (channelId) => whereChannelReadable(scope, channelId));

/** Lists undecided contradictions from channels that all readers of the article may read. */
export const listConflictsReadableByAllReaders = (scope: WorkspaceScope, articleId: string) =>
  selectOpenConflicts(scope, articleId, (channelId) => whereChannelReadableByReadersOf(scope, articleId, channelId));

/** Lists undecided contradictions from conversations whose channel meets `whereArticleShown`. */
const selectOpenConflicts = (scope: WorkspaceScope, articleId: string, isShown: (channelId: SQL) => SQL) =>
  listItemsOfArticle(
    scope,
    articleId,
    sql`${inboxItems.kind} = 'conflict' and ${inboxItems.state} = 'open' and not exists (select from conversations c
      where c.workspace_id = ${inboxItems.workspaceId} and c.id = ${inboxItems.conversationId}
        and not (${isShown(sql`c.channel_id`)}))`,
  );

/**
 * Lists the articles that a channel's messages contradict, by ascending id, because all transactions lock articles in
 * this sequence.
 */
export async function listContradictedArticles(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ articleId: inboxItems.articleId })
    .from(inboxItems)
    .innerJoin(
      conversations,
      and(eq(conversations.workspaceId, inboxItems.workspaceId), eq(conversations.id, inboxItems.conversationId)),
    )
    .where(
      and(
        eq(inboxItems.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        eq(inboxItems.kind, "conflict"),
        eq(inboxItems.state, "open"),
      ),
    )
    .orderBy(inboxItems.articleId);
  return rows.map(({ articleId }) => articleId);
}

export async function insertInboxItem(
  { tx, workspaceId }: WorkspaceScope,
  item: Omit<typeof inboxItems.$inferInsert, "workspaceId">,
): Promise<void> {
  await tx.insert(inboxItems).values({ ...item, workspaceId });
}

export async function updateInboxItem(
  scope: WorkspaceScope,
  id: string,
  change: Partial<
    Pick<InboxItemRow, "articleId" | "state" | "fresh" | "known" | "confidence" | "conversationId" | "subject">
  >,
): Promise<void> {
  await scope.tx.update(inboxItems).set(change).where(whereItem(scope, id));
}

export async function deleteInboxItem(scope: WorkspaceScope, id: string): Promise<void> {
  await scope.tx.delete(inboxItems).where(whereItem(scope, id));
}

export async function findInboxItem(scope: WorkspaceScope, id: string): Promise<InboxItemRow | null> {
  const [row] = await scope.tx.select().from(inboxItems).where(whereItem(scope, id));
  return row ?? null;
}

/** An inbox item as its line shows it. */
export type InboxItemDetails = Awaited<ReturnType<typeof selectItemsById>>[number];

const selectItemsById = prepareStatement((scope: WorkspaceScope, { ids }: { ids: string[] }) => {
  const { id, articleId, subject, known, fresh } = inboxItems;
  return scope.tx
    .select({ id, version: versionOfRow(sql`${inboxItems}`), articleId, subject, known, fresh })
    .from(inboxItems)
    .where(and(eq(inboxItems.workspaceId, scope.workspaceId), sql`${inboxItems.id} = any(${ids}::uuid[])`));
});

export const listItemsById = keepRows(selectItemsById);

export async function countOpenProposals({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  return tx.$count(
    inboxItems,
    and(eq(inboxItems.workspaceId, workspaceId), eq(inboxItems.kind, "proposal"), sql`${inboxItems.state} = 'open'`),
  );
}

/** The key of a conflict. It is the same for the same statement. */
export const getConflictKey = ({ form, text }: Pick<Statement, "form" | "text">) =>
  hash("sha256", `${form} ${text}`, "base64url").slice(0, 22);
