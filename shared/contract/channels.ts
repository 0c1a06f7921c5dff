import { z } from "zod";
import {
  CHAT_MANIFESTS,
  CHAT_PLATFORMS,
  getChannelListPath,
  type IntegrationChannelListPath,
  type PlatformChannelListPath,
} from "../../connectors/chat-manifests.ts";
import { MAX_PAGE_SIZE } from "../domain/list-pages.ts";
import { channel, channelAudience, checkFrequency } from "./channel.ts";
import {
  doneResponse,
  type Endpoint,
  type EndpointTable,
  idParams,
  moment,
  pageLimit,
  requiredText,
  rowId,
} from "./endpoint.ts";
import { monitoring, monitoringMode } from "./settings.ts";

export * from "./channel.ts";

export const collaborationChannel = channel.pick({
  id: true,
  integrationId: true,
  platform: true,
  channelId: true,
  channelName: true,
  checkFrequencyMinutes: true,
  isActive: true,
  lastChecked: true,
  nextCheck: true,
  trouble: true,
  reading: true,
  questions: true,
  answers: true,
});
export type CollaborationChannel = z.infer<typeof collaborationChannel>;

export const availableChannel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  /** People from other companies are members, so the channel is read only if an admin allows it. */
  isShared: z.boolean().optional(),
  isArchived: z.boolean(),
  /** Whether the bot is a member of the channel. Otherwise somebody must invite it first. */
  isMember: z.boolean(),
  integrationId: rowId,
});
export type AvailableChannel = z.infer<typeof availableChannel>;

/** Progress of listing a platform's channels, which can take minutes. */
const channelListing = z.object({
  isReading: z.boolean(),
  found: z.int(),
  /** The time at which the listing continues after a pause that the platform requested. */
  goesOnAt: moment.nullable(),
  /** The reason why some channels could not be listed. */
  trouble: z.string().nullable(),
});
export type ChannelListing = z.infer<typeof channelListing>;

const integrationQuery = z.strictObject({ integrationId: rowId });

/** The cursor comes from the previous page's header (shared/domain/list-pages.ts). */
const channelPage = z.strictObject({ limit: pageLimit, cursor: rowId.optional() });

const needs = ["change", "channels"] as const;
type PlatformListEndpoint = Endpoint & { access: "session"; response: z.ZodArray<typeof availableChannel> };
type IntegrationListEndpoint = PlatformListEndpoint & { query: typeof integrationQuery };
type ListingProgressEndpoint = Endpoint & { access: "session"; response: typeof channelListing };

/**
 * The endpoints that list the channels of each platform. If one listing covers all integrations of a platform, another
 * endpoint returns its progress.
 */
const offered = Object.fromEntries(
  CHAT_MANIFESTS.flatMap(
    ({ id, name, chat }): [string, PlatformListEndpoint | IntegrationListEndpoint | ListingProgressEndpoint][] => {
      const path = getChannelListPath(id);
      const answer = { access: "session", needs, response: z.array(availableChannel) } as const;
      if (chat.listed === "for-one") {
        const summary = `The ${chat.place}s that a ${name} integration shows; a refusal says why in \`details\``;
        return [[path, { ...answer, summary, query: integrationQuery }]];
      }
      const summary = `The ${chat.place}s that ${name} offers, of every active ${name} integration; while ${name} makes us pause those found so far`;
      const reading = {
        ...answer,
        summary: `How far the list of ${name}'s ${chat.place}s has come`,
        response: channelListing,
      };
      return [
        [path, { ...answer, summary }],
        [`${path}/reading`, reading],
      ];
    },
  ),
) as Record<PlatformChannelListPath, PlatformListEndpoint> &
  Record<IntegrationChannelListPath, IntegrationListEndpoint> &
  Record<`${PlatformChannelListPath}/reading`, ListingProgressEndpoint>;

const switchedChannels = z
  .array(rowId)
  .max(10 * MAX_PAGE_SIZE)
  .optional();
