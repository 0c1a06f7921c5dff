import { CHAT_MANIFESTS } from "../../connectors/chat-manifests.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";

const MANIFESTS: readonly ConnectorManifest[] = CHAT_MANIFESTS;

/** Searches only chat manifests, because channel pages need not load those of knowledge targets. */
export const findChatManifest = (id: string) => MANIFESTS.find((manifest) => manifest.id === id);
/** The platform's name by manifest id; unknown ids are returned unchanged. */
export const getChatPlatformName = (id: string) => findChatManifest(id)?.name ?? id;
