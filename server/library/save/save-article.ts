import { and, eq, notInArray, sql } from "drizzle-orm";
import { quoted, recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { articleSources, articles, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type StoredConversation, storeVerdicts } from "../../ingest/index.ts";
import { giveOwner } from "../care/care-queries.ts";
import { settleQuestions } from "../dedupe/ask-a-person.ts";
import { addEvidence, refreshEvidence } from "../dedupe/evidence.ts";
import { addSourcesOf, listEvidenceIds, messageIdsOf, moveConversation } from "../dedupe/evidence-queries.ts";
import { findKnown } from "../dedupe/find-known.ts";
import { keepingEvidence } from "../dedupe/knowledge-text.ts";
import { articleChanged, articleCreated, wordsRetracted } from "../events.ts";
import { textForSearch } from "../retract/content-text.ts";
import { forgetWords } from "../retract/forget-words.ts";
import { reasonOf, takeRecheck } from "../retract/recheck-queries.ts";
import { standingOfDraft, standingOfNew } from "../review-settings.ts";
import { insertVersion } from "./insert-version.ts";
import { answererOf, CONTENT, contentOf, count, type Saved, sameJson, type Writing } from "./written-content.ts";

/** Somebody said, edited or deleted something while it was written about: what was written is not to be saved. */
export class ConversationChanged extends Error {}

/** Saves verdict and article, asks for its publication and logs it: all of it or nothing. Throws `ConversationChanged`. */
export async function saveArticle(deps: Deps, scope: WorkspaceScope, writing: Writing): Promise<Saved> {
  const { conversation, fingerprint, finding } = writing;
  const { reasons } = finding;
  await lockMessagesOf(scope, conversation);
  const { articleId, isEvidence, rowVersion, removedUpTo } = await lockConversation(scope, conversation.id);
  if (removedUpTo?.getTime() !== conversation.removedUpTo?.getTime())
    throw new ConversationChanged("A person removed the article while it was written");
  await storeVerdicts(scope, [{ conversation: { ...conversation, rowVersion }, fingerprint, finding, reasons }]);
  if (articleId && !isEvidence) return updateArticle(deps, scope, articleId, writing);
  const stays = articleId ? await refreshEvidence(deps, scope, articleId, writing) : null;
  if (stays) return stays;
  if (!finding.isKnowledge) return "unchanged";
  const known = await findKnown(scope, writing);
  if (known) return addEvidence(deps, scope, known, writing);
  await createArticle(deps, scope, writing);
  return "created";
}

/** Two workers that judged the same conversation write one after the other: the second finds the first one's article. */
export async function lockConversation(
  { workspaceId, tx }: WorkspaceScope,
  conversationId: string,
): Promise<Pick<StoredConversation, "articleId" | "isEvidence" | "rowVersion" | "removedUpTo">> {
  const { articleId, isEvidence, removedUpTo } = conversations;
  const [row] = await tx
    .select({ articleId, isEvidence, removedUpTo, rowVersion: sql<string>`conversations.xmin::text` })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, conversationId)))
    .for("update");
  if (!row) throw new Error("A conversation disappeared while it was judged");
  return row;
}

/**
 * The conversation must still be what was read: a deletion that is on its way waits until this article stands, and then takes its
 * words out of it again. Messages are locked before their conversation, and both before the article.
 */
export async function lockMessagesOf({ workspaceId, tx }: WorkspaceScope, read: StoredConversation): Promise<void> {
  const rows = await tx
    .select({ id: messages.externalId, text: messages.text, author: messages.authorId, deletedAt: messages.deletedAt })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.channelId, read.channelId),
        eq(messages.conversationKey, read.key),
      ),
    )
    .orderBy(messages.externalId)
    .for("share");
  const now = new Map(rows.filter(({ deletedAt }) => deletedAt === null).map((row) => [row.id, row]));
  const isSame =
    (read.isBeginning || now.size === read.messages.length) &&
    read.messages.every(({ externalId, text, author }) => {
      const row = now.get(externalId);
      return row?.text === text && row.author === author.externalId;
    });
  if (!isSame) throw new ConversationChanged("The conversation was changed while it was written about");
}

