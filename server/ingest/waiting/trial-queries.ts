import { createHash } from "node:crypto";
import { and, asc, desc, eq, inArray, lt, or, type SQL } from "drizzle-orm";
import type { Matter, ReadingWindow } from "../../../engine/contract.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { MESSAGE_COLUMNS, toMessage, wherePresentInChannel } from "../conversations/grouping-queries.ts";
import { listChannelAuthors } from "../conversations/reading-queries.ts";

const WINDOW_MESSAGES = 90;

export interface ModelTrialWindow {
  window: ReadingWindow;
  /** The window's oldest message. The next window ends before it. */
  oldest: { sentAt: Date; externalId: string };
}

/**
 * Finds the newest messages before the given message, for the trial of a model, which ignores their conversations. Null if
 * there are none.
 */
export async function findNewestWindow(
  scope: WorkspaceScope,
  {
    channelId,
    channelName,
    before,
  }: { channelId: string; channelName: string; before: ModelTrialWindow["oldest"] | null },
): Promise<ModelTrialWindow | null> {
  const { sentAt, externalId } = messages;
  const isBefore: SQL | undefined =
    before === null
      ? undefined
      : or(lt(sentAt, before.sentAt), and(eq(sentAt, before.sentAt), lt(externalId, before.externalId)));
  const newest = await scope.tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(wherePresentInChannel(scope, channelId), isBefore))
    .orderBy(desc(sentAt), desc(externalId))
    .limit(WINDOW_MESSAGES);
  const fresh = newest.toReversed();
  const [oldest] = fresh;
  if (!oldest) return null;
  const ids = new Set(fresh.map((row) => row.externalId));
  const begun = [...new Set(fresh.flatMap(({ threadId }) => (threadId && !ids.has(threadId) ? [threadId] : [])))];
  const context = await readMessagesById(scope, channelId, begun);
  return {
    oldest,
    window: {
      channelName,
      messages: [...context, ...fresh.map(toMessage)],
      fresh: ids,
      open: [],
      people: await listChannelAuthors(scope, channelId),
    },
  };
}

/** Reads those of the given messages that exist, oldest first. */
export async function readMessagesById(
  scope: WorkspaceScope,
  channelId: string,
  ids: string[],
): Promise<ChatMessage[]> {
  if (ids.length === 0) return [];
  const rows = await scope.tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(wherePresentInChannel(scope, channelId), inArray(messages.externalId, ids)))
    .orderBy(asc(messages.sentAt), asc(messages.externalId));
  return rows.map(toMessage);
}

/** A hash of messages that changes with every text, author and message. */
export function hashMessages(said: ChatMessage[]): string {
  const hash = createHash("sha256");
  for (const { externalId, author, text } of said) hash.update(JSON.stringify([externalId, author.externalId, text]));
  return hash.digest("base64url");
}

export type TrialMatter = Omit<Matter, "key">;
