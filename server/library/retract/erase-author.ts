import { and, eq, inArray, sql } from "drizzle-orm";
import { recordActivity } from "../../activity/index.ts";
import {
  activityLogs,
  articleRechecks,
  articleSources,
  articles,
  articleVersions,
  channels,
  erasedAuthors,
  inboxDecisions,
  inboxItems,
  messages,
  type RecheckCause,
  threadQuestions,
} from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { ERASED_AUTHOR, hashOfPerson, messagesChanged } from "../../ingest/index.ts";
import { lockArticles } from "./request-rechecks.ts";

export interface ErasedAuthor {
  messages: number;
  articles: number;
}

/**
 * Erases a person on request, by the platform's id or the name that is shown: what they said, the sentences that stand on it,
 * and their name wherever it stands. What they wrote is not stored again when a channel is read anew.
 */
export async function eraseAuthor(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  wanted: string,
): Promise<ErasedAuthor> {
  const { workspaceId, tx } = scope;
  const people = await tx
    .selectDistinct({ id: messages.authorId, name: messages.authorName, platform: channels.platform })
    .from(messages)
    .innerJoin(channels, and(eq(channels.workspaceId, messages.workspaceId), eq(channels.id, messages.channelId)))
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        sql`(${messages.authorId} = ${wanted} or ${messages.authorName} = ${wanted})`,
      ),
    );
  if (people.length === 0) throw notFound("person");
  await tx
    .insert(erasedAuthors)
    .values(
      people.flatMap(({ id, name, platform }) =>
        [...new Set([id, name])].map((known) => ({
          workspaceId,
          platform,
          authorHash: hashOfPerson(workspaceId, known),
        })),
      ),
    )
    .onConflictDoNothing();
  const ids = [...new Set(people.map(({ id }) => id))];
  const gone = await tx
    .update(messages)
    .set({ text: "", deletedAt: sql`coalesce(${messages.deletedAt}, now())` })
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.authorId, ids)))
    .returning({ channelId: messages.channelId, id: messages.externalId });
  for (const [channelId, rows] of Map.groupBy(gone, (row) => row.channelId)) {
    await messagesChanged.announce(null, scope, { channelId, externalIds: rows.map(({ id }) => id) });
  }
  const names = [...new Set(people.flatMap(({ id, name }) => [name, id]))].filter((name) => name.length > 1);
  const articleIds = await eraseNames(scope, names);
  await tx
    .update(messages)
    .set({ authorId: "", authorName: ERASED_AUTHOR })
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.authorId, ids)));
  await forgetAsked(scope, ids);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `A person was erased on request: ${gone.length} messages, ${articleIds.length} articles are checked again.`,
    data: { messages: gone.length, articles: articleIds.length },
  });
  return { messages: gone.length, articles: articleIds.length };
}

