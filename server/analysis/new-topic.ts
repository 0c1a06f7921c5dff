import type { Finding, LocalEngine } from "../../engine/contract.ts";
import { statementsOf } from "../../shared/domain/article.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { divideConversation, fingerprintOf, type StoredConversation } from "../ingest/index.ts";
import { ConversationChanged, findRecheck, getArticle, knowledgeOf } from "../library/index.ts";
import type { JudgingInput } from "./judging-input.ts";
import { sinceRemoval } from "./removed-conversation.ts";

type ArticleConversation = Pick<JudgingInput, "conversation" | "settings"> & { engine: LocalEngine };

/**
 * Before an article is written again: each other topic of its conversation becomes a conversation of its own, to be judged by the
 * caller or by the next analysis, and the article is written from the rest. Throws `ConversationChanged`.
 */
export async function divideTopics(
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
 * Other conversations that the engine sees in one that has no article yet become conversations of their own; all of them are to be
 * judged. Null where nothing is to be divided. Throws `ConversationChanged`.
 */
export async function divideConversations(
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
  const inScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, workspaceId, work);
  if (!articleId || !engine.newTopic || hasForgotten || isBeginning) return null;
  if (fingerprintOf(conversation, settings, engine) === conversation.fingerprint) return null;
  const { article, recheck } = await inScope(async (scope) => ({
    article: await getArticle(scope, articleId),
    recheck: await findRecheck(scope, articleId),
  }));
  const cited = statementsOf(article).flatMap(({ sources }) => sources);
  const ids = await engine.newTopic(sinceRemoval(conversation), knowledgeOf(article), cited);
  const fingerprintOfRest = (messages: StoredConversation["messages"]) =>
    recheck ? "" : fingerprintOf({ ...conversation, messages }, settings, engine);
  return divideOff(deps, conversation, { ids, fingerprintOfRest });
}

interface Cut {
  ids: string[];
  /** Fingerprint of the messages that stay, which marks them as judged. */
  fingerprintOfRest: (stays: StoredConversation["messages"]) => string;
}

/** Null where nothing is to be divided, or a thread would be. */
async function divideOff(deps: Deps, conversation: StoredConversation, { ids, fingerprintOfRest }: Cut) {
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

/** A platform's thread stays together: what is said in it later joins its beginning. */
function isThreadCut({ messages }: StoredConversation, stays: StoredConversation["messages"]): boolean {
  const thread = ({ threadId, externalId }: (typeof messages)[number]) => threadId ?? externalId;
  const [kept, staying] = [new Set(stays), new Set(stays.map(thread))];
  return messages.some((message) => !kept.has(message) && staying.has(thread(message)));
}
