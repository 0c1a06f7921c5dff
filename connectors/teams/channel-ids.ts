import { NotFound } from "../errors.ts";

/** The ids of a channel and its team. Microsoft's API needs both. */
export interface ChannelIds {
  teamId: string;
  channelId: string;
}

const TEAM = /^[\w-]{1,100}$/;
const CHANNEL = /^19:[\w.-]{1,120}@thread\.[a-z0-9]{1,20}$/i;

/** Returns the team id for a team id, or for a link to the team or one of its channels; null for any other text. */
export function findTeamId(given: string): string | null {
  const trimmed = given.trim();
  const asked = queryOf(trimmed)?.get("groupId") ?? trimmed;
  return TEAM.test(asked) ? asked : null;
}

/** Builds the id that the product uses for a channel. */
export const formatChannelIds = ({ teamId, channelId }: ChannelIds) => `${teamId}/${channelId}`;

/**
 * Parses `TEAM/CHANNEL`, a link to a channel, or the id of a channel in the configured team; null for any other text.
 */
export function findChannelIds(given: string, configuredTeam: string | null): ChannelIds | null {
  const trimmed = given.trim();
  const linked = /\/channel\/([^/?#]+)/.exec(trimmed)?.[1];
  if (linked) return place(findTeamId(trimmed), decoded(linked));
  const slash = trimmed.indexOf("/");
  if (slash < 0) return place(configuredTeam, trimmed);
  return place(findTeamId(trimmed.slice(0, slash)), trimmed.slice(slash + 1));
}

export function parseChannelIds(given: string, configuredTeam: string | null): ChannelIds {
  const found = findChannelIds(given, configuredTeam);
  if (found) return found;
  throw new NotFound(
    "This is not a channel of Microsoft Teams. Choose one of the list, or give the link that Get link to channel copies.",
  );
}

function place(teamId: string | null, channelId: string): ChannelIds | null {
  return teamId !== null && CHANNEL.test(channelId) ? { teamId, channelId } : null;
}

function queryOf(address: string): URLSearchParams | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).searchParams : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
