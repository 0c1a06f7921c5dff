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
import { intersectAudiences } from "../audience-queries.ts";
import { keepOwnerIfReader } from "../care/care-queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { changeContent, insertUnchangedVersion } from "../edit/change-content.ts";
import { computeEdition } from "../edit/statement-keys.ts";
import { articleChanged, type EventDeps, wordsRetracted } from "../events.ts";
import { deleteRecheck } from "../retract/recheck-queries.ts";
import { addRecheckCauses } from "../retract/request-rechecks.ts";
import { getConflictKey, insertInboxItem, listItemsOfArticle } from "./item-queries.ts";
import { addDefaultChoices, listRelations } from "./merge-relations.ts";
import { type MergedArticleText, placeMergedSentences } from "./place-sentences.ts";

export interface ArticleMerge {
  from: string;
  into: string;
  /** The choices for sentences of `from`. Sentences without a choice get the default choice. */
  choices: Parameters<typeof addDefaultChoices>[1];
  /** The editions of both articles when the choices were made. */
  editions?: { from: string; into: string } | undefined;
  by: string;
}

/**
 * Merges one article into another. The merged article's conversations confirm the other article too, and its sentences
 * go where a person chose. The merged article becomes a redirect, on its pages as well. It keeps its text, so that
 * nothing is lost and a person can undo the merge. Only people who may read both articles read the result.
 */
export async function mergeArticles(
  deps: EventDeps,
  scope: WorkspaceScope,
  merge: ArticleMerge,
): Promise<{ undo: UndoableDecision; counts: MergeCounts }> {
  const { from, into, by } = merge;
  const { gone, stays } = await lockBoth(scope, from, into);
  refuseChanged(merge, gone, stays);
  const placed = placeMergedSentences(stays, gone, addDefaultChoices(listRelations(stays, gone), merge.choices));
  const readers = await narrow(scope, { gone, stays });
  const moved = await moveConversations(scope, from, into);
  await copySources(scope, { from, into, content: { summary: placed.confirmed, body: [] } });
  const said = describeMergeCounts(placed.counts);
  // The log entry stays after an undo of the merge. It must therefore not reveal one article's title to readers of only
  // the other.
  const reason = `${readers.stays.length === 0 ? quoteTitle(gone.title) : "Another article"} was merged into it. ${said}`;
  const before = await changeContent(deps, scope, stays, { ...pickText(placed), reason, by });
  const items = await openContradictions(scope, into, placed, moved);
  const recheck = await deleteRecheck(scope, from);
  if (recheck) await addRecheckCauses(scope, [into], recheck.causes);
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

const pickText = ({ summary, body }: MergedArticleText) => ({ summary, body });

async function narrow(scope: WorkspaceScope, { gone, stays }: { gone: ArticleRow; stays: ArticleRow }) {
  const { one, other } = await intersectAudiences(scope, stays.id, gone.id);
  if (one.length > 0) await keepOwnerIfReader(scope, stays.id);
  return { stays: one, gone: other, ownerId: stays.ownerId };
}

async function moveConversations(scope: WorkspaceScope, from: string, into: string) {
  const list = await listConversationsOfArticle(scope, from);
  for (const { id } of list) await moveConversation(scope, id, { articleId: into, isEvidence: true });
  return list.map(({ id: conversationId, ...place }) => ({ conversationId, ...place }));
}

/** Keeps both sentences, and asks in the inbox which sentence is right. Returns the inbox items. */
async function openContradictions(
  scope: WorkspaceScope,
  articleId: string,
  { contradictions }: MergedArticleText,
  moved: { conversationId: string }[],
): Promise<string[]> {
  const items: string[] = [];
  for (const { known, fresh } of contradictions) {
    const conversationId = await findConversationOf(scope, articleId, fresh, moved);
    const open = (await listItemsOfArticle(scope, articleId)).filter(
      ({ kind, state }) => kind === "conflict" && state === "open",
    );
    const isOpen = (statement: Statement) => open.some(({ subject }) => subject === getConflictKey(statement));
    // Each sentence has at most one open conflict. If this sentence already has a conflict, the other sentence gets the
    // new one.
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
    await insertInboxItem(scope, { ...item, fresh: content, confidence: 1 });
    items.push(id);
  }
  return items;
}

/** Finds the conversation with the sentence's message, otherwise any conversation of the article. */
async function findConversationOf(
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

/** An article that waits for review has no page yet, so the merge also ends its review. */
const MERGEABLE: readonly ArticleState[] = ["stands", "draft", "review", "library-only"];

/** Locks both articles and their conversations, in the sequence that every transaction uses. */
async function lockBoth(scope: WorkspaceScope, from: string, into: string) {
  await lockConversationsOfArticles(scope, from, into);
  await lockArticles(scope, [from, into]);
  const gone = await lockArticleRow(scope, from);
  if (!gone) throw notFound("article");
  if (from === into) throw invalid("An article cannot be merged into itself.");
  const stays = await lockArticleRow(scope, into);
  if (!stays) throw notFound("article");
  refuseAsMergeResult(stays, gone);
  if (!MERGEABLE.includes(gone.state))
    throw conflict("An article that is withdrawn, held back or already merged cannot be merged.");
  return { gone, stays };
}

/**
 * Two drafts about one subject may become one draft. A published article must not be merged into a draft, because
 * nobody has reviewed the draft.
 */
function refuseAsMergeResult(stays: ArticleRow, gone: ArticleRow): void {
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

/** Makes a redirect lead to the new article, after its previous destination was merged too. */
export async function updateRedirect(deps: EventDeps, scope: WorkspaceScope, id: string, into: string): Promise<void> {
  await setState(scope, id, { mergedInto: into });
  await articleChanged.announce(deps, scope, { articleId: id });
}
