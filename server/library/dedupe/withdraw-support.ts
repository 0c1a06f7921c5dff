import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { StoredConversation } from "../../ingest/conversations/index.ts";
import { lockArticleRow } from "../articles/article-queries.ts";
import { lockConversation } from "../articles/conversation-queries.ts";
import { withdrawArticle } from "../retract/withdraw-article.ts";
import { lockMessagesOfConversation } from "../save/lock-messages.ts";
import { leaveArticle, promoteEvidence } from "./evidence.ts";

/**
 * Updates an article that a conversation no longer supports. Removes the conversation's evidence. If it was the leading
 * conversation, another one about the same matter takes its place; if there is none, the article is withdrawn. Returns true if
 * it was withdrawn. Throws `ConversationChanged`.
 */
export async function withdrawSupport(
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
  if (article) await leaveArticle(scope, article, conversation);
  return false;
}
