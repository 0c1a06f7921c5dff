import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockMessages } from "../messages/store-messages.ts";
import { getConversation, type StoredConversation } from "./conversation-queries.ts";
import { type ConversationDivision, lockIfUnchanged, storeDivision } from "./divide-queries.ts";

/**
 * Moves some messages to a new conversation, which has to be judged. The other messages keep the article. Returns null, without
 * a change, if the conversation has changed since the caller read it.
 */
export async function divideConversation(
  scope: WorkspaceScope,
  conversation: StoredConversation,
  division: ConversationDivision,
): Promise<{ stays: StoredConversation; dividedOff: StoredConversation } | null> {
  // Prevents grouping of the channel's messages meanwhile.
  await lockMessages(scope, conversation.channelId);
  if (!(await lockIfUnchanged(scope, conversation))) return null;
  const dividedOff = await storeDivision(scope, conversation, division);
  return { stays: await getConversation(scope, conversation.id), dividedOff: await getConversation(scope, dividedOff) };
}
