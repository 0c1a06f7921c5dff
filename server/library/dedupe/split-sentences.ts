import { redactText } from "../../../engine/redact/redact.ts";
import { type ArticleText, listStatements } from "../../../shared/domain/article.ts";
import { quoteTitle } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import {
  listConversationsOfArticle,
  lockConversationsOfArticles,
  moveConversation,
} from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import { copySources, dropUnusedSources } from "../articles/source-queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent } from "../edit/change-content.ts";
import { createTitleEdit } from "../edit/person-edit-notes.ts";
import { computeEdition } from "../edit/statement-keys.ts";
import type { EventDeps } from "../events.ts";
import { divideSentences, type SplitDestination } from "./divide-sentences.ts";
import { getConflictKey, listItemsOfArticle, updateInboxItem } from "./item-queries.ts";
import { insertSeparateArticle } from "./own-article.ts";

export interface SentenceSplit {
  articleId: string;
  title: string;
  sentences: { key: string; place: SplitDestination }[];
  /** The article's edition when the sentences were chosen. */
  edition: string;
  by: string;
}

/**
 * Splits sentences off into a new article, with their messages and the same owner, content type, category and readers.
 */
export async function splitSentences(
  deps: EventDeps,
  scope: WorkspaceScope,
  split: SentenceSplit,
): Promise<{ articleId: string; undo: UndoableDecision; count: number }> {
  const { articleId: from, by } = split;
  await lockConversationsOfArticles(scope, from);
  const article = await lockArticleRow(scope, from);
  if (!article) throw notFound("article");
  if (article.state !== "stands") throw conflict("Only an active article can be split.");
  if (computeEdition(article) !== split.edition)
    throw conflict("The article was changed since. Look at its sentences again.");
  const { stays, own } = divideSentences(article, new Map(split.sentences.map(({ key, place }) => [key, place])));
  if (listStatements(own).length === 0) throw invalid("Choose at least one sentence for the new article.");
  if (listStatements(stays).length === 0) throw invalid("At least one sentence has to stay in this article.");
  const title = redactText(split.title.trim().replace(/\s+/g, " ")).text;
  const count = listStatements(own).length;
  const reason = `It was split off from ${quoteTitle(article.title)}.`;
  const to = await insertSeparateArticle(deps, scope, {
    article,
    own,
    title,
    titleHand: createTitleEdit(title, by),
    reason,
    by,
  });
  await copySources(scope, { from, into: to, content: own });
  const moved = await moveConversations(scope, from, to, { stays, own });
  const items = await moveContradictions(scope, from, to, { stays, own });
  const what = `${quoteTitle(title)} was split off with ${count === 1 ? "1 sentence" : `${count} sentences`}.`;
  const before = await changeContent(deps, scope, article, { ...stays, reason: what, by });
  await dropUnusedSources(scope, from, sourcesOf(own), stays);
  const undo = await recordDecision(deps, scope, {
    subject: "split",
    articleId: from,
    title: article.title,
    choice: "split",
    before: { ...before, moved, items, articles: [to] },
    by,
    what,
  });
  return { articleId: to, undo, count };
}

const sourcesOf = (said: ArticleText) => new Set(listStatements(said).flatMap(({ sources }) => sources));

interface SplitTexts {
  stays: ArticleText;
  own: ArticleText;
}

/** Moves conversations that confirm none of the remaining sentences. */
async function moveConversations(scope: WorkspaceScope, from: string, to: string, { stays, own }: SplitTexts) {
  const moved: { conversationId: string; articleId: string | null; isEvidence: boolean }[] = [];
  for (const { id: conversationId, ...place } of await listConversationsOfArticle(scope, from)) {
    const messages = await listMessageIds(scope, [conversationId]);
    if (messages.isDisjointFrom(sourcesOf(own)) || !messages.isDisjointFrom(sourcesOf(stays))) continue;
    await moveConversation(scope, conversationId, { articleId: to, isEvidence: true });
    moved.push({ conversationId, ...place });
  }
  return moved;
}

/** Moves open contradictions along with their sentences. */
async function moveContradictions(scope: WorkspaceScope, from: string, to: string, { stays, own }: SplitTexts) {
  const subjects = new Set(listStatements(own).map(getConflictKey)).difference(
    new Set(listStatements(stays).map(getConflictKey)),
  );
  const items = (await listItemsOfArticle(scope, from)).filter(
    ({ known, state, subject }) => known && state === "open" && subjects.has(subject),
  );
  for (const { id } of items) await updateInboxItem(scope, id, { articleId: to });
  return items.map(({ id }) => id);
}
