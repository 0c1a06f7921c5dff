import { type ChatPlatform, getChatAbilities, getManifest } from "../../connectors/manifests.ts";
import { looksPublic } from "../../connectors/public-address.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";

/**
 * True if the platform can probably reach this installation to send notifications, judging by the installation's URL.
 */
export const mayReceiveNotifications = (publicUrl: string, platform: ChatPlatform): boolean =>
  !getChatAbilities(platform).notifies || looksPublic(publicUrl);

/**
 * Describes how new messages arrive; undefined for a platform without notifications, or for an integration that is
 * switched off.
 */
export function describeMessageArrival(
  { platform, isActive, liveSince, liveTrouble }: ChatIntegrationRow,
  publicUrl: string,
): CollaborationIntegration["arrival"] {
  if (!isActive || !getChatAbilities(platform).notifies) return undefined;
  if (!mayReceiveNotifications(publicUrl, platform)) {
    const { name } = getManifest(platform);
    const { origin } = new URL(publicUrl);
    return { isAtOnce: false, why: `${name} cannot reach ${origin}. It needs an address with https on the internet.` };
  }
  return { isAtOnce: liveSince !== null && liveTrouble === null, why: liveTrouble };
}
