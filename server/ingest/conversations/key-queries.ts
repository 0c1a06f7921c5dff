import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export async function keysOf(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  externalIds: string[],
): Promise<string[]> {
  if (externalIds.length === 0) return [];
  const rows = await tx
    .selectDistinct({ key: messages.conversationKey })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.channelId, channelId),
        inArray(messages.externalId, externalIds),
      ),
    );
  return rows.flatMap(({ key }) => key ?? []);
}

/** Of a thread by the platform's id, its first message included; the message alone where it has no replies. */
export async function keysOfThread(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  threadId: string,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ key: messages.conversationKey })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.channelId, channelId),
        or(eq(messages.externalId, threadId), eq(messages.threadId, threadId)),
        isNull(messages.deletedAt),
      ),
    );
  return rows.flatMap(({ key }) => key ?? []);
}
