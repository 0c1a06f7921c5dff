import type { Comparison } from "../../../engine/contract.ts";
import { statementsOf } from "../../../shared/domain/article.ts";
import { MOST_PROPOSALS, RAISED_FROM } from "../../../shared/domain/inbox.ts";
import { newId } from "../../db/new-id.ts";
import type { FreshKnowledge } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { judgeConversationAgain } from "../articles/conversation-queries.ts";
import { countOpenProposals, deleteItem, insertItem, listItemsOf, subjectOf, updateItem } from "./item-queries.ts";
import { addedKnowledge, joined, mapStatements } from "./knowledge-text.ts";

interface Question {
  articleId: string;
  conversationId: string;
  /** What the article says. */
  known: Pick<FreshKnowledge, "summary" | "body">;
  /** What the conversation says. */
  fresh: FreshKnowledge;
  comparison: Comparison;
}

export interface Asked {
  conflicts: number;
  /** The proposal that is open now; null when the conversation adds nothing, or too little for so full an inbox. */
  proposalId: string | null;
}

/** So sure must a new proposal be from `RAISED_FROM` open ones on, and surer with each more. */
const SURE_FROM = 0.6;

/** How sure a new proposal must be with so many open: none is shown from `MOST_PROPOSALS` on. */
export function surenessWanted(open: number): number {
  if (open < RAISED_FROM) return 0;
  if (open >= MOST_PROPOSALS) return Number.POSITIVE_INFINITY;
  return SURE_FROM + ((1 - SURE_FROM) * (open - RAISED_FROM)) / (MOST_PROPOSALS - RAISED_FROM);
}

/**
 * What a conversation says otherwise than its article waits for a person: one conflict for each statement, one proposal for each
 * article. What somebody has decided is not asked again. The article is locked.
 */
export async function askAPerson(scope: WorkspaceScope, question: Question): Promise<Asked> {
  return { conflicts: await openConflicts(scope, question), proposalId: await propose(scope, question) };
}

async function openConflicts(scope: WorkspaceScope, question: Question): Promise<number> {
  const { articleId, conversationId, comparison } = question;
  const known = statementsOf(question.known);
  const fresh = statementsOf(question.fresh);
  const items = (await listItemsOf(scope, articleId)).filter(({ kind }) => kind === "conflict");
  let opened = 0;
  for (const pair of comparison.pairs) {
    const [says, contradicts] = [known[pair.known], fresh[pair.fresh]];
    if (pair.relation !== "contradicts" || !says || !contradicts) continue;
    const subject = subjectOf(says);
    const isAsked = items.some(
      (item) => item.subject === subject && (item.state === "open" || item.fresh.summary[0]?.text === contradicts.text),
    );
    if (isAsked) continue;
    const { confidence } = comparison;
    const content = { title: "", summary: [contradicts], body: [], tags: [], keywords: [] };
    const item = { id: newId(), kind: "conflict" as const, articleId, conversationId, subject, known: says };
    await insertItem(scope, { ...item, fresh: content, confidence });
    items.push({
      ...item,
      workspaceId: scope.workspaceId,
      fresh: content,
      confidence,
      state: "open",
      createdAt: new Date(),
    });
    opened += 1;
  }
  return opened;
}

async function propose(scope: WorkspaceScope, question: Question): Promise<string | null> {
  const { articleId, conversationId, comparison } = question;
  const { confidence } = comparison;
  const added = addedKnowledge(question.fresh, comparison);
  if (!added) return null;
  const items = (await listItemsOf(scope, articleId)).filter(({ kind }) => kind === "proposal");
  const decided = new Set(
    items
      .filter(({ state }) => state === "decided")
      .flatMap(({ fresh }) => statementsOf(fresh).map(({ text }) => text)),
  );
  const news = mapStatements(added, (statement) => (decided.has(statement.text) ? null : statement));
  if (statementsOf(news).length === 0) return null;
  const open = items.find(({ state }) => state === "open");
  if (open) {
    await updateItem(scope, open.id, { fresh: joined(open.fresh, news), conversationId });
    return open.id;
  }
  if (confidence < surenessWanted(await countOpenProposals(scope))) return null;
  const id = newId();
  await insertItem(scope, { id, kind: "proposal", articleId, conversationId, fresh: news, confidence });
  return id;
}

/** Takes back what was asked because of a conversation: it changed, or confirms something else. Decisions stay. The article is locked. */
export async function takeBackQuestions(
  scope: WorkspaceScope,
  articleId: string,
  messageIds: ReadonlySet<string>,
): Promise<void> {
  for (const { id, kind, state, fresh } of await listItemsOf(scope, articleId)) {
    if (state !== "open") continue;
    const left = mapStatements(fresh, (statement) =>
      statement.sources.some((source) => messageIds.has(source)) ? null : statement,
    );
    const count = statementsOf(left).length;
    if (count === statementsOf(fresh).length) continue;
    if (count === 0 || kind === "conflict") await deleteItem(scope, id);
    else await updateItem(scope, id, { fresh: left });
  }
}

/**
 * After the article changed: what it says by now needs no proposal, and a conflict about a sentence it does not say any more is
 * over; its conversation is compared again with the next analysis.
 */
export async function settleQuestions(
  scope: WorkspaceScope,
  articleId: string,
  content: Pick<FreshKnowledge, "summary" | "body">,
): Promise<void> {
  const says = statementsOf(content);
  const subjects = new Set(says.map(subjectOf));
  const texts = new Set(says.map(({ text }) => text));
  for (const { id, kind, state, subject, conversationId, fresh } of await listItemsOf(scope, articleId)) {
    if (state !== "open") continue;
    if (kind === "conflict" && !subjects.has(subject)) {
      await deleteItem(scope, id);
      await judgeConversationAgain(scope, conversationId);
    }
    if (kind === "proposal" && statementsOf(fresh).every(({ text }) => texts.has(text))) await deleteItem(scope, id);
  }
}
