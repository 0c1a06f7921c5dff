import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Returns the conversation keys of messages, given the platform's ids of the messages. */
export async function findConversationKeys(
  scope: WorkspaceScope,
  channelId: string,
  externalIds: string[],
): Promise<string[]> {
  return externalIds.length ? keysWhere(scope, channelId, inArray(messages.externalId, externalIds)) : [];
}

/**
 * Finds the conversations of a thread, given the platform's id of the thread. The thread includes its first message; a message
 * without replies is a thread.
 */
export function findThreadKeys(scope: WorkspaceScope, channelId: string, threadId: string): Promise<string[]> {
  const ofThread = or(eq(messages.externalId, threadId), eq(messages.threadId, threadId));
  return keysWhere(scope, channelId, and(ofThread, isNull(messages.deletedAt)));
}

async function keysWhere(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  condition: SQL | undefined,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ key: messages.conversationKey })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId), condition));
  return rows.flatMap(({ key }) => key ?? []);
}
