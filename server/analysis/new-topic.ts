import type { Finding, LocalEngine } from "../../engine/contract.ts";
import { listStatements } from "../../shared/domain/article.ts";
import { bindToWorkspace, inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { computeFingerprint, divideConversation, type StoredConversation } from "../ingest/conversations/index.ts";
import { getArticle } from "../library/articles/index.ts";
import { toKnowledgeText } from "../library/dedupe/index.ts";
import { findRecheck } from "../library/retract/index.ts";
import { ConversationChanged } from "../library/save/index.ts";
import type { JudgingInput } from "./judging-input.ts";
import { dropMessagesBeforeRemoval } from "./removed-conversation.ts";

type ArticleConversation = Pick<JudgingInput, "conversation" | "settings"> & { engine: LocalEngine };

/**
 * Splits other topics off the conversation before its article is written again. The caller or the next analysis judges the new
 * conversations. Throws `ConversationChanged`.
 */
export async function splitOffNewTopics(
  deps: Deps,
  { conversation, ...how }: ArticleConversation,
): Promise<{ conversation: StoredConversation; dividedOff: StoredConversation[] }> {
  const dividedOff: StoredConversation[] = [];
  for (let stays = conversation; ; ) {
    const divided = await divideNewTopic(deps, { conversation: stays, ...how });
    if (!divided) return { conversation: stays, dividedOff };
    stays = divided.stays;
    dividedOff.push(divided.dividedOff);
  }
}

/**
 * Splits a conversation without article if the engine sees several in it; all parts have to be judged. Returns null if there is
 * only one. Throws `ConversationChanged`.
 */
export async function splitIntoTopics(
  deps: Deps,
  { conversation, finding }: { conversation: StoredConversation; finding: Finding },
): Promise<{ conversation: StoredConversation; dividedOff: StoredConversation[] } | null> {
  const { articleId, hasForgotten, isBeginning } = conversation;
  if (articleId || hasForgotten || isBeginning) return null;
  const dividedOff: StoredConversation[] = [];
  let stays = conversation;
  for (const ids of finding.otherConversations ?? []) {
    const divided = await divideOff(deps, stays, { ids, fingerprintOfRest: () => "" });
    if (!divided) continue;
    stays = divided.stays;
    dividedOff.push(divided.dividedOff);
  }
  return dividedOff.length > 0 ? { conversation: stays, dividedOff } : null;
}

async function divideNewTopic(deps: Deps, { conversation, engine, settings }: ArticleConversation) {
  const { workspaceId, articleId, hasForgotten, isBeginning } = conversation;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  if (!articleId || !engine.newTopic || hasForgotten || isBeginning) return null;
  if (computeFingerprint(conversation, settings, engine) === conversation.fingerprint) return null;
  const { article, recheck } = await inScope(async (scope) => ({
    article: await getArticle(scope, articleId),
    recheck: await findRecheck(scope, articleId),
  }));
  const cited = listStatements(article).flatMap(({ sources }) => sources);
  const ids = await engine.newTopic(dropMessagesBeforeRemoval(conversation), toKnowledgeText(article), cited);
  const fingerprintOfRest = (messages: StoredConversation["messages"]) =>
    recheck ? "" : computeFingerprint({ ...conversation, messages }, settings, engine);
  return divideOff(deps, conversation, { ids, fingerprintOfRest });
}

interface TopicCut {
  ids: string[];
  /** Computes the fingerprint of the remaining messages, which marks them as judged. */
  fingerprintOfRest: (stays: StoredConversation["messages"]) => string;
}

/** Splits off a new topic; null if there is none, or if that would divide a thread. */
async function divideOff(deps: Deps, conversation: StoredConversation, { ids, fingerprintOfRest }: TopicCut) {
  if (ids.length === 0) return null;
  const { workspaceId, messages } = conversation;
  const stays = messages.filter(({ externalId }) => !ids.includes(externalId));
  if (stays.length === 0 || isThreadCut(conversation, stays)) return null;
  const fingerprint = fingerprintOfRest(stays);
  const divided = await inWorkspace(deps.db, workspaceId, (scope) =>
    divideConversation(scope, conversation, { ids, fingerprint }),
  );
  if (!divided) throw new ConversationChanged("The conversation was changed while it was read");
  return divided;
}

/** A platform's thread must not be split, because later messages join its beginning. */
function isThreadCut({ messages }: StoredConversation, stays: StoredConversation["messages"]): boolean {
  const thread = ({ threadId, externalId }: (typeof messages)[number]) => threadId ?? externalId;
  const [kept, staying] = [new Set(stays), new Set(stays.map(thread))];
  return messages.some((message) => !kept.has(message) && staying.has(thread(message)));
}
