import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { Saying } from "../../../shared/contract/inbox.ts";
import type { SaidRow } from "../articles/message-queries.ts";
import { permalinkOf } from "../articles/source-place.ts";

export const sayingView = (connectors: ConnectorRegistry, row: SaidRow): Saying => ({
  authorName: row.authorName,
  channelName: row.channelName,
  sentAt: row.sentAt.toISOString(),
  permalink: permalinkOf(connectors, row, row),
});
