import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import { chatSourceOf } from "../../integrations/index.ts";
import type { ArticleRow } from "./queries.ts";

interface Place {
  platform: string | null;
  channelExternalId: string | null;
  teamUrl: string | null;
}

/** Address of a message in its platform; null where it cannot be known (an import, a removed channel). */
export function permalinkOf(
  connectors: ConnectorRegistry,
  { platform, channelExternalId, teamUrl }: Place,
  message: { externalId: string; threadId: string | null },
): string | null {
  const source = chatSourceOf(connectors, platform);
  return source && channelExternalId ? source.permalink({ teamUrl, channelId: channelExternalId, message }) : null;
}

/** Where a source was said: the article's own channel as it was called when it was written. */
export const channelNameOf = (
  article: Pick<ArticleRow, "channelId" | "channelName">,
  source: { channelId: string | null; channelName: string | null },
) => (source.channelId === article.channelId ? article.channelName : (source.channelName ?? article.channelName));
