import type { RemoteChannel } from "../chat-source.ts";
import { MissingPermission, Unreachable } from "../errors.ts";
import type { SlackApi } from "./api.ts";
import { mapChannel } from "./map.ts";

const NO_NAMES = { user: () => undefined, channel: () => undefined };

export async function findChannel(api: SlackApi, channelId: string): Promise<RemoteChannel> {
  const found = mapChannel(await api.channelInfo(channelId), NO_NAMES);
  if (!found) throw new Unreachable("The answer is not one that Slack documents.", { mayHaveHappened: false });
  return found;
}

/** Lists all channels. With an organization's token, the teams are read one after the other. */
export async function* listAllChannels(
  api: SlackApi,
  config: Record<string, unknown>,
): AsyncGenerator<RemoteChannel[]> {
  for (const teamId of config["orgWide"] === "yes" ? await api.listTeams() : [undefined])
    yield* listChannels(api, teamId);
}

async function* listChannels(api: SlackApi, teamId: string | undefined): AsyncGenerator<RemoteChannel[]> {
  const first = await firstPage(api, teamId);
  yield first.channels;
  let cursor = first.nextCursor;
  while (cursor) {
    const page = await api.listChannels(first.types, { cursor, teamId });
    yield channelsOf(page.channels);
    cursor = page.nextCursor;
  }
}

/**
 * Lists the first page of channels. Private channels are requested only if their scope is granted, because Slack would
 * otherwise refuse the whole list.
 */
async function firstPage(api: SlackApi, teamId: string | undefined) {
  const all = "public_channel,private_channel";
  try {
    const page = await api.listChannels(all, { teamId });
    return { ...page, channels: channelsOf(page.channels), types: all };
  } catch (error) {
    if (!(error instanceof MissingPermission) || error.scope !== "groups:read") throw error;
    const page = await api.listChannels("public_channel", { teamId });
    return { ...page, channels: channelsOf(page.channels), types: "public_channel" };
  }
}

const channelsOf = (raw: unknown[]) =>
  raw.map((channel) => mapChannel(channel, NO_NAMES)).filter((channel) => channel !== null);
