import { googleChatManifest } from "./google-chat/manifest.ts";
import type { ChatAbilities } from "./manifest.ts";
import { slackManifest } from "./slack/manifest.ts";
import { teamsManifest } from "./teams/manifest.ts";

/** All chat sources in display order. A new chat source needs a line here and a line in `registry.ts`. */
export const CHAT_MANIFESTS = [slackManifest, teamsManifest, googleChatManifest] as const;

type ChatManifest = (typeof CHAT_MANIFESTS)[number];

export type ChatPlatform = ChatManifest["id"];

/** The ids of all chat platforms, in display order. */
export const CHAT_PLATFORMS = CHAT_MANIFESTS.map((manifest) => manifest.id);

const UNKNOWN: ChatAbilities = {
  place: "channel",
  listed: "for-one",
  named: null,
  finds: "people-of-the-channel",
  addsByRule: false,
  countsInPlan: false,
  questions: null,
  answers: false,
  notifies: false,
};

/** The capabilities of a chat platform. Other code checks capabilities and never compares platform names. */
export function getChatAbilities(platform: ChatPlatform): ChatAbilities {
  return CHAT_MANIFESTS.find(({ id }) => id === platform)?.chat ?? UNKNOWN;
}

/** The platform whose exports can be imported. */
export const EXPORT_MANIFEST = slackManifest;
export const EXPORT_PLATFORM = EXPORT_MANIFEST.id;

const IN_PLAN = CHAT_MANIFESTS.filter(({ chat }) => chat.countsInPlan);
/** The platforms whose channels count towards a plan's limit. */
export const PLAN_LIMITED_PLATFORMS = IN_PLAN.map(({ id }) => id);
/** The noun for a channel that counts towards a plan's limit, such as 'Slack channel'. */
export const PLAN_LIMITED_CHANNEL_NOUN = `${IN_PLAN.map(({ name }) => name).join(" or ")} channel`;

type PathOf<Manifest extends ChatManifest> = Manifest extends ChatManifest
  ? `GET /api/${Manifest["id"]}/${Manifest["chat"]["place"]}s`
  : never;
type ManifestByListing<How extends ChatAbilities["listed"]> = Extract<ChatManifest, { chat: { listed: How } }>;
/**
 * The endpoint that lists channels to monitor. A platform has one endpoint for all its integrations (`PlatformChannelListPath`) or
 * one per integration (`IntegrationChannelListPath`).
 */
export type PlatformChannelListPath = PathOf<ManifestByListing<"for-all">>;
export type IntegrationChannelListPath = PathOf<ManifestByListing<"for-one">>;

export const getChannelListPath = (platform: ChatPlatform) =>
  `GET /api/${platform}/${getChatAbilities(platform).place}s` as PlatformChannelListPath | IntegrationChannelListPath;
