import { useQueries } from "@tanstack/react-query";
import { type ChatPlatform, getChannelListPath, getChatAbilities } from "../../../connectors/chat-manifests.ts";
import type { AvailableChannel, Channel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useOfferedChannels } from "../../api/offered-channels.ts";
import { buildQueryKey, OFFERED_CHANNELS_META } from "../../api/query-client.ts";
import { useCan } from "../../components/permissions.tsx";

/** The channels of one platform that its integrations show. */
interface PlatformChannels {
  platform: ChatPlatform;
  channels: AvailableChannel[];
}

export interface Offers {
  /** The list of the platform that answers for all of its integrations together. */
  forAll: ReturnType<typeof useOfferedChannels>;
  of: PlatformChannels[];
}

/** The channels that every connected platform offers to monitor. */
export function useChannelOffers(integrations: CollaborationIntegration[] = []): Offers {
  const mayChoose = useCan()("change", "channels");
  const active = integrations.filter(({ isActive }) => isActive);
  const listedTogether = active.find(({ platform }) => getChatAbilities(platform).listed === "for-all");
  const forAll = useOfferedChannels(mayChoose ? listedTogether : undefined);
  const listedAlone = active.filter(({ platform }) => getChatAbilities(platform).listed === "for-one");
  const alone = useQueries({
    queries: listedAlone.map(({ id, platform }) => ({
      queryKey: buildQueryKey(getChannelListPath(platform), { query: { integrationId: id } }),
      enabled: mayChoose,
      meta: OFFERED_CHANNELS_META,
    })),
  });
  return {
    forAll,
    of: [
      ...(listedTogether ? [{ platform: listedTogether.platform, channels: forAll.data ?? [] }] : []),
      ...listedAlone.map(({ platform }, index) => ({
        platform,
        channels: (alone[index]?.data as AvailableChannel[] | undefined) ?? [],
      })),
    ],
  };
}

/** The number of offered channels, of one platform or of all, that are not monitored yet. */
export function countUnmonitored({ of }: Offers, monitored: Channel[], only?: ChatPlatform): number {
  const known = new Set(monitored.map(({ platform, channelId }) => `${platform} ${channelId}`));
  const left = of
    .filter(({ platform }) => only === undefined || platform === only)
    .flatMap(({ platform, channels }) => channels.map(({ id }) => `${platform} ${id}`))
    .filter((one) => !known.has(one));
  return new Set(left).size;
}
