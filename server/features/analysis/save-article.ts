import { and, eq, sql } from "drizzle-orm";
import { statementsOf, type WrittenArticle } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { newId } from "../../db/new-id.ts";
import { articleSources, articles, articleVersions, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { Engine, Finding } from "../../pipeline/engine.ts";
import { storableText } from "../../pipeline/read-messages.ts";
import { redact } from "../../pipeline/redact.ts";
import { quoted } from "../activity/quoted.ts";
import { recordActivity } from "../activity/record.ts";
import type { ChannelRow } from "../channels/queries.ts";
import { retractFromPages } from "../publishing/queries.ts";
import { requestPublications } from "../publishing/request-publications.ts";
import { textForSearch, textOf } from "../truth/content-text.ts";
import { forgetWords } from "../truth/forget-words.ts";
import { standingIn } from "../truth/hold-back.ts";
import { reasonOf, takeRecheck } from "../truth/recheck-queries.ts";
import { type StoredConversation, storeVerdicts } from "./conversation-queries.ts";

export interface Writing {
  channel: Pick<ChannelRow, "id" | "name">;
  conversation: StoredConversation;
  fingerprint: string;
  finding: Finding;
  article: WrittenArticle;
  engine: Engine;
  /** Why there is a new version, in a sentence; only for an article that exists. */
  reason: string;
}

export type Saved = "created" | "updated" | "unchanged";

/** Somebody said, edited or deleted something while it was written about: what was written is not to be saved. */
export class TalkChanged extends Error {}

/** Saves verdict and article, asks for its publication and logs it: all of it or nothing. Throws `TalkChanged`. */
export async function saveArticle(deps: Deps, scope: WorkspaceScope, writing: Writing): Promise<Saved> {
  const { conversation, fingerprint, finding } = writing;
  const { reasons } = finding;
  await lockTalk(scope, conversation);
  const { articleId, rowVersion } = await lockConversation(scope, conversation.id);
  await storeVerdicts(scope, [{ conversation: { ...conversation, rowVersion }, fingerprint, finding, reasons }]);
  return articleId ? updateArticle(deps, scope, articleId, writing) : createArticle(deps, scope, writing);
}

/** Two workers that judged the same conversation write one after the other: the second finds the first one's article. */
export async function lockConversation(
  { workspaceId, tx }: WorkspaceScope,
  conversationId: string,
): Promise<{ articleId: string | null; rowVersion: string }> {
  const [row] = await tx
    .select({ articleId: conversations.articleId, rowVersion: sql<string>`conversations.xmin::text` })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, conversationId)))
    .for("update");
  if (!row) throw new Error("A conversation disappeared while it was judged");
  return row;
}

/**
 * The talk must still be what was read: a deletion that is on its way waits until this article stands, and then takes its
 * words out of it again. Messages are locked before their conversation, and both before the article.
 */
export async function lockTalk({ workspaceId, tx }: WorkspaceScope, read: StoredConversation): Promise<void> {
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
    now.size === read.messages.length &&
    read.messages.every(({ externalId, text, author }) => {
      const row = now.get(externalId);
      return row?.text === text && row.author === author.externalId;
    });
  if (!isSame) throw new TalkChanged("The talk was changed while it was written about");
}

async function createArticle(deps: Deps, scope: WorkspaceScope, writing: Writing): Promise<Saved> {
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
    ...(await standingIn(scope, channel.id)),
  });
  await insertVersion(
    scope,
    id,
    1,
    writing,
    `Written from ${count(conversation.messages.length)} in #${channel.name}.`,
  );
  await insertSources(scope, id, writing);
  await tx
    .update(conversations)
    .set({ articleId: id })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, conversation.id)));
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
  await requestPublications(deps, scope, id);
  await deps.events.notify(scope, { type: "article", id });
  return "created";
}

