import { abilitiesOf, type ChatPlatform, getManifest } from "../../connectors/manifests.ts";
import { looksPublic } from "../../connectors/public-address.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";

/** Whether the platform could tell of new messages at this installation's address, as far as an address can tell. */
export const canBeNotified = (publicUrl: string, platform: ChatPlatform): boolean =>
  !abilitiesOf(platform).notifies || looksPublic(publicUrl);

/** How new messages come; undefined for a platform that tells of none without something entered for it, and while it is switched off. */
export function arrivalOf(
  { platform, isActive, liveSince, liveTrouble }: ChatIntegrationRow,
  publicUrl: string,
): CollaborationIntegration["arrival"] {
  if (!isActive || !abilitiesOf(platform).notifies) return undefined;
  if (!canBeNotified(publicUrl, platform)) {
    const { name } = getManifest(platform);
    const { origin } = new URL(publicUrl);
    return { isAtOnce: false, why: `${name} cannot reach ${origin}. It needs an address with https on the internet.` };
  }
  return { isAtOnce: liveSince !== null && liveTrouble === null, why: liveTrouble };
}