const monitoringChoice = z.strictObject({ mode: monitoringMode, on: switchedChannels, off: switchedChannels });
export type MonitoringChange = z.infer<typeof monitoringChoice>;

export const channelEndpoints = {
  "GET /api/channels": {
    summary: "Monitored channels, in pages",
    access: "session",
    query: channelPage,
    response: z.array(channel),
  },
  "POST /api/channels": {
    summary: "Monitor a channel",
    access: "session",
    needs: ["change", "channels"],
    body: z.strictObject({
      channelId: requiredText(200),
      channelName: requiredText(200),
      platform: z.enum(CHAT_PLATFORMS),
      isActive: z.boolean(),
      checkFrequencyMinutes: checkFrequency,
      /** The integration that should read the channel, if the platform has several integrations. */
      integrationId: rowId.optional(),
      /** Only messages from now on are read. */
      onlyNew: z.boolean().optional(),
    }),
    response: channel,
  },
  "POST /api/channels/:id/earlier-messages": {
    summary: "Read a channel from its beginning that was added for new messages only",
    access: "session",
    needs: ["change", "channels"],
    params: idParams,
    response: channel,
  },
  "DELETE /api/channels/:id": {
    summary: "Stop monitoring a channel; its articles stay",
    access: "session",
    needs: ["change", "channels"],
    params: idParams,
    response: doneResponse,
  },
  "GET /api/channels/:id/audience": {
    summary: "Who reads what is written from a channel",
    access: "session",
    params: idParams,
    response: channelAudience,
  },
  "PUT /api/channels/:id/readers/:userId": {
    summary: "Lets a person read what is written from a private channel, or no longer; the log records it",
    access: "session",
    needs: ["change", "people"],
    params: z.strictObject({ id: rowId, userId: rowId }),
    body: z.strictObject({ isLetIn: z.boolean() }),
    response: channelAudience,
  },
  "PUT /api/channels/:id/sharing": {
    summary: "Whether a channel that is shared with another company is read",
    access: "session",
    needs: ["change", "people"],
    params: idParams,
    body: z.strictObject({ isAllowed: z.boolean() }),
    response: channelAudience,
  },
  ...offered,
  "GET /api/collaboration-channels": {
    summary: "Monitored channels in pages, the monitoring page's view",
    access: "session",
    query: channelPage,
    response: z.array(collaborationChannel),
  },
  "POST /api/collaboration-channels": {
    summary: "Monitor a channel of a given integration",
    access: "session",
    needs: ["change", "channels"],
    body: z.strictObject({
      channelId: requiredText(200),
      channelName: requiredText(200),
      checkFrequencyMinutes: checkFrequency,
      isActive: z.boolean(),
      platform: z.enum(CHAT_PLATFORMS),
      integrationId: rowId,
    }),
    response: collaborationChannel,
  },
  "PATCH /api/collaboration-channels/:id": {
    summary: "Switch the monitoring of a channel on or off",
    access: "session",
    needs: ["change", "channels"],
    params: idParams,
    body: z.strictObject({ isActive: z.boolean() }),
    response: collaborationChannel,
  },
  "PUT /api/settings/monitoring": {
    summary: "Turn automatic monitoring on or off; with it, the named channels are switched on or off",
    access: "session",
    needs: ["change", "settings"],
    body: monitoringChoice,
    response: monitoring,
  },
  "PUT /api/collaboration-channels/:id/answers": {
    summary: "Answer questions in the channel that nobody answers, or answer there only when asked",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({ isOn: z.boolean() }),
    response: collaborationChannel,
  },
  "PUT /api/collaboration-channels/:id/questions": {
    summary: "Ask who gave an answer in its thread, or ask no more",
    access: "session",
    needs: ["change", "channels"],
    params: idParams,
    body: z.strictObject({ isOn: z.boolean() }),
    response: collaborationChannel,
  },
} as const satisfies EndpointTable;