async function updateArticle(deps: Deps, scope: WorkspaceScope, id: string, writing: Writing): Promise<Saved> {
  const { workspaceId, tx } = scope;
  const isArticle = and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));
  const [known] = await tx.select().from(articles).where(isArticle).for("update");
  if (!known) throw new Error("A conversation names an article that does not exist");
  const content = contentOf(writing);
  const recheck = await takeRecheck(scope, id);
  const isBack = known.standing === "withdrawn";
  const isSame = !recheck?.hasErased && !isBack && CONTENT.every((field) => sameJson(known[field], content[field]));
  const version = isSame ? known.version : known.version + 1;
  const reason = (recheck && reasonOf(recheck.causes)) ?? writing.reason;
  await tx
    .update(articles)
    .set({
      ...content,
      version,
      ...(!isSame && { updatedAt: new Date() }),
      ...(isBack && (await standingIn(scope, writing.channel.id))),
    })
    .where(isArticle);
  await forgetWords(scope, textForSearch(known), textForSearch(content));
  await tx
    .delete(articleSources)
    .where(and(eq(articleSources.workspaceId, workspaceId), eq(articleSources.articleId, id)));
  await insertSources(scope, id, writing);
  if (isSame) return "unchanged";
  await insertVersion(scope, id, version, writing, reason);
  await recordActivity(scope, deps.events, {
    type: "message_analyzed",
    message: `${quoted(content.title)} was updated (version ${version}). ${reason}`,
    data: {
      articleId: id,
      title: content.title,
      channel: writing.channel.name,
      version,
      confidence: writing.finding.score,
    },
  });
  if (recheck?.hasErased) await retractFromPages(scope, id);
  await requestPublications(deps, scope, id);
  await deps.events.notify(scope, { type: "article", id });
  return "updated";
}

/** What makes a version: the rest (score, reasons) may change without one. */
const CONTENT = [
  "title",
  "summary",
  "body",
  "contentType",
  "category",
  "difficulty",
  "priority",
  "tags",
  "keywords",
] as const;

function contentOf({ article, finding, conversation, engine }: Writing) {
  const written = JSON.parse(JSON.stringify(article), (_key, value) =>
    typeof value === "string" ? storableText(value) : value,
  ) as WrittenArticle;
  const { summary, body, writtenBy, ...rest } = written;
  return {
    ...rest,
    summary,
    body,
    ...textOf({ summary, body }),
    confidence: Math.min(1, Math.max(0, finding.score)),
    reasons: finding.reasons,
    authorName: answererOf(conversation.messages, written),
    engine: writtenBy ?? engine.name,
  };
}

/** Who gave the answer: the author of most of what the article stands on, the one who asked counted only when alone. */
function answererOf(talk: ChatMessage[], article: Pick<WrittenArticle, "summary" | "body">): string | null {
  const authors = new Map(talk.map(({ externalId, author }) => [externalId, author]));
  const asker = talk[0]?.author.externalId;
  const names = new Map<string, { name: string; sources: number }>();
  for (const source of statementsOf(article).flatMap(({ sources }) => sources)) {
    const author = authors.get(source);
    if (!author) continue;
    const known = names.get(author.externalId) ?? { name: author.name, sources: 0 };
    names.set(author.externalId, { name: author.name, sources: known.sources + 1 });
  }
  const ranked = [...names].toSorted(([, a], [, b]) => b.sources - a.sources);
  const answerer = ranked.find(([id]) => id !== asker) ?? ranked[0];
  return answerer?.[1].name ?? talk[0]?.author.name ?? null;
}

async function insertVersion(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  version: number,
  { article, engine }: Writing,
  reason: string,
): Promise<void> {
  const { title, summary, body, writtenBy } = article;
  await tx
    .insert(articleVersions)
    .values({ workspaceId, articleId, version, title, summary, body, reason, engine: writtenBy ?? engine.name });
}

async function insertSources({ workspaceId, tx }: WorkspaceScope, articleId: string, writing: Writing): Promise<void> {
  const used = new Set(statementsOf(writing.article).flatMap(({ sources }) => sources));
  const rows = writing.conversation.messages.filter(({ externalId }) => used.has(externalId));
  if (rows.length === 0) return;
  await tx.insert(articleSources).values(
    rows.map(({ externalId, author, sentAt, threadId, text }) => ({
      workspaceId,
      articleId,
      messageExternalId: externalId,
      channelId: writing.channel.id,
      authorName: author.name,
      sentAt,
      threadId,
      text: redact(text).text,
    })),
  );
}

/** jsonb gives keys back in an order of its own. */
function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function count(messages: number): string {
  return messages === 1 ? "1 message" : `${messages} messages`;
}
