import { type ChatPlatform, getChatAbilities, getManifest } from "../../connectors/manifests.ts";
import { looksPublic } from "../../connectors/public-address.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";

/** True when the platform can reach this installation's URL with notifications, as far as the URL tells. */
export const canBeNotified = (publicUrl: string, platform: ChatPlatform): boolean =>
  !getChatAbilities(platform).notifies || looksPublic(publicUrl);

/**
 * How new messages arrive; undefined for a platform without notifications of its own, and while the integration is
 * switched off.
 */
export function describeArrival(
  { platform, isActive, liveSince, liveTrouble }: ChatIntegrationRow,
  publicUrl: string,
): CollaborationIntegration["arrival"] {
  if (!isActive || !getChatAbilities(platform).notifies) return undefined;
  if (!canBeNotified(publicUrl, platform)) {
    const { name } = getManifest(platform);
    const { origin } = new URL(publicUrl);
    return { isAtOnce: false, why: `${name} cannot reach ${origin}. It needs an address with https on the internet.` };
  }
  return { isAtOnce: liveSince !== null && liveTrouble === null, why: liveTrouble };
}
