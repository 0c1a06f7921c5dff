import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { CHAT_MANIFESTS, KNOWLEDGE_MANIFESTS } from "../../connectors/manifests.ts";

const MANIFESTS: readonly ConnectorManifest[] = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS];

export const findManifest = (id: string) => MANIFESTS.find((manifest) => manifest.id === id);
/** 'Google Chat' for 'google-chat'; an unknown platform keeps its word. */
export const platformName = (id: string) => findManifest(id)?.name ?? id;
