import { isInformative } from "../../../engine/compare/index.ts";
import type { Comparison } from "../../../engine/contract.ts";
import { listStatements, type Statement } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { MAX_OPEN_PROPOSALS, STRICT_FROM_OPEN_PROPOSALS } from "../../../shared/domain/inbox.ts";
import { newId } from "../../db/new-id.ts";
import type { FreshKnowledge } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { requeueIfUnlocked } from "../articles/conversation-queries.ts";
import { findEditedSource } from "../articles/source-location.ts";
import { getVersionPair, listVersions } from "../articles/version-queries.ts";
import {
  countOpenProposals,
  deleteInboxItem,
  getConflictKey,
  insertInboxItem,
  listItemsOfArticle,
  updateInboxItem,
} from "./item-queries.ts";
import { joinAdditions, mapStatements, pickAddedKnowledge, pickTextWithoutConflicts } from "./knowledge-text.ts";

interface ConversationDifferences {
  articleId: string;
  conversationId: string;
  /** The article's content. */
  known: Pick<FreshKnowledge, "summary" | "body">;
  /** The conversation's knowledge and messages. */
  fresh: FreshKnowledge;
  messages: Pick<ChatMessage, "externalId" | "sentAt">[];
  comparison: Comparison;
  /** The edits that change nothing before a person decides: their messages' ids, with the edit's mark. */
  waiting?: ReadonlyMap<string, string>;
}

export interface OpenedItems {
  /** Without those that wait unseen on the article's pages. */
  conflicts: number;
  /**
   * Null if the conversation adds nothing, or if its confidence is too low while the inbox has this many open
   * proposals.
   */
  proposalId: string | null;
}

/**
 * The confidence that a new proposal needs when `STRICT_FROM_OPEN_PROPOSALS` proposals are open. It rises with each further
 * open proposal.
 */
const NEEDED_CONFIDENCE = 0.6;

/**
 * The confidence that a new proposal needs while this many proposals are open. From `MAX_OPEN_PROPOSALS` on, no proposal is
 * opened.
 */
export function computeNeededConfidence(open: number): number {
  if (open < STRICT_FROM_OPEN_PROPOSALS) return 0;
  if (open >= MAX_OPEN_PROPOSALS) return Number.POSITIVE_INFINITY;
  return (
    NEEDED_CONFIDENCE +
    ((1 - NEEDED_CONFIDENCE) * (open - STRICT_FROM_OPEN_PROPOSALS)) / (MAX_OPEN_PROPOSALS - STRICT_FROM_OPEN_PROPOSALS)
  );
}

/**
 * Opens inbox items for the differences between a conversation and its article. Each statement that the conversation
 * has settled differently gets a proposal. Each statement that contradicts another, while both may be right, gets a
 * conflict. All additions of the conversation share one proposal. A question that somebody decided is not asked again,
 * and text that a person removed is not proposed again. The caller has locked the article.
 */
export async function openInboxItems(scope: WorkspaceScope, question: ConversationDifferences): Promise<OpenedItems> {
  return { conflicts: await openChanges(scope, question), proposalId: await propose(scope, question) };
}

/** Returns the number of new conflicts, because the article shows these to its readers. */
async function openChanges(scope: WorkspaceScope, question: ConversationDifferences): Promise<number> {
  const { articleId, conversationId, comparison, waiting = new Map<string, string>() } = question;
  const known = listStatements(question.known);
  const fresh = listStatements(question.fresh);
  const items = (await listItemsOfArticle(scope, articleId)).filter((item) => item.known !== null);
  let opened = 0;
  for (const pair of comparison.pairs) {
    const [says, contradicts] = [known[pair.known], fresh[pair.fresh]];
    if (pair.relation !== "contradicts" || !says || !contradicts) continue;
    const subject = getConflictKey(says);
    const isAsked = items.some(
      (item) => item.subject === subject && (item.state === "open" || item.fresh.summary[0]?.text === contradicts.text),
    );
    if (isAsked) continue;
    const { confidence } = comparison;
    const { title } = question.fresh;
    const kind = pair.settled ? ("proposal" as const) : ("conflict" as const);
    const waits = waiting.get(findEditedSource(says, contradicts, waiting) ?? "");
    const content = {
      title: pair.settled ? title : "",
      summary: [contradicts],
      body: [],
      tags: [],
      keywords: [],
      ...(waits && { waits }),
    };
    const item = { id: newId(), kind, articleId, conversationId, subject, known: says };
    await insertInboxItem(scope, { ...item, fresh: content, confidence });
    items.push({
      ...item,
      workspaceId: scope.workspaceId,
      fresh: content,
      confidence,
      state: "open",
      createdAt: new Date(),
    });
    opened += Number(kind === "conflict" && !waits);
  }
  return opened;
}

