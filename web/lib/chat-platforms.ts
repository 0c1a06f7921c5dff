import { CHAT_MANIFESTS } from "../../connectors/chat-manifests.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";

const MANIFESTS: readonly ConnectorManifest[] = CHAT_MANIFESTS;

/** Excludes the knowledge targets' manifests, which channel pages need not load. */
export const findChatManifest = (id: string) => MANIFESTS.find((manifest) => manifest.id === id);
/** The platform's name by manifest id; an unknown id is shown unchanged. */
export const getChatPlatformName = (id: string) => findChatManifest(id)?.name ?? id;
