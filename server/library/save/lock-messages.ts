import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { StoredConversation } from "../../ingest/conversations/index.ts";
import { lockMessages } from "../articles/message-queries.ts";

/** Thrown if a message was added, edited or deleted while the article was written. The result must not be saved. */
export class ConversationChanged extends Error {}

/**
 * Thrown if the library changed while the article was written, but not the messages. The model's stored answers can
 * still be used.
 */
export class KnowledgeChanged extends ConversationChanged {}

/**
 * Locks the messages, and throws if they changed since they were read. A concurrent deletion then waits until this
 * article is stored, and erases its text from it. Messages are locked before their conversation, and both before the
 * article.
 */
export async function lockMessagesOfConversation(scope: WorkspaceScope, read: StoredConversation): Promise<void> {
  const rows = await lockMessages(scope, read);
  const now = new Map(rows.filter(({ isThere }) => isThere).map((row) => [row.id, row]));
  const isSame =
    (read.isBeginning || now.size === read.messages.length) &&
    read.messages.every(({ externalId, text, author }) => {
      const row = now.get(externalId);
      return row?.text === text && row.author === author.externalId;
    });
  if (!isSame) throw new ConversationChanged("The conversation was changed while it was written about");
}
