import { hash } from "node:crypto";
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { redactText } from "../../../engine/redact/redact.ts";
import { listStatements } from "../../../shared/domain/article.ts";
import { UNDO_HOURS } from "../../../shared/domain/inbox.ts";
import { articleSources, channels, chatIntegrations, messages } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { listUndeletedMessages } from "./message-queries.ts";
import type { ArticleRow } from "./queries.ts";

type ArticleContent = Pick<ArticleRow, "summary" | "body">;

const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(articleSources.workspaceId, workspaceId), eq(articleSources.articleId, articleId));

const sourcesOf = (content: ArticleContent) => [...new Set(listStatements(content).flatMap(({ sources }) => sources))];

/** The article's sources in chat order, each with the columns that its permalink needs. */
export function listSources(scope: WorkspaceScope, articleId: string) {
  return scope.tx
    .select({
      externalId: articleSources.messageExternalId,
      threadId: articleSources.threadId,
      authorName: articleSources.authorName,
      sentAt: articleSources.sentAt,
      text: articleSources.text,
      forgottenAt: articleSources.forgottenAt,
      keptDays: articleSources.keptDays,
      channelId: articleSources.channelId,
      /** Null if the channel was removed. */
      channelName: channels.name,
      platform: channels.platform,
      channelExternalId: channels.externalId,
      teamUrl: chatIntegrations.teamUrl,
    })
    .from(articleSources)
    .leftJoin(
      channels,
      and(eq(channels.workspaceId, articleSources.workspaceId), eq(channels.id, articleSources.channelId)),
    )
    .leftJoin(
      chatIntegrations,
      and(eq(chatIntegrations.workspaceId, channels.workspaceId), eq(chatIntegrations.id, channels.integrationId)),
    )
    .where(whereOfArticle(scope, articleId))
    .orderBy(asc(articleSources.sentAt), asc(articleSources.messageExternalId));
}

export type SourceEdit = Awaited<ReturnType<typeof listSourceEdits>>[number];

/**
 * Lists the source messages of these articles that were edited after they were cited, with the text then and now, both
 * without secrets. Messages that were deleted, or whose text was erased by retention, are missing.
 */
export async function listSourceEdits({ workspaceId, tx }: WorkspaceScope, articleIds: string[]) {
  if (articleIds.length === 0) return [];
  const rows = await tx
    .select({
      articleId: articleSources.articleId,
      id: messages.externalId,
      authorName: messages.authorName,
      sentAt: messages.sentAt,
      editedAt: messages.editedAt,
      before: articleSources.text,
      now: messages.text,
    })
    .from(articleSources)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceId, articleSources.workspaceId),
        eq(messages.channelId, articleSources.channelId),
        eq(messages.externalId, articleSources.messageExternalId),
        isNull(messages.forgottenAt),
      ),
    )
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        inArray(articleSources.articleId, articleIds),
        isNull(messages.deletedAt),
        // Texts can also differ without an edit, because another release of the product hides other secrets.
        isNotNull(messages.editedAt),
      ),
    )
    .orderBy(asc(messages.sentAt), asc(messages.externalId));
  return rows.flatMap((row) => {
    const now = redactText(row.now).text;
    return differsOnlyInSecrets(row.before, now) ? [] : [{ ...row, now, mark: hashEdit(row.id, now) }];
  });
}

/**
 * Compares the text before and after an update of the product. One may hide secrets that the other shows. A real edit
 * changes other words.
 */
function differsOnlyInSecrets(before: string, now: string): boolean {
  if (before === now) return true;
  const [start = "", ...parts] = redactText(before).text.split(SECRET_MARK);
  if (!now.startsWith(start)) return false;
  let from = start.length;
  for (const [place, part] of parts.entries()) {
    const mark = SECRET_MARK_AT_START.exec(now.slice(from, from + MAX_SECRET_CHARACTERS))?.[0];
    const least = from + (mark?.length ?? 1);
    const at = place === parts.length - 1 ? now.length - part.length : now.indexOf(part, least);
    if (at < least || at - from > MAX_SECRET_CHARACTERS || !now.startsWith(part, at)) return false;
    if (mark && at !== least) return false;
    from = at + part.length;
  }
  return from === now.length;
}

const SECRET_MARK = /\[[^[\]]{1,40} removed\]/;
const SECRET_MARK_AT_START = /^\[[^[\]]{1,40} removed\]/;
/** A longer difference is too long for a secret. */
const MAX_SECRET_CHARACTERS = 200;

/** Distinguishes the edits of a message without storing their text. */
const hashEdit = (id: string, now: string) => hash("sha256", `${id} ${now}`, "base64url").slice(0, 22);

/** Lists the articles that cite one of these messages. */
export async function listArticlesThatCite(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, externalIds }: { channelId: string; externalIds: string[] },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ articleId: articleSources.articleId })
    .from(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.channelId, channelId),
        inArray(articleSources.messageExternalId, externalIds),
      ),
    );
  return rows.map(({ articleId }) => articleId);
}

/**
 * Stores an edited message's current text, because the article now contains sentences from it. The former text is kept
 * so that a person can undo the change.
 */
