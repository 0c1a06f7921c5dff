import type { ChatChange, LiveEvents } from "../chat-source.ts";
import { ConnectorError, NotFound, RateLimited, Unreachable } from "../errors.ts";
import type { GraphApi } from "./api.ts";
import { parseChannelIds } from "./channel-ids.ts";
import { renewSubscriptions } from "./channel-subscriptions.ts";
import type { TeamsCredentials } from "./credentials.ts";
import { keepListening, LIVE_INTERVALS, type LiveIntervals } from "./listen.ts";
import type { TeamsConfig } from "./manifest.ts";
import { mapMessage, parseMessageHeader } from "./map.ts";
import { parseStoredNotification, type StoredNotification, teamsNotifications } from "./notification.ts";

export interface LiveOptions {
  connect(config: TeamsConfig, signal: AbortSignal | undefined): { api: GraphApi; credentials: TeamsCredentials };
  now: () => number;
  times?: LiveIntervals | undefined;
}

/** Microsoft's change notifications. A notification contains only the name of a message, which is then read. */
export function createLiveEvents({ connect, now, times = LIVE_INTERVALS }: LiveOptions): LiveEvents<TeamsConfig> {
  return {
    async readEvents(config, payloads, { signal }) {
      const { api } = connect(config, signal);
      const read = new Map<string, ChatChange | null>();
      const changes: (ChatChange | null)[] = [];
      for (const told of payloads.map(parseStoredNotification)) {
        if (!told || !("message" in told)) {
          changes.push(told?.kind === "missed" ? { kind: "channel-behind", channelId: told.channel } : null);
          continue;
        }
        const key = `${told.channel} ${told.message}`;
        if (!read.has(key)) read.set(key, await changeOf(api, told));
        changes.push(read.get(key) ?? null);
      }
      return changes;
    },

    connection: {
      field: "appSecret",
      isOfTeams: false,
      keyOf: (config) => `${sourceOf(config)} ${config.appSecret?.trim() ?? ""}`,
      sourceOf,
      listen(config, listener) {
        return keepListening(
          {
            now,
            times,
            async keep(channelIds, told, address, signal) {
              const { api, credentials } = connect(config, signal);
              return renewSubscriptions(
                { api, address, configuredTeam: credentials.teamId, now: now() },
                channelIds,
                told,
              );
            },
          },
          listener,
        );
      },
    },

    notifications: teamsNotifications,
  };
}

/** Identifies the app in a tenant, because Microsoft permits one subscription per channel for an app in a tenant. */
const sourceOf = ({ tenantId = "", appId = "" }: TeamsConfig) => `${tenantId.trim()} ${appId.trim()}`.toLowerCase();

type MessageNotification = Extract<StoredNotification, { message: string }>;

/**
 * Reads the message of a notification. Ignores a message that these credentials may not read now; a later check reads
 * it after the permission was given.
 */
async function changeOf(api: GraphApi, told: MessageNotification): Promise<ChatChange | null> {
  try {
    const place = parseChannelIds(told.channel, null);
    const raw = await (told.post === null
      ? api.getPost(place, told.message)
      : api.getReply(place, told.post, told.message));
    return changeIn(raw, told);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error instanceof RateLimited || error instanceof Unreachable) throw error;
    // The message no longer exists, as the notification of its deletion said.
    return error instanceof NotFound && told.kind === "deleted"
      ? changeIn({ id: told.message, "@removed": {} }, told)
      : null;
  }
}

function changeIn(raw: unknown, { kind, channel: channelId, post }: MessageNotification): ChatChange | null {
  const place = parseMessageHeader(raw);
  if (!place) return null;
  if (place.isDeleted) return { kind: "message-deleted", channelId, externalId: place.id, sentAt: place.sentAt };
  const found = mapMessage(raw, place, place.replyTo ?? post);
  if (!found) return null;
  if ("skipped" in found) return { kind: "message-skipped", channelId, skipped: found.skipped };
  return { kind: "message", channelId, message: found.message, isEdit: kind === "updated" };
}
