import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { storeVerdicts } from "../../ingest/conversations/index.ts";
import {
  conversationOnPages,
  listConversationsToWrite,
  type NewFinding,
  saveFindings,
} from "../../wiki/findings/index.ts";
import { lockConversation } from "../articles/conversation-queries.ts";
import { KnowledgeChanged, lockMessagesOfConversation } from "./lock-messages.ts";
import type { ConversationWriting, SaveOutcome } from "./written-content.ts";

type Conversation = ConversationWriting["conversation"];

/** Findings about pages of a wiki. `isInstead`: no article is written, because of these findings. */
export interface PageFindings {
  findings: NewFinding[];
  isInstead: boolean;
  /** The pages that were compared; all of them if absent. */
  pageIds?: string[];
}

const NO_PAGES: PageFindings = { findings: [], isInstead: false };

/**
 * Saves verdict and findings in one transaction. Pages of the wiki are about the conversation, so it gets no article.
 * Throws `KnowledgeChanged` if the conversation or a page changed meanwhile.
 */
export function savePageFindings(
  deps: Deps,
  { conversation, fingerprint, finding }: Pick<ConversationWriting, "conversation" | "fingerprint" | "finding">,
  findings: NewFinding[],
): Promise<SaveOutcome> {
  return inWorkspace(deps.db, conversation.workspaceId, async (scope): Promise<SaveOutcome> => {
    await lockMessagesOfConversation(scope, conversation);
    const row = await lockConversation(scope, conversation.id);
    if (row.articleId !== null || row.removedUpTo?.getTime() !== conversation.removedUpTo?.getTime())
      throw new KnowledgeChanged("Its article changed while it was compared with pages");
    const reasons = [...finding.reasons, REASON_ON_A_PAGE];
    await storeVerdicts(scope, [
      { conversation: { ...conversation, rowVersion: row.rowVersion }, fingerprint, finding, reasons },
    ]);
    await replacePageFindings(deps, scope, conversation, { findings, isInstead: true });
    await announceIfNewOnPages(scope, conversation, row, findings);
    return "unchanged";
  });
}

/**
 * Saves findings about pages that a conversation with an article was compared with. Throws `KnowledgeChanged` when the conversation or
 * its article changed meanwhile. Somebody who decided on an article beside the page is not asked again.
 */
export async function saveFindingsBesideArticle(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { conversation, ...found }: { conversation: Conversation; findings: NewFinding[]; pageIds: string[] },
): Promise<void> {
  await lockMessagesOfConversation(scope, conversation);
  const row = await lockConversation(scope, conversation.id);
  if (row.articleId !== conversation.articleId)
    throw new KnowledgeChanged("Its article changed while it was compared with pages");
  if ((await listConversationsToWrite(scope, [conversation.id])).has(conversation.id)) return;
  await replacePageFindings(deps, scope, conversation, { ...found, isInstead: false });
}

export const REASON_ON_A_PAGE = "a page of the wiki is about it";

/**
 * Replaces the findings of a conversation. The caller has locked the conversation and its messages. Throws
 * `KnowledgeChanged` if the findings replace an article, and a page changed meanwhile or a person decided that an
 * article is written.
 */
export async function replacePageFindings(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, messages }: Conversation,
  { findings, isInstead, ...compared }: PageFindings = NO_PAGES,
): Promise<void> {
  const saidAt = ({ fresh }: NewFinding) => {
    const sources = new Set(fresh.flatMap((statement) => statement.sources));
    const said = messages.findLast(({ externalId }) => sources.has(externalId)) ?? messages.at(-1);
    return said?.sentAt ?? new Date();
  };
  const said = findings.map((finding) => ({ ...finding, saidAt: saidAt(finding) }));
  const stored = await saveFindings(scope, { conversationId: id, findings: said, ...compared });
  if (isInstead && stored < findings.length) throw new KnowledgeChanged("A page changed while it was compared");
  if (isInstead && (await listConversationsToWrite(scope, [id])).has(id))
    throw new KnowledgeChanged("Somebody decided on an article while it was compared");
  if (findings.some(({ kind }) => kind !== "confirms")) await deps.events.notify(scope, { type: "inbox" });
}

/**
 * Announces that people said only what pages say. Not where a conversation without new messages is judged again, because nobody is
 * waiting for an answer there.
 */
export async function announceIfNewOnPages(
  scope: WorkspaceScope,
  { channelId, key, messages }: Conversation,
  before: { countedMessages: number },
  findings: NewFinding[] = [],
): Promise<void> {
  const isNew = messages.length > before.countedMessages;
  if (isNew && findings.length > 0 && findings.every(({ kind }) => kind === "confirms"))
    await conversationOnPages.announce(null, scope, { channelId, key });
}
