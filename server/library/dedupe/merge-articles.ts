import type { Statement } from "../../../shared/domain/article.ts";
import { describeMergeCounts, type MergeCounts } from "../../../shared/domain/merging.ts";
import { quoteTitle } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import type { ArticleState } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { lockArticleRow, lockArticles, lockArticlesMergedInto, setState } from "../articles/article-queries.ts";
import {
  listConversationsOfArticle,
  lockConversationsOfArticles,
  moveConversation,
} from "../articles/conversation-queries.ts";
import { listMessageIds } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { copySources } from "../articles/source-queries.ts";
import { shareReaders } from "../audience-queries.ts";
import { keepOwner } from "../care/care-queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent, insertUnchangedVersion } from "../edit/change-content.ts";
import { computeEdition } from "../edit/statement-keys.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import { takeRecheck } from "../retract/recheck-queries.ts";
import { addCauses } from "../retract/request-rechecks.ts";
import { getConflictKey, insertItem, listItemsOfArticle } from "./item-queries.ts";
import { completeChoices, listRelations } from "./merge-relations.ts";
import { type PlacedArticle, placeSentences } from "./place-sentences.ts";

export interface ArticleMerge {
  from: string;
  into: string;
  /** Choices for sentences of `from`; the others get the usual choice. */
  choices: Parameters<typeof completeChoices>[1];
  /** The editions of both articles when the choices were made. */
  editions?: { from: string; into: string } | undefined;
  by: string;
}

/**
 * Merges one article into another: its conversations confirm the other one too, its sentences go where a person chose,
 * and it becomes a redirect, on its pages as well. It keeps its text, so that nothing is lost and the merge can be
 * undone. People who may not read one of the two read neither.
 */
export async function mergeArticles(
  deps: EventDeps,
  scope: WorkspaceScope,
  merge: ArticleMerge,
): Promise<{ undo: UndoableDecision; counts: MergeCounts }> {
  const { from, into, by } = merge;
  const { gone, stays } = await lockBoth(scope, from, into);
  refuseChanged(merge, gone, stays);
  const placed = placeSentences(stays, gone, completeChoices(listRelations(stays, gone), merge.choices));
  const readers = await narrow(scope, { gone, stays });
  const moved = await moveConversations(scope, from, into);
  await copySources(scope, { from, into, content: { summary: placed.confirmed, body: [] } });
  const said = describeMergeCounts(placed.counts);
  // The history stays after the merge is undone, so it must not reveal to one article's readers what only the other's may know.
  const reason = `${readers.stays.length === 0 ? quoteTitle(gone.title) : "Another article"} was merged into it. ${said}`;
  const before = await changeContent(deps, scope, stays, { ...pickText(placed), reason, by });
  const items = await openContradictions(scope, into, placed, moved);
  const recheck = await takeRecheck(scope, from);
  if (recheck) await addCauses(scope, [into], recheck.causes);
  const redirected = await lockArticlesMergedInto(scope, from);
  await becomeRedirect(deps, scope, gone, { stays, by, said, isTold: readers.gone.length === 0 });
  for (const id of redirected) await updateRedirect(deps, scope, id, into);
  const undo = await recordDecision(deps, scope, {
    subject: "merge",
    articleId: into,
    title: stays.title,
    choice: "merge",
    before: {
      ...before,
      moved,
      items,
      readers,
      articles: [from, ...redirected],
      state: gone.state,
      stateReason: gone.stateReason,
    },
    by,
    what: `${quoteTitle(gone.title)} was merged into it. ${said}`,
  });
  return { undo, counts: placed.counts };
}

function refuseChanged({ editions }: ArticleMerge, gone: ArticleRow, stays: ArticleRow): void {
  if (editions && (editions.from !== computeEdition(gone) || editions.into !== computeEdition(stays)))
    throw conflict("One of the two articles was changed since. Look at their sentences again.");
}

const pickText = ({ summary, body }: PlacedArticle) => ({ summary, body });

async function narrow(scope: WorkspaceScope, { gone, stays }: { gone: ArticleRow; stays: ArticleRow }) {
  const { one, other } = await shareReaders(scope, stays.id, gone.id);
  if (one.length > 0) await keepOwner(scope, stays.id);
  return { stays: one, gone: other, ownerId: stays.ownerId };
}

async function moveConversations(scope: WorkspaceScope, from: string, into: string) {
  const list = await listConversationsOfArticle(scope, from);
  for (const { id } of list) await moveConversation(scope, id, { articleId: into, isEvidence: true });
  return list.map(({ id: conversationId, ...place }) => ({ conversationId, ...place }));
}

