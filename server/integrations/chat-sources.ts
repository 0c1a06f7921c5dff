import type { ChatSource } from "../../connectors/chat-source.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";

/** The connector of a chat platform by manifest id; undefined if this version has none. Its abilities are its optional methods. */
export function findChatSource(
  { sources }: ConnectorRegistry,
  platform: string | null,
): ChatSource<Record<string, string>> | undefined {
  return platform !== null && Object.hasOwn(sources, platform) ? sources[platform as keyof typeof sources] : undefined;
}