async function propose(scope: WorkspaceScope, question: ConversationDifferences): Promise<string | null> {
  const { articleId, conversationId, comparison } = question;
  const { confidence } = comparison;
  const asked = comparison.pairs.filter(({ relation, settled }) => relation === "contradicts" && !settled);
  const positions = [...comparison.addedStatements, ...asked.map(({ fresh }) => fresh)];
  const added = pickAddedKnowledge(question.fresh, { addedStatements: positions });
  if (!added) return null;
  const fresh = listStatements(question.fresh);
  const contradicting = asked.flatMap(({ fresh: at }) => (fresh[at] ? [getConflictKey(fresh[at])] : []));
  const items = (await listItemsOfArticle(scope, articleId)).filter(({ kind, known }) => kind === "proposal" && !known);
  const decided = new Set(
    items
      .filter(({ state }) => state === "decided")
      .flatMap((item) => listStatements(pickTextWithoutConflicts(item.fresh)).map(({ text }) => text)),
  );
  const isRemoved = await removedByPeople(scope, articleId, question.messages);
  const isOffered = (one: Statement) => isWorthOffering(one) && !decided.has(one.text) && !isRemoved(one);
  const left = mapStatements(added, (one) => (isOffered(one) ? one : null));
  const news = contradicting.length > 0 ? { ...left, contradicting } : left;
  if (listStatements(pickTextWithoutConflicts(news)).length === 0) return null;
  const open = items.find((item) => item.state === "open" && item.conversationId === conversationId);
  if (open) {
    await updateInboxItem(scope, open.id, { fresh: joinAdditions(open.fresh, news) });
    return open.id;
  }
  if (confidence < computeNeededConfidence(await countOpenProposals(scope))) return null;
  const id = newId();
  const subject = conversationId;
  await insertInboxItem(scope, { id, kind: "proposal", articleId, conversationId, subject, fresh: news, confidence });
  return id;
}

const isWorthOffering = ({ form, text }: Statement) => form === "code" || isInformative(text);

/** The most versions by people that are read, latest first. Text that was removed long ago is rarely said again. */
const MOST_VERSIONS = 20;

/** Whether a person removed the statement from the article, and no message has repeated it since. */
async function removedByPeople(
  scope: WorkspaceScope,
  articleId: string,
  messages: ConversationDifferences["messages"],
): Promise<(statement: Statement) => boolean> {
  const removedAt = new Map<string, Date>();
  const versions = (await listVersions(scope, articleId)).filter(({ madeBy }) => madeBy !== null);
  for (const { version, createdAt } of versions.slice(0, MOST_VERSIONS)) {
    const { before, after } = await getVersionPair(scope, articleId, version);
    const texts = new Set(listStatements(after).map(({ text }) => text));
    for (const { text } of before ? listStatements(before) : [])
      if (!texts.has(text) && !removedAt.has(text)) removedAt.set(text, createdAt);
  }
  const sentAt = new Map(messages.map(({ externalId, sentAt: at }) => [externalId, at]));
  return ({ text, sources }) => {
    const removed = removedAt.get(text);
    return removed !== undefined && !sources.some((source) => (sentAt.get(source) ?? removed) > removed);
  };
}

/**
 * Closes open questions that cite a conversation that changed or now confirms another article. Decided questions stay.
 * The caller has locked the article.
 */
export async function closeQuestions(
  scope: WorkspaceScope,
  articleId: string,
  messageIds: ReadonlySet<string>,
): Promise<void> {
  for (const { id, kind, state, fresh } of await listItemsOfArticle(scope, articleId)) {
    if (state !== "open") continue;
    const left = mapStatements(fresh, (statement) =>
      statement.sources.some((source) => messageIds.has(source)) ? null : statement,
    );
    if (listStatements(left).length === listStatements(fresh).length) continue;
    if (listStatements(pickTextWithoutConflicts(left)).length === 0 || kind === "conflict")
      await deleteInboxItem(scope, id);
    else await updateInboxItem(scope, id, { fresh: left });
  }
}

/**
 * Closes questions about edits that were edited again, or taken back. Returns true if there was one. The caller has locked
 * the article.
 */
export async function closeOvertakenEdits(
  scope: WorkspaceScope,
  articleId: string,
  edits: readonly { mark: string }[],
): Promise<boolean> {
  const marks = new Set(edits.map(({ mark }) => mark));
  const overtaken = (await listItemsOfArticle(scope, articleId)).filter(
    ({ state, fresh: { waits } }) => state === "open" && waits !== undefined && !marks.has(waits),
  );
  for (const { id } of overtaken) await deleteInboxItem(scope, id);
  return overtaken.length > 0;
}

/**
 * Closes questions after the article changed. A proposal is closed if the article has its text by now. A question is
 * closed if the article no longer has its sentence. The next analysis compares their conversation again.
 */
export async function closeOutdatedQuestions(
  scope: WorkspaceScope,
  articleId: string,
  content: Pick<FreshKnowledge, "summary" | "body">,
): Promise<void> {
  const says = listStatements(content);
  const subjects = new Set(says.map(getConflictKey));
  const texts = new Set(says.map(({ text }) => text));
  for (const { id, kind, state, subject, known, conversationId, fresh } of await listItemsOfArticle(scope, articleId)) {
    if (state !== "open") continue;
    if (known && !subjects.has(subject)) {
      await deleteInboxItem(scope, id);
      await requeueIfUnlocked(scope, conversationId);
    } else if (
      kind === "proposal" &&
      listStatements(pickTextWithoutConflicts(fresh)).every(({ text }) => texts.has(text))
    )
      await deleteInboxItem(scope, id);
  }
}
