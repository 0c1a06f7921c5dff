import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { StoredConversation } from "../../ingest/conversations/index.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { lockConversation } from "../articles/conversation-queries.ts";
import { withdrawArticle } from "../retract/withdraw-article.ts";
import { lockMessagesOfConversation } from "../save/lock-messages.ts";
import { detachConversation, promoteEvidence } from "./evidence.ts";

/**
 * Updates an article that a conversation no longer confirms. If the article was written from this conversation, another
 * conversation about the same subject takes its place. If there is none, the article is withdrawn. Returns true if the
 * article was withdrawn. Throws `ConversationChanged`.
 */
export async function removeConfirmingConversation(
  deps: Deps,
  scope: WorkspaceScope,
  lost: { articleId: string; conversation: StoredConversation; channelName: string },
): Promise<boolean> {
  const { articleId, conversation } = lost;
  await lockMessagesOfConversation(scope, conversation);
  const { isEvidence } = await lockConversation(scope, conversation.id);
  if (!isEvidence) {
    return (await promoteEvidence(scope, articleId, conversation)) ? false : withdrawArticle(deps, scope, lost);
  }
  const article = await lockArticleRow(scope, articleId);
  if (article) await detachConversation(scope, article, conversation);
  return false;
}
