import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  activityLogs,
  articleRechecks,
  articleSources,
  articles,
  articleVersions,
  inboxDecisions,
  inboxItems,
  messages,
  type RecheckCause,
} from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { ERASED_AUTHOR } from "../../ingest/messages/index.ts";
import type { ChangedMessage } from "./author-queries.ts";

/** People's names as regular expressions that match whole words, also after an '@'. */
export interface NamePatterns {
  text: string;
  /** In JSON, quotation marks in a name are escaped. */
  json: string;
}

export const buildNamePatterns = (names: string[]): NamePatterns => ({
  text: anyOf(names),
  json: anyOf(names.map((name) => JSON.stringify(name).slice(1, -1))),
});

const anyOf = (names: string[]) => `(?<![[:alnum:]])@?(${names.map(escaped).join("|")})(?![[:alnum:]])`;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const whereNamed = (column: SQLWrapper, { text }: NamePatterns): SQL => sql`${column} ~ ${text}`;
const whereNamedInJson = (column: SQLWrapper, { json }: NamePatterns): SQL => sql`${column}::text ~ ${json}`;
const without = (column: SQLWrapper, { text }: NamePatterns) =>
  sql`regexp_replace(${column}, ${text}, ${ERASED_AUTHOR}, 'g')`;
const withoutInJson = (column: SQLWrapper, { json }: NamePatterns) =>
  sql`regexp_replace(${column}::text, ${json}, ${ERASED_AUTHOR}, 'g')::jsonb`;

/** Erases the names in messages, and returns the messages that contained them. */
export async function eraseNamesInMessages(
  { workspaceId, tx }: WorkspaceScope,
  names: NamePatterns,
): Promise<ChangedMessage[]> {
  return tx
    .update(messages)
    .set({ text: without(messages.text, names) })
    .where(and(eq(messages.workspaceId, workspaceId), whereNamed(messages.text, names)))
    .returning({ channelId: messages.channelId, id: messages.externalId });
}

export async function listArticlesNaming({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<string[]> {
  const { authorName, title, bodyText, summaryText, stateReason } = articles;
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        or(
          ...[authorName, title, bodyText, summaryText, stateReason].map((column) => whereNamed(column, names)),
          whereNamedInJson(articles.cutOut, names),
          sql`exists (select from article_sources s where s.workspace_id = ${workspaceId} and s.article_id = articles.id
            and (s.author_name ~ ${names.text} or s.text ~ ${names.text}))`,
        ),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function eraseNamesInArticles(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
  names: NamePatterns,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(articles)
    .set({
      authorName: without(articles.authorName, names),
      title: without(articles.title, names),
      summaryText: without(articles.summaryText, names),
      bodyText: without(articles.bodyText, names),
      stateReason: without(articles.stateReason, names),
      summary: withoutInJson(articles.summary, names),
      body: withoutInJson(articles.body, names),
      cutOut: withoutInJson(articles.cutOut, names),
    })
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids)));
}

export async function eraseNamesInSources({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<void> {
  const { authorName, text, formerText } = articleSources;
  await tx
    .update(articleSources)
    .set({
      authorName: without(authorName, names),
      text: without(text, names),
      formerText: without(formerText, names),
    })
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        or(whereNamed(authorName, names), whereNamed(text, names), whereNamed(formerText, names)),
      ),
    );
}

export async function eraseNamesInVersions({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<void> {
  const { title, reason, summary, body } = articleVersions;
  await tx
    .update(articleVersions)
    .set({
      title: without(title, names),
      reason: without(reason, names),
      summary: withoutInJson(summary, names),
      body: withoutInJson(body, names),
    })
    .where(
      and(
        eq(articleVersions.workspaceId, workspaceId),
        or(
          whereNamed(title, names),
          whereNamed(reason, names),
          whereNamedInJson(summary, names),
          whereNamedInJson(body, names),
        ),
      ),
    );
}

export async function eraseNamesInLog({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<void> {
  const { message, data } = activityLogs;
  await tx
    .update(activityLogs)
    .set({ message: without(message, names), data: withoutInJson(data, names) })
    .where(
      and(eq(activityLogs.workspaceId, workspaceId), or(whereNamed(message, names), whereNamedInJson(data, names))),
    );
}

export async function eraseNamesInInbox({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<void> {
  const { fresh, known } = inboxItems;
  await tx
    .update(inboxItems)
    .set({ fresh: withoutInJson(fresh, names), known: withoutInJson(known, names) })
    .where(
      and(eq(inboxItems.workspaceId, workspaceId), or(whereNamedInJson(fresh, names), whereNamedInJson(known, names))),
    );
}

export async function eraseNamesInDecisions({ workspaceId, tx }: WorkspaceScope, names: NamePatterns): Promise<void> {
  const { before } = inboxDecisions;
  await tx
    .update(inboxDecisions)
    .set({ before: withoutInJson(before, names) })
    .where(and(eq(inboxDecisions.workspaceId, workspaceId), whereNamedInJson(before, names)));
}

/**
 * Requests rechecks of all articles that mention the erased people, including names beside the sources. Pages show
 * these names without the engine.
 */
export async function requestRechecksOfErased(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
  names: NamePatterns,
): Promise<void> {
  if (articleIds.length === 0) return;
  const cause: RecheckCause = { what: "deleted", authorName: ERASED_AUTHOR, channelName: "the chat" };
  await tx
    .insert(articleRechecks)
    .values(articleIds.map((articleId) => ({ workspaceId, articleId, causes: [cause], hasErased: true })))
    .onConflictDoUpdate({
      target: [articleRechecks.workspaceId, articleRechecks.articleId],
      set: { causes: withoutInJson(articleRechecks.causes, names), hasErased: true, nextAttemptAt: sql`now()` },
    });
}
