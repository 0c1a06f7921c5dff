import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { MessageOrigin } from "../../../shared/contract/inbox.ts";
import type { SourceMessage } from "../articles/message-queries.ts";
import { buildPermalink } from "../articles/source-location.ts";

export const viewQuote = (connectors: ConnectorRegistry, row: Omit<SourceMessage, "editedAt">): MessageOrigin => ({
  authorName: row.authorName,
  channelName: row.channelName,
  sentAt: row.sentAt.toISOString(),
  permalink: buildPermalink(connectors, row, row),
});
