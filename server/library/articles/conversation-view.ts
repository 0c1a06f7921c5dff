import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { ConversationMessage } from "../../../shared/contract/articles.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import { messageBlocks } from "./message-blocks.ts";
import type { listConversationMessages } from "./message-queries.ts";
import { permalinkOf } from "./source-place.ts";
import { forgottenView, type Rows } from "./views.ts";

export function conversationView(
  connectors: ConnectorRegistry,
  rows: Rows<typeof listConversationMessages>,
  /** What the article keeps of its source messages, by their ids. */
  kept: ReadonlyMap<string, string>,
): ConversationMessage[] {
  return rows.map(({ message, ...place }) => {
    const { externalId, deletedAt, forgottenAt } = message;
    const text = deletedAt ? "" : forgottenAt ? (kept.get(externalId) ?? "") : message.text;
    return {
      id: externalId,
      authorName: message.authorName,
      sentAt: message.sentAt.toISOString(),
      editedAt: message.editedAt?.toISOString() ?? null,
      text: deletedAt ? "This message was deleted." : text,
      inline: deletedAt ? [] : parseInline(text),
      blocks: deletedAt ? [] : messageBlocks(text),
      ...(!deletedAt && text === "" && forgottenView(message)),
      permalink: deletedAt ? null : permalinkOf(connectors, place, message),
      isSource: kept.has(externalId),
    };
  });
}
