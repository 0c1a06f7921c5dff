import type { ChatSource } from "../../connectors/chat-source.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";

/**
 * The connector of a chat platform, by manifest id; undefined if this release has none. The connector's optional
 * methods are its abilities.
 */
export function findChatSource(
  { sources }: ConnectorRegistry,
  platform: string | null,
): ChatSource<Record<string, string>> | undefined {
  return platform !== null && Object.hasOwn(sources, platform) ? sources[platform as keyof typeof sources] : undefined;
}