export async function saveEditedSource(
  scope: WorkspaceScope,
  { articleId, id, before, now }: SourceEdit,
): Promise<void> {
  await scope.tx
    .update(articleSources)
    .set({ text: now, formerText: before, followedAt: sql`now()`, forgottenAt: null, keptDays: null })
    .where(and(whereOfArticle(scope, articleId), eq(articleSources.messageExternalId, id)));
}

/** The messages whose edits are already part of the article, each with its text before the edit. */
export async function listAppliedEdits(scope: WorkspaceScope, articleId: string) {
  const rows = await scope.tx
    .select({ id: articleSources.messageExternalId, before: articleSources.formerText, now: articleSources.text })
    .from(articleSources)
    .where(and(whereOfArticle(scope, articleId), isNotNull(articleSources.formerText)));
  return rows.map(({ id, before, now }) => ({ id, before: before ?? "", now, mark: hashEdit(id, now) }));
}

export async function restoreSourceText(scope: WorkspaceScope, articleId: string, id: string): Promise<void> {
  await scope.tx
    .update(articleSources)
    .set({ text: sql`${articleSources.formerText}`, formerText: null, followedAt: null })
    .where(and(whereOfArticle(scope, articleId), eq(articleSources.messageExternalId, id)));
}

/** Erases former texts and sentences that left an article, once their decision can no longer be undone. */
export async function forgetFormerTexts(db: Database): Promise<void> {
  const { formerText, followedAt } = articleSources;
  await db
    .update(articleSources)
    .set({ formerText: null, followedAt: null })
    .where(and(isNotNull(formerText), sql`${followedAt} < now() - make_interval(hours => ${UNDO_HOURS})`));
  const isKept = sql`coalesce((one ->> 'decidedAt')::timestamptz, 'infinity') > now() - make_interval(hours => ${UNDO_HOURS})`;
  await db.execute(sql`
    update articles set cut_out = (
      select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(cut_out) one where ${isKept})
    where cut_out <> '[]' and exists (select from jsonb_array_elements(cut_out) one where not ${isKept})`);
}

/** Finds the channel from which most of the content's messages come; null if none of these messages is left. */
export async function findChannelOfSources(scope: WorkspaceScope, content: ArticleContent, confirmed: string) {
  const rows = await listUndeletedMessages(scope, confirmed, sourcesOf(content));
  const counts = new Map<string, number>();
  for (const { message } of rows) counts.set(message.channelId, (counts.get(message.channelId) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** Stores the current text of each message that a statement cites. A text that is already stored is not replaced. */
export async function storeSources(
  scope: WorkspaceScope,
  articleId: string,
  content: ArticleContent,
  /** The article whose conversations contain the messages. */
  confirmed = articleId,
): Promise<void> {
  const rows = await listUndeletedMessages(scope, confirmed, sourcesOf(content));
  if (rows.length === 0) return;
  await scope.tx
    .insert(articleSources)
    .values(
      rows.map(({ message: { externalId, channelId, authorName, sentAt, threadId, text, forgottenAt, keptDays } }) => ({
        workspaceId: scope.workspaceId,
        articleId,
        messageExternalId: externalId,
        channelId,
        authorName,
        sentAt,
        threadId,
        text: redactText(text).text,
        forgottenAt,
        keptDays,
      })),
    )
    .onConflictDoNothing();
}

/** Copies the stored text of cited messages to the article that their statements move to. */
export async function copySources(
  scope: WorkspaceScope,
  { from, into, content }: { from: string; into: string; content: ArticleContent },
): Promise<void> {
  const used = sourcesOf(content);
  if (used.length === 0) return;
  const rows = await scope.tx
    .select()
    .from(articleSources)
    .where(and(whereOfArticle(scope, from), inArray(articleSources.messageExternalId, used)));
  if (rows.length === 0) return;
  await scope.tx
    .insert(articleSources)
    .values(rows.map((row) => ({ ...row, articleId: into })))
    .onConflictDoNothing();
}

export async function dropUnusedSources(
  scope: WorkspaceScope,
  articleId: string,
  ids: ReadonlySet<string>,
  content: ArticleContent,
): Promise<void> {
  const used = new Set(sourcesOf(content));
  await deleteSources(
    scope,
    articleId,
    [...ids].filter((id) => !used.has(id)),
  );
}

/** Returns how many were deleted. */
export async function deleteSources(scope: WorkspaceScope, articleId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await scope.tx
    .delete(articleSources)
    .where(and(whereOfArticle(scope, articleId), inArray(articleSources.messageExternalId, ids)))
    .returning({ id: articleSources.messageExternalId });
  return gone.length;
}

export async function deleteSourcesExcept(
  scope: WorkspaceScope,
  articleId: string,
  kept: ReadonlySet<string>,
): Promise<void> {
  await scope.tx
    .delete(articleSources)
    .where(and(whereOfArticle(scope, articleId), notInArray(articleSources.messageExternalId, [...kept, ""])));
}

export async function deleteAllSources(scope: WorkspaceScope, articleId: string): Promise<void> {
  await scope.tx.delete(articleSources).where(whereOfArticle(scope, articleId));
}
