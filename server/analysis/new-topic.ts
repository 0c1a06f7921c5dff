import { statementsOf } from "../../shared/domain/article.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { divideConversation, fingerprintOf, type StoredConversation } from "../ingest/index.ts";
import { ConversationChanged, findRecheck, getArticle, knowledgeOf } from "../library/index.ts";
import type { JudgingInput } from "./judging-input.ts";
import { sinceRemoval } from "./removed-conversation.ts";

type ArticleConversation = Pick<JudgingInput, "conversation" | "engine" | "settings">;

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

async function divideNewTopic(deps: Deps, { conversation, engine, settings }: ArticleConversation) {
  const { workspaceId, articleId, messages, hasForgotten, isBeginning } = conversation;
  const inScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, workspaceId, work);
  if (!articleId || !engine.newTopic || hasForgotten || isBeginning) return null;
  if (fingerprintOf(conversation, settings, engine) === conversation.fingerprint) return null;
  const { article, recheck } = await inScope(async (scope) => ({
    article: await getArticle(scope, articleId),
    recheck: await findRecheck(scope, articleId),
  }));
  const cited = statementsOf(article).flatMap(({ sources }) => sources);
  const ids = await engine.newTopic(sinceRemoval(conversation), knowledgeOf(article), cited);
  if (ids.length === 0) return null;
  const stays = messages.filter(({ externalId }) => !ids.includes(externalId));
  if (isThreadCut(conversation, stays)) return null;
  const fingerprint = recheck ? "" : fingerprintOf({ ...conversation, messages: stays }, settings, engine);
  const divided = await inScope((scope) => divideConversation(scope, conversation, { ids, fingerprint }));
  if (!divided) throw new ConversationChanged("The conversation was changed while it was read");
  return divided;
}

/** A platform's thread stays together: what is said in it later joins its beginning. */
function isThreadCut({ messages }: StoredConversation, stays: StoredConversation["messages"]): boolean {
  const thread = ({ threadId, externalId }: (typeof messages)[number]) => threadId ?? externalId;
  const [kept, staying] = [new Set(stays), new Set(stays.map(thread))];
  return messages.some((message) => !kept.has(message) && staying.has(thread(message)));
}
