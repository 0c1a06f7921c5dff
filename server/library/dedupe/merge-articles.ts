import { quoted } from "../../activity/index.ts";
import type { DecisionBefore, FreshKnowledge } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import { lockArticleRow, lockArticles, lockArticlesMergedInto, setState } from "../articles/article-queries.ts";
import {
  listConversationsOf,
  lockConversationsOf,
  moveConversation,
  moveConversationFrom,
} from "../articles/conversation-queries.ts";
import { messageIdsOf } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { copySources, dropUnusedSources } from "../articles/source-queries.ts";
import { requireSameReaders } from "../audience-queries.ts";
import { recordDecision, type UndoableDecision } from "../decisions.ts";
import { articleChanged, type Publisher, wordsRetracted } from "../events.ts";
import { takeRecheck } from "../retract/recheck-queries.ts";
import { addCauses } from "../retract/request-rechecks.ts";
import { changeContent, insertSameVersion, restoreContent } from "./change-content.ts";
import { mapStatements, proposedContent } from "./knowledge-text.ts";

export interface Merge {
  from: string;
  into: string;
  /** Of `from`, in reading order from 0. */
  statements: number[];
  by: string;
}

/**
 * One article takes the other's place: its conversations bear it out too, chosen statements are taken over, and the other one becomes
 * the way there, on its pages as well. Its words stay with it, so that the merge can be taken back.
 */
export async function mergeArticles(
  deps: Publisher,
  scope: WorkspaceScope,
  { from, into, statements, by }: Merge,
): Promise<UndoableDecision> {
  const { gone, stays } = await lockBoth(scope, from, into);
  await requireSameReaders(scope, from, into);
  const moved = (await listConversationsOf(scope, from)).map(({ id: conversationId, ...place }) => ({
    conversationId,
    ...place,
  }));
  for (const { conversationId } of moved)
    await moveConversation(scope, conversationId, { articleId: into, isEvidence: true });
  const added = chosenOf(gone, statements);
  await copySources(scope, { from, into, content: added });
  const { summary, body } = proposedContent(stays, added);
  const reason = `${quoted(gone.title)} was merged into it.`;
  const before = await changeContent(deps, scope, stays, { summary, body, reason, by });
  const recheck = await takeRecheck(scope, from);
  if (recheck) await addCauses(scope, [into], recheck.causes);
  const redirected = await lockArticlesMergedInto(scope, from);
  await becomeTheWay(deps, scope, gone, { stays, by });
  for (const id of redirected) await pointTo(deps, scope, id, into);
  return recordDecision(deps, scope, {
    subject: "merge",
    articleId: into,
    title: stays.title,
    choice: "merge",
    before: {
      ...before,
      moved,
      articles: [from, ...redirected],
      state: gone.state,
      stateReason: gone.stateReason,
    },
    by,
    what: `${quoted(gone.title)} was merged into it.`,
  });
}

/** Both, and their conversations; in the order in which everybody locks them. */
async function lockBoth(scope: WorkspaceScope, from: string, into: string) {
  await lockConversationsOf(scope, from, into);
  await lockArticles(scope, [from, into]);
  const gone = await lockArticleRow(scope, from);
  if (!gone) throw notFound("article");
  if (from === into) throw invalid("An article cannot be merged into itself.");
  const stays = await lockArticleRow(scope, into);
  if (!stays) throw notFound("article");
  if (gone.state !== "stands" || stays.state !== "stands") {
    throw conflict(
      "Only active articles can be merged, not those that are withdrawn, held back, waiting or already merged.",
    );
  }
  return { gone, stays };
}

function chosenOf({ title, summary, body }: ArticleRow, statements: number[]): FreshKnowledge {
  const isChosen = new Set(statements);
  const chosen = mapStatements({ summary, body }, (statement, position) => (isChosen.has(position) ? statement : null));
  return { title, ...chosen, tags: [], keywords: [] };
}

async function becomeTheWay(
  deps: Publisher,
  scope: WorkspaceScope,
  gone: ArticleRow,
  { stays, by }: { stays: ArticleRow; by: string },
) {
  await setState(scope, gone.id, {
    mergedInto: stays.id,
    state: "merged",
    stateReason: "It was merged into another article.",
  });
  await insertSameVersion(scope, gone.id, `It was merged into ${quoted(stays.title)}.`, by);
  await wordsRetracted.announce(null, scope, { articleId: gone.id, retracts: true });
  await articleChanged.announce(deps, scope, { articleId: gone.id });
  await deps.events.notify(scope, { type: "article", id: gone.id });
}

/** One that leads to what is merged now leads on to where that went. */
async function pointTo(deps: Publisher, scope: WorkspaceScope, id: string, into: string): Promise<void> {
  await setState(scope, id, { mergedInto: into });
  await articleChanged.announce(deps, scope, { articleId: id });
}

/** Both are as they were; only while the one that stayed was not changed since. */
export async function settleMergeUndone(
  deps: Publisher,
  scope: WorkspaceScope,
  stays: ArticleRow,
  before: DecisionBefore,
): Promise<void> {
  const [from, ...redirected] = before.articles ?? [];
  if (!from) return;
  await lockArticles(scope, [from, ...redirected]);
  await restoreContent(deps, scope, stays, before);
  await moveConversationsBack(scope, stays.id, before);
  await setState(scope, from, {
    mergedInto: null,
    state: before.state ?? "stands",
    stateReason: before.stateReason ?? null,
  });
  await insertSameVersion(scope, from, "A merge was undone.");
  await articleChanged.announce(deps, scope, { articleId: from });
  await deps.events.notify(scope, { type: "article", id: from });
  for (const id of redirected) await pointTo(deps, scope, id, from);
}

/** Those that are still where the decision put them. */
export async function moveConversationsBack(
  scope: WorkspaceScope,
  now: string,
  { moved = [] }: DecisionBefore,
): Promise<void> {
  const ids = moved.map(({ conversationId }) => conversationId);
  for (const { conversationId, articleId, isEvidence } of moved)
    await moveConversationFrom(scope, now, conversationId, { articleId, isEvidence });
  const article = await lockArticleRow(scope, now);
  if (article) await dropUnusedSources(scope, now, await messageIdsOf(scope, ids), article);
}
