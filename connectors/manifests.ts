import { CHAT_MANIFESTS, type ChatPlatform } from "./chat-manifests.ts";
import { confluenceManifest } from "./confluence/manifest.ts";
import { gitDocsManifest } from "./git-docs/manifest.ts";
import { intercomManifest } from "./intercom/manifest.ts";
import { jiraManifest } from "./jira/manifest.ts";
import { HOST_NAMES } from "./knowledge-names.ts";
import type { ConnectorManifest } from "./manifest.ts";
import { mediawikiManifest } from "./mediawiki/manifest.ts";
import { notionManifest } from "./notion/manifest.ts";
import { servicenowManifest } from "./servicenow/manifest.ts";
import { sharepointManifest } from "./sharepoint/manifest.ts";
import { zendeskManifest } from "./zendesk/manifest.ts";

export * from "./chat-manifests.ts";

/** All knowledge targets in display order. A new target needs a line here and a line in `registry.ts`. */
export const KNOWLEDGE_MANIFESTS = [
  confluenceManifest,
  notionManifest,
  gitDocsManifest,
  mediawikiManifest,
  zendeskManifest,
  intercomManifest,
  jiraManifest,
  sharepointManifest,
  servicenowManifest,
] as const;

type KnowledgeManifest = (typeof KNOWLEDGE_MANIFESTS)[number];

export type KnowledgePlatform = KnowledgeManifest["id"];

type ConnectableManifest = Extract<(typeof CHAT_MANIFESTS)[number] | KnowledgeManifest, { connect: object }>;
export type ConnectPlatform = ConnectableManifest["id"];
/** The platforms that people can connect by OAuth if the operator configured an app. */
export const CONNECT_PLATFORMS = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS]
  .filter((manifest): manifest is ConnectableManifest => "connect" in manifest)
  .map(({ id }) => id);

type HostPlatform = keyof typeof HOST_NAMES;
/** A host is only for accounts of people: integrations of its repositories have a token. */
export type OAuthPlatform = ConnectPlatform | HostPlatform;
export const OAUTH_PLATFORMS: OAuthPlatform[] = [...CONNECT_PLATFORMS, ...(Object.keys(HOST_NAMES) as HostPlatform[])];

/** The name for people of a platform or host. */
export const getPlatformName = (id: ChatPlatform | KnowledgePlatform | HostPlatform): string =>
  isHost(id) ? HOST_NAMES[id] : getManifest(id).name;
export const isHost = (id: string): id is HostPlatform => Object.hasOwn(HOST_NAMES, id);

/** The ids of all knowledge platforms, in display order. */
export const KNOWLEDGE_PLATFORMS = KNOWLEDGE_MANIFESTS.map((manifest) => manifest.id);

export function getManifest(id: ChatPlatform | KnowledgePlatform): ConnectorManifest {
  const manifest = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS].find((one) => one.id === id);
  if (!manifest) throw new Error(`There is no connector '${id}'.`);
  return manifest;
}
