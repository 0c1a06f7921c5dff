import { confluenceManifest } from "./confluence/manifest.ts";
import { gitDocsManifest } from "./git-docs/manifest.ts";
import { googleChatManifest } from "./google-chat/manifest.ts";
import { intercomManifest } from "./intercom/manifest.ts";
import { jiraManifest } from "./jira/manifest.ts";
import type { ChatAbilities, ConnectorManifest } from "./manifest.ts";
import { mediawikiManifest } from "./mediawiki/manifest.ts";
import { notionManifest } from "./notion/manifest.ts";
import { servicenowManifest } from "./servicenow/manifest.ts";
import { sharepointManifest } from "./sharepoint/manifest.ts";
import { slackManifest } from "./slack/manifest.ts";
import { teamsManifest } from "./teams/manifest.ts";
import { zendeskManifest } from "./zendesk/manifest.ts";

/** In the order in which the interface offers them. A new connector is a line here and one in `registry.ts`. */
export const CHAT_MANIFESTS = [slackManifest, teamsManifest, googleChatManifest] as const;
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

type ChatManifest = (typeof CHAT_MANIFESTS)[number];
type KnowledgeManifest = (typeof KNOWLEDGE_MANIFESTS)[number];

export type ChatPlatform = ChatManifest["id"];
export type KnowledgePlatform = KnowledgeManifest["id"];
export type LiveChatPlatform = Extract<ChatManifest, { status: "live" }>["id"];
export type LiveKnowledgePlatform = Extract<KnowledgeManifest, { status: "live" }>["id"];

/** In the order of their manifests. */
export const CHAT_PLATFORMS = CHAT_MANIFESTS.map((manifest) => manifest.id);
export const LIVE_CHAT_PLATFORMS = CHAT_MANIFESTS.filter((manifest) => manifest.status === "live").map(
  (manifest) => manifest.id,
) as LiveChatPlatform[];
export const KNOWLEDGE_PLATFORMS = KNOWLEDGE_MANIFESTS.map((manifest) => manifest.id);

export function getManifest(id: ChatPlatform | KnowledgePlatform): ConnectorManifest {
  const manifest = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS].find((one) => one.id === id);
  if (!manifest) throw new Error(`There is no connector '${id}'.`);
  return manifest;
}

const UNKNOWN: ChatAbilities = {
  place: "channel",
  listed: "for-one",
  named: null,
  finds: "people-of-the-channel",
  addsByRule: false,
  countsInPlan: false,
  questions: null,
  answers: false,
};

/** What a chat platform can do: ask this, never which one it is. */
export function abilitiesOf(platform: ChatPlatform): ChatAbilities {
  return CHAT_MANIFESTS.find(({ id }) => id === platform)?.chat ?? UNKNOWN;
}

/** Whose export can be imported. */
export const EXPORT_PLATFORM = slackManifest.id;

/** The platforms whose channels count towards what a plan includes. */
export const PLATFORMS_IN_PLAN = CHAT_MANIFESTS.filter(({ chat }) => chat.countsInPlan).map(({ id }) => id);
