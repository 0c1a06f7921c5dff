import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  activityLogs,
  articleRechecks,
  articleSources,
  articles,
  articleVersions,
  publications,
} from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";
import { eraseInInbox } from "../dedupe/erase-in-inbox.ts";
import { wordsRetracted } from "../events.ts";
import { textForSearch, textOf } from "./content-text.ts";
import { eraseAnswers } from "./erase-answers.ts";
import { forgetWords } from "./forget-words.ts";
import { type Content, type LivingConversation, livingConversation, NEUTRAL_TITLE, withoutGone } from "./quotes.ts";

const TITLE_ERASED = "An article was written or updated. Its title was erased with a message that was deleted.";

/**
 * Takes what quotes a deleted message out of these articles, their versions, sources, search words, log lines, pending
 * publications and questions to people, and what models answered about the changed messages; in place and at once, before anything is written anew.
 * The articles are locked.
 */
export async function eraseDeleted(
  scope: WorkspaceScope,
  changes: ChangedMessages,
  articleIds: string[],
): Promise<void> {
  await eraseAnswers(scope, changes.externalIds);
  for (const articleId of articleIds) {
    const living = await parseConversation(scope, articleId);
    if (living.gone.size === 0) continue;
    await eraseInVersions(scope, articleId, living);
    const hasErased = await eraseInArticle(scope, articleId, living);
    await eraseInTraces(scope, articleId, living);
    const wasTold = await eraseInInbox(scope, articleId, living);
    if (hasErased || wasTold) await pagesMustFollow(scope, articleId);
  }
}

/** The messages an article stands on or was written from, as they are now. */
async function parseConversation({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<LivingConversation> {
  const { rows } = await tx.execute<{ id: string; text: string; gone: boolean; channel: string }>(sql`
    select m.external_id as id, m.text, m.deleted_at is not null as gone, c.name as channel
    from conversations t
    join messages m on m.workspace_id = t.workspace_id and m.channel_id = t.channel_id and m.conversation_key = t.key
    join channels c on c.workspace_id = t.workspace_id and c.id = t.channel_id
    where t.workspace_id = ${workspaceId} and t.article_id = ${articleId}
    union
    select s.message_external_id, coalesce(m.text, s.text), m.deleted_at is not null, coalesce(c.name, '')
    from article_sources s
    left join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
      and m.external_id = s.message_external_id
    left join channels c on c.workspace_id = s.workspace_id and c.id = s.channel_id
    where s.workspace_id = ${workspaceId} and s.article_id = ${articleId}`);
  const there = rows.filter(({ gone }) => !gone).map(({ id, text }) => ({ externalId: id, text }));
  const gone = new Set(rows.filter((row) => row.gone).map(({ id }) => id));
  return livingConversation(gone, there, [...new Set(rows.map(({ channel }) => channel))].join(" "));
}

async function eraseInVersions({ workspaceId, tx }: WorkspaceScope, articleId: string, living: LivingConversation) {
  const isOf = and(eq(articleVersions.workspaceId, workspaceId), eq(articleVersions.articleId, articleId));
  const versions = await tx.select().from(articleVersions).where(isOf);
  for (const { version, title, summary, body, labels } of versions) {
    const known = { title, summary, body, tags: labels?.tags ?? [], hand: labels?.hand ?? {} };
    const left = withoutGone(known, living);
    if (isSame(known, left)) continue;
    await tx
      .update(articleVersions)
      .set({
        title: left.title,
        summary: left.summary,
        body: left.body,
        ...(labels && { labels: { ...labels, tags: left.tags } }),
      })
      .where(and(isOf, eq(articleVersions.version, version)));
  }
}

/** True when something had to go. */
async function eraseInArticle(scope: WorkspaceScope, articleId: string, living: LivingConversation): Promise<boolean> {
  const { workspaceId, tx } = scope;
  const isArticle = and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId));
  const [row] = await tx.select().from(articles).where(isArticle);
  const gone = await tx
    .delete(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.articleId, articleId),
        inArray(articleSources.messageExternalId, [...living.gone]),
      ),
    )
    .returning({ id: articleSources.messageExternalId });
  if (!row) return false;
  const known: Content = {
    title: row.title,
    summary: row.summary,
    body: row.body,
    tags: row.tags,
    keywords: row.keywords,
    hand: row.hand,
  };
  const left = withoutGone(known, living);
  if (isSame(known, left)) return gone.length > 0;
  const text = textOf(left);
  await tx
    .update(articles)
    .set({ ...left, ...text })
    .where(isArticle);
  await forgetWords(scope, textForSearch(row), textForSearch({ ...left, ...text }));
  return true;
}

/** Lines of the log and publications name the article by its title, which may be what somebody said. */
async function eraseInTraces({ workspaceId, tx }: WorkspaceScope, articleId: string, living: LivingConversation) {
  const isOf = and(eq(activityLogs.workspaceId, workspaceId), sql`${activityLogs.data}->>'articleId' = ${articleId}`);
  const lines = await tx.select().from(activityLogs).where(isOf);
  for (const { id, data } of lines) {
    const { title } = data;
    if (typeof title !== "string" || withoutGone({ title }, living).title === title) continue;
    await tx
      .update(activityLogs)
      .set({ message: TITLE_ERASED, data: { ...data, title: NEUTRAL_TITLE } })
      .where(and(eq(activityLogs.workspaceId, workspaceId), eq(activityLogs.id, id)));
  }
  // A call that is under way is looked for by its title; its end writes the new one.
  const isPage = and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
  const pages = await tx
    .select({ id: publications.id, title: publications.title })
    .from(publications)
    .where(and(isPage, isNull(publications.intentAt)));
  const named = pages.filter(({ title }) => title !== null && withoutGone({ title }, living).title !== title);
  if (named.length > 0) {
    const ids = named.map(({ id }) => id);
    await tx
      .update(publications)
      .set({ title: null })
      .where(and(isPage, inArray(publications.id, ids)));
  }
}

async function pagesMustFollow(scope: WorkspaceScope, articleId: string): Promise<void> {
  const { workspaceId, tx } = scope;
  await wordsRetracted.announce(null, scope, { articleId, retracts: true });
  await tx
    .update(articleRechecks)
    .set({ hasErased: true })
    .where(and(eq(articleRechecks.workspaceId, workspaceId), eq(articleRechecks.articleId, articleId)));
}

const isSame = (one: Partial<Content>, other: Partial<Content>) => JSON.stringify(one) === JSON.stringify(other);