/** Who was asked in a thread; the thread is asked no more. */
async function forgetAsked({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<void> {
  await tx
    .update(threadQuestions)
    .set({
      askedOf: "",
      state: sql`case when ${threadQuestions.state} = 'to-ask' then 'over' else ${threadQuestions.state} end`,
    })
    .where(and(eq(threadQuestions.workspaceId, workspaceId), inArray(threadQuestions.askedOf, ids)));
}

/** The names as whole words, in everything that is kept of the conversation. Answers the articles that named them. */
async function eraseNames(scope: WorkspaceScope, names: string[]): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const pattern = `(?<![[:alnum:]])@?(${names.map(escaped).join("|")})(?![[:alnum:]])`;
  const clean = (column: unknown) => sql`regexp_replace(${column}, ${pattern}, ${ERASED_AUTHOR}, 'g')`;
  const cleanJson = (column: unknown) =>
    sql`regexp_replace(${column}::text, ${jsonPattern(names)}, ${ERASED_AUTHOR}, 'g')::jsonb`;
  const inText = (column: unknown) => sql`${column} ~ ${pattern}`;
  const inJson = (column: unknown) => sql`${column}::text ~ ${jsonPattern(names)}`;

  const quoted = await tx
    .update(messages)
    .set({ text: clean(messages.text) })
    .where(and(eq(messages.workspaceId, workspaceId), inText(messages.text)))
    .returning({ channelId: messages.channelId, id: messages.externalId });
  for (const [channelId, rows] of Map.groupBy(quoted, (row) => row.channelId)) {
    await messagesChanged.announce(null, scope, { channelId, externalIds: rows.map(({ id }) => id) });
  }
  const named = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        sql`(${inText(articles.authorName)} or ${inText(articles.title)} or ${inText(articles.bodyText)}
          or ${inText(articles.summaryText)} or ${inText(articles.standingReason)} or exists (select from article_sources s
            where s.workspace_id = ${workspaceId} and s.article_id = articles.id
              and (s.author_name ~ ${pattern} or s.text ~ ${pattern})))`,
      ),
    );
  const ids = await lockArticles(
    scope,
    named.map(({ id }) => id),
  );
  await tx
    .update(articles)
    .set({
      authorName: clean(articles.authorName),
      title: clean(articles.title),
      summaryText: clean(articles.summaryText),
      bodyText: clean(articles.bodyText),
      standingReason: clean(articles.standingReason),
      summary: cleanJson(articles.summary),
      body: cleanJson(articles.body),
    })
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids.length > 0 ? ids : [NOBODY])));
  await tx
    .update(articleSources)
    .set({ authorName: clean(articleSources.authorName), text: clean(articleSources.text) })
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        sql`(${inText(articleSources.authorName)} or ${inText(articleSources.text)})`,
      ),
    );
  await tx
    .update(articleVersions)
    .set({
      title: clean(articleVersions.title),
      reason: clean(articleVersions.reason),
      summary: cleanJson(articleVersions.summary),
      body: cleanJson(articleVersions.body),
    })
    .where(
      and(
        eq(articleVersions.workspaceId, workspaceId),
        sql`(${inText(articleVersions.title)} or ${inText(articleVersions.reason)} or ${inJson(articleVersions.summary)}
          or ${inJson(articleVersions.body)})`,
      ),
    );
  await tx
    .update(activityLogs)
    .set({ message: clean(activityLogs.message), data: cleanJson(activityLogs.data) })
    .where(
      and(
        eq(activityLogs.workspaceId, workspaceId),
        sql`(${inText(activityLogs.message)} or ${inJson(activityLogs.data)})`,
      ),
    );
  await tx
    .update(inboxItems)
    .set({ fresh: cleanJson(inboxItems.fresh), known: cleanJson(inboxItems.known) })
    .where(
      and(eq(inboxItems.workspaceId, workspaceId), sql`(${inJson(inboxItems.fresh)} or ${inJson(inboxItems.known)})`),
    );
  await tx
    .update(inboxDecisions)
    .set({ before: cleanJson(inboxDecisions.before) })
    .where(and(eq(inboxDecisions.workspaceId, workspaceId), inJson(inboxDecisions.before)));
  // The name stands on the pages too, beside the sources: they follow whatever the engine writes.
  const cause: RecheckCause = { what: "deleted", authorName: ERASED_AUTHOR, channelName: "the chat" };
  for (const articleId of ids) {
    await tx
      .insert(articleRechecks)
      .values({ workspaceId, articleId, causes: [cause], hasErased: true })
      .onConflictDoUpdate({
        target: [articleRechecks.workspaceId, articleRechecks.articleId],
        set: {
          causes: cleanJson(articleRechecks.causes),
          hasErased: true,
          nextAttemptAt: sql`now()`,
        },
      });
  }
  return ids;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** In a JSON text a quotation mark of the name is escaped. */
const jsonPattern = (names: string[]) =>
  `(?<![[:alnum:]])@?(${names.map((name) => escaped(JSON.stringify(name).slice(1, -1))).join("|")})(?![[:alnum:]])`;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
