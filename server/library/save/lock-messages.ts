import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { StoredConversation } from "../../ingest/index.ts";
import { lockMessages } from "../articles/message-queries.ts";

/** Somebody said, edited or deleted something while it was written about: what was written is not to be saved. */
export class ConversationChanged extends Error {}

/** The library changed while it was written about, not the words: answers about them still hold, and stay stored. */
export class KnowledgeChanged extends ConversationChanged {}

/**
 * The conversation must still be what was read: a deletion that is on its way waits until this article is stored, and then takes its
 * words out of it again. Messages are locked before their conversation, and both before the article.
 */
export async function lockMessagesOf(scope: WorkspaceScope, read: StoredConversation): Promise<void> {
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
