import { CHAT_MANIFESTS } from "../../connectors/chat-manifests.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";

const MANIFESTS: readonly ConnectorManifest[] = CHAT_MANIFESTS;

/** Without the knowledge targets' manifests, which pages about channels need not load. */
export const findChatManifest = (id: string) => MANIFESTS.find((manifest) => manifest.id === id);
/** Its name for the id of its manifest; an unknown platform is shown as it is stored. */
export const chatPlatformName = (id: string) => findChatManifest(id)?.name ?? id;
