import { and, eq, inArray, isNull } from "drizzle-orm";
import { statementsOf } from "../../../shared/domain/article.ts";
import { articleSources, articles, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { redact } from "../../pipeline/redact.ts";
import type { ArticleRow } from "../articles/queries.ts";

/** Where statements lost or gained sources: no version, they say the same. */
export async function storeStatements(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  { summary, body }: Pick<ArticleRow, "summary" | "body">,
): Promise<void> {
  await tx
    .update(articles)
    .set({ summary, body })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
}

/** The text of each message a statement stands on, as it is now; what is kept already stays as it was. */
export async function addSourcesOf(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  content: Pick<ArticleRow, "summary" | "body">,
): Promise<void> {
  const used = [...new Set(statementsOf(content).flatMap(({ sources }) => sources))];
  if (used.length === 0) return;
  const rows = await tx
    .select({ message: messages })
    .from(conversations)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.conversationKey, conversations.key),
      ),
    )
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.articleId, articleId),
        inArray(messages.externalId, used),
        isNull(messages.deletedAt),
      ),
    );
  if (rows.length === 0) return;
  await tx
    .insert(articleSources)
    .values(
      rows.map(({ message: { externalId, channelId, authorName, sentAt, threadId, text } }) => ({
        workspaceId,
        articleId,
        messageExternalId: externalId,
        channelId,
        authorName,
        sentAt,
        threadId,
        text: redact(text).text,
      })),
    )
    .onConflictDoNothing();
}

export async function dropUnusedSources(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  ids: ReadonlySet<string>,
  content: Pick<ArticleRow, "summary" | "body">,
): Promise<void> {
  const used = new Set(statementsOf(content).flatMap(({ sources }) => sources));
  const unused = [...ids].filter((id) => !used.has(id));
  if (unused.length === 0) return;
  await tx
    .delete(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.articleId, articleId),
        inArray(articleSources.messageExternalId, unused),
      ),
    );
}

/** Deleted ones too. */
export async function messageIdsOf(
  { workspaceId, tx }: WorkspaceScope,
  conversationIds: string[],
): Promise<ReadonlySet<string>> {
  if (conversationIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: messages.externalId })
    .from(conversations)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, conversations.workspaceId),
        eq(messages.channelId, conversations.channelId),
        eq(messages.conversationKey, conversations.key),
      ),
    )
    .where(and(eq(conversations.workspaceId, workspaceId), inArray(conversations.id, conversationIds)));
  return new Set(rows.map(({ id }) => id));
}

export async function listEvidenceIds({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.articleId, articleId),
        eq(conversations.isEvidence, true),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function isWrittenFromConversation(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
): Promise<boolean> {
  const leading = and(
    eq(conversations.workspaceId, workspaceId),
    eq(conversations.articleId, articleId),
    eq(conversations.isEvidence, false),
  );
  return (await tx.$count(conversations, leading)) > 0;
}

export async function moveConversation(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  to: { articleId: string | null; isEvidence: boolean },
): Promise<void> {
  await tx
    .update(conversations)
    .set(to)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, id)));
}

/** The kept text of the messages that statements stand on goes with them to another article. */
export async function copySources(
  { workspaceId, tx }: WorkspaceScope,
  { from, into, content }: { from: string; into: string; content: Pick<ArticleRow, "summary" | "body"> },
): Promise<void> {
  const used = [...new Set(statementsOf(content).flatMap(({ sources }) => sources))];
  if (used.length === 0) return;
  const rows = await tx
    .select()
    .from(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.articleId, from),
        inArray(articleSources.messageExternalId, used),
      ),
    );
  if (rows.length === 0) return;
  await tx
    .insert(articleSources)
    .values(rows.map((row) => ({ ...row, articleId: into })))
    .onConflictDoNothing();
}
