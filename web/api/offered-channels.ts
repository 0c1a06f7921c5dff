import { EXPORT_PLATFORM, getChannelListPath, getChatAbilities } from "../../connectors/chat-manifests.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import { OFFERED_CHANNELS_META, useRead } from "./query-client.ts";

/**
 * Loads the channels that an integration offers for monitoring. Some platforms answer for all their integrations
 * together.
 */
export function useOfferedChannels(integration: CollaborationIntegration | undefined) {
  const platform = integration?.platform ?? EXPORT_PLATFORM;
  const isForOne = getChatAbilities(platform).listed === "for-one";
  const input = isForOne ? { query: { integrationId: integration?.id ?? "" } } : undefined;
  return useRead(getChannelListPath(platform), input, {
    enabled: integration !== undefined,
    meta: OFFERED_CHANNELS_META,
  });
}