/** Answers its id. The conversation and its conversation are locked. */
export async function createArticle(deps: Deps, scope: WorkspaceScope, writing: Writing): Promise<string> {
  const { workspaceId, tx } = scope;
  const { channel, conversation, finding } = writing;
  const id = newId();
  const content = contentOf(writing);
  await tx.insert(articles).values({
    ...content,
    workspaceId,
    id,
    channelId: channel.id,
    channelName: channel.name,
    status: "processing",
    version: 1,
    ...(await standingOfNew(scope, channel.id, content.confidence)),
  });
  const reason = `Written from ${count(conversation.messages.length)} in #${channel.name}.`;
  await insertVersion(scope, id, { ...content, version: 1, hand: {} }, { reason });
  await moveConversation(scope, conversation.id, { articleId: id, isEvidence: false });
  await addSourcesOf(scope, id, content);
  await giveOwner(scope, id, answererOf(conversation.messages, writing.article)?.id ?? null);
  await recordActivity(scope, deps.events, {
    type: "article_created",
    message: `${quoted(content.title)} was written from #${channel.name}.`,
    data: {
      articleId: id,
      title: content.title,
      channel: channel.name,
      confidence: finding.score,
      contentType: content.contentType,
      category: content.category,
      engine: content.engine,
      reasons: finding.reasons,
    },
  });
  await articleChanged.announce(deps, scope, { articleId: id });
  await articleCreated.announce(null, scope, { articleId: id, writing });
  await deps.events.notify(scope, { type: "article", id });
  return id;
}

async function updateArticle(deps: Deps, scope: WorkspaceScope, id: string, writing: Writing): Promise<Saved> {
  const { workspaceId, tx } = scope;
  const isArticle = and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));
  const [known] = await tx.select().from(articles).where(isArticle).for("update");
  if (!known) throw new Error("A conversation names an article that does not exist");
  const evidence = await messageIdsOf(scope, await listEvidenceIds(scope, id));
  const content = keepingEvidence(contentOf(writing), known, evidence);
  const recheck = await takeRecheck(scope, id);
  const isBack = known.standing === "withdrawn";
  const draft = known.standing === "draft" ? await standingOfDraft(scope, content.confidence) : null;
  const isSame =
    !recheck?.hasErased &&
    !isBack &&
    draft?.standing !== "stands" &&
    CONTENT.every((field) => sameJson(known[field], content[field]));
  const version = isSame ? known.version : known.version + 1;
  const reason = (recheck && reasonOf(recheck.causes)) ?? writing.reason;
  await tx
    .update(articles)
    .set({
      ...content,
      version,
      ...(!isSame && { updatedAt: new Date() }),
      ...(isBack && (await standingOfNew(scope, writing.channel.id, content.confidence))),
      ...draft,
    })
    .where(isArticle);
  await forgetWords(scope, textForSearch(known), textForSearch(content));
  await tx
    .delete(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.articleId, id),
        notInArray(articleSources.messageExternalId, [...evidence, ""]),
      ),
    );
  await addSourcesOf(scope, id, content);
  if (isSame) return "unchanged";
  await insertVersion(scope, id, { ...content, version, hand: known.hand }, { reason });
  await settleQuestions(scope, id, content);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${quoted(content.title)} was updated (version ${version}). ${reason}`,
    data: {
      articleId: id,
      title: content.title,
      channel: writing.channel.name,
      version,
      confidence: writing.finding.score,
    },
  });
  if (recheck?.hasErased) await wordsRetracted.announce(null, scope, { articleId: id, retracts: true });
  await articleChanged.announce(deps, scope, { articleId: id });
  await deps.events.notify(scope, { type: "article", id });
  return "updated";
}