/** Keeps both sentences, and opens a conflict in the inbox about which one is right. Returns the items. */
async function openContradictions(
  scope: WorkspaceScope,
  articleId: string,
  { contradictions }: PlacedArticle,
  moved: { conversationId: string }[],
): Promise<string[]> {
  const items: string[] = [];
  for (const { known, fresh } of contradictions) {
    const conversationId = await conversationBehind(scope, articleId, fresh, moved);
    const open = (await listItemsOfArticle(scope, articleId)).filter(
      ({ kind, state }) => kind === "conflict" && state === "open",
    );
    const isOpen = (statement: Statement) => open.some(({ subject }) => subject === getConflictKey(statement));
    // Each sentence has at most one open conflict: if this one has one already, the other sentence gets it.
    const [says, against] = isOpen(known) ? [fresh, known] : [known, fresh];
    if (isOpen(says)) continue;
    const id = newId();
    const content = { title: "", summary: [against], body: [], tags: [], keywords: [] };
    const item = {
      id,
      kind: "conflict" as const,
      articleId,
      conversationId,
      subject: getConflictKey(says),
      known: says,
    };
    await insertItem(scope, { ...item, fresh: content, confidence: 1 });
    items.push(id);
  }
  return items;
}

/** The conversation that holds the sentence's message, else any conversation of the article. */
async function conversationBehind(
  scope: WorkspaceScope,
  articleId: string,
  { sources }: Statement,
  moved: { conversationId: string }[],
): Promise<string> {
  for (const { conversationId } of moved) {
    const messages = await listMessageIds(scope, [conversationId]);
    if (sources.some((source) => messages.has(source))) return conversationId;
  }
  const [first] = await listConversationsOfArticle(scope, articleId);
  if (!first)
    throw conflict(
      "No conversation of these articles is left, so the inbox cannot ask. Keep one of the two sentences.",
    );
  return moved[0]?.conversationId ?? first.id;
}

/** An article that waits for review has no page yet, so the merge also counts as its review decision. */
const MERGEABLE: readonly ArticleState[] = ["stands", "draft", "review", "library-only"];

/** Locks both articles and their conversations, in the order that every transaction uses. */
async function lockBoth(scope: WorkspaceScope, from: string, into: string) {
  await lockConversationsOfArticles(scope, from, into);
  await lockArticles(scope, [from, into]);
  const gone = await lockArticleRow(scope, from);
  if (!gone) throw notFound("article");
  if (from === into) throw invalid("An article cannot be merged into itself.");
  const stays = await lockArticleRow(scope, into);
  if (!stays) throw notFound("article");
  refuseToStay(stays, gone);
  if (!MERGEABLE.includes(gone.state))
    throw conflict("An article that is withdrawn, held back or already merged cannot be merged.");
  return { gone, stays };
}

/** Two drafts about one matter become one. What readers have never becomes a part of a text that nobody has reviewed. */
function refuseToStay(stays: ArticleRow, gone: ArticleRow): void {
  if (stays.state === "stands") return;
  if (!MERGEABLE.includes(stays.state)) throw conflict("The article that stays has to be active. Choose another one.");
  if (gone.state === "stands")
    throw conflict("A published article cannot become a part of one that is not. Merge them the other way round.");
}

async function becomeRedirect(
  deps: EventDeps,
  scope: WorkspaceScope,
  gone: ArticleRow,
  { stays, by, said, isTold }: { stays: ArticleRow; by: string; said: string; isTold: boolean },
) {
  await setState(scope, gone.id, {
    mergedInto: stays.id,
    state: "merged",
    stateReason: "It was merged into another article.",
  });
  const way = isTold ? quoteTitle(stays.title) : "another article";
  await insertUnchangedVersion(scope, gone.id, `It was merged into ${way}. ${said}`, by);
  await wordsRetracted.announce(null, scope, { articleId: gone.id });
  await articleChanged.announce(deps, scope, { articleId: gone.id });
  await deps.events.notify(scope, { type: "article", id: gone.id });
}

/** Updates a redirect to the merged article so that it leads to the new one. */
export async function updateRedirect(deps: EventDeps, scope: WorkspaceScope, id: string, into: string): Promise<void> {
  await setState(scope, id, { mergedInto: into });
  await articleChanged.announce(deps, scope, { articleId: id });
}
