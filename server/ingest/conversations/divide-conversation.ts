import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { lockMessages } from "../messages/store-messages.ts";
import { getConversation, type StoredConversation } from "./conversation-queries.ts";
import { type Division, lockUnchanged, storeDivision } from "./divide-queries.ts";

/**
 * Some messages of a conversation become a conversation of their own, which is to be judged; the rest keeps its article.
 * Null when the conversation is no longer what was read: then nothing is done.
 */
export async function divideConversation(
  scope: WorkspaceScope,
  conversation: StoredConversation,
  division: Division,
): Promise<{ stays: StoredConversation; dividedOff: StoredConversation } | null> {
  // Nobody groups its channel meanwhile.
  await lockMessages(scope, conversation.channelId);
  if (!(await lockUnchanged(scope, conversation))) return null;
  const dividedOff = await storeDivision(scope, conversation, division);
  return { stays: await getConversation(scope, conversation.id), dividedOff: await getConversation(scope, dividedOff) };
}
