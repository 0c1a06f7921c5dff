import * as z from "zod";
import type { CallClocks } from "../call-clocks.ts";
import type { ChatSource, RemoteChannel, SourceCheck } from "../chat-source.ts";
import { MissingPermission, Unreachable } from "../errors.ts";
import { createAccessTokens } from "../microsoft-login.ts";
import { createPace, type PaceClock } from "../pace.ts";
import { type ApiLimits, GraphApi } from "./api.ts";
import { buildAppPackage } from "./app-package.ts";
import { findChannelIds, parseChannelIds } from "./channel-ids.ts";
import { readCredentials, type TeamsCredentials } from "./credentials.ts";
import type { LiveIntervals } from "./listen.ts";
import { createLiveEvents } from "./live.ts";
import type { TeamsConfig } from "./manifest.ts";
import { mapChannel } from "./map.ts";
import { findPerson, listMembers } from "./members.ts";
import { ChannelReader } from "./read-channel.ts";
import { startReading } from "./reading-state.ts";

const GRAPH_API = "https://graph.microsoft.com/v1.0";
const MICROSOFT_LOGIN = "https://login.microsoftonline.com";
const TEAMS_WEB = "https://teams.microsoft.com";
/**
 * The most calls per second to `delta` and `replies`. Microsoft permits an app 60 calls a minute in a tenant.
 * https://learn.microsoft.com/graph/throttling-limits
 */
const CHANGES_A_SECOND = 1;
const OTHERS_A_SECOND = 4;

export interface TeamsSourceOptions {
  /** The guarded fetch, which refuses addresses that may not be called. */
  fetch: typeof fetch;
  apiBaseUrl?: string;
  /** The address that issues access tokens for apps. */
  loginUrl?: string;
  /** The base address of messages in the browser. */
  webUrl?: string;
  time?: PaceClock;
  /** True for a stand-in, which has no rate limit. */
  isUnlimited?: boolean;
  /** Clocks that processes share. If absent, this process uses its own. */
  clocks?: CallClocks | undefined;
  liveTimes?: LiveIntervals;
}

interface Connection {
  api: GraphApi;
  credentials: TeamsCredentials;
}

/** Reads Microsoft Teams as an app. Caches the clocks for rate limits, and access tokens until they expire. */
export function createTeamsSource(options: TeamsSourceOptions): ChatSource<TeamsConfig> {
  const { fetch, apiBaseUrl = GRAPH_API, loginUrl = MICROSOFT_LOGIN, webUrl = TEAMS_WEB, time } = options;
  const now = () => time?.now() ?? Date.now();
  const tokens = createAccessTokens({ fetch, loginUrl, now });
  const limits = limitsOf(options);

  function connect(config: TeamsConfig, signal: AbortSignal | undefined): Connection {
    const credentials = readCredentials(config);
    return { credentials, api: new GraphApi({ apiBaseUrl, fetch, tokens, limits, credentials, signal }) };
  }

  function open(config: TeamsConfig, channelId: string, signal: AbortSignal | undefined) {
    const { api, credentials } = connect(config, signal);
    const place = parseChannelIds(channelId, credentials.teamId);
    return { api, credentials, place, reader: new ChannelReader(api, place, now) };
  }

  return {
    joins: "In Teams, open the team, choose Manage team, Apps, and add the app.",
    check: async (config, signal) => checkAccess(connect(config, signal), webUrl),

    async *listChannels(config, signal) {
      yield* listAllChannels(connect(config, signal));
    },

    async findChannel(config, channelId, signal) {
      const { api, place } = open(config, channelId, signal);
      const found = mapChannel(await api.getChannel(place), place.teamId);
      if (!found) throw new Unreachable("The answer is not one that Microsoft documents.", { mayHaveHappened: false });
      return found;
    },

    async readMessages(config, channelId, cursor, { newest, signal } = {}) {
      const { reader } = open(config, channelId, signal);
      return newest === undefined ? reader.read(cursor) : reader.readNewest(newest);
    },

    async rereadThreads(config, channelId, threadIds, signal) {
      return open(config, channelId, signal).reader.rereadThreads(threadIds);
    },

    appPackage: buildAppPackage,

    live: createLiveEvents({ connect, now, times: options.liveTimes }),

    members: {
      async list(config, channelId, signal) {
        const { api, place } = open(config, channelId, signal);
        return listMembers(api, place);
      },
      async findPerson(config, email, channelId, signal) {
        const { api, place, credentials } = open(config, channelId, signal);
        return findPerson(api, place, { email, tenantId: credentials.tenantId });
      },
    },

    permalink: (place) => linkTo(place, webUrl),
    startAt: (time) => startReading(time.toISOString()),
  };
}

function limitsOf({ isUnlimited, time, clocks }: TeamsSourceOptions): ApiLimits {
  const rate = (perSecond: number) => (isUnlimited ? Number.POSITIVE_INFINITY : perSecond);
  return {
    changes: createPace("Microsoft Teams changes", rate(CHANGES_A_SECOND), time, clocks),
    others: createPace("Microsoft Teams", rate(OTHERS_A_SECOND), time, clocks),
  };
}

/** https://learn.microsoft.com/microsoftteams/platform/concepts/build-and-test/deep-link-teams#deep-link-to-a-channel-message */
function linkTo(
  { teamUrl, channelId, message }: Parameters<ChatSource<TeamsConfig>["permalink"]>[0],
  webUrl: string,
): string | null {
  const configured = new URLSearchParams(teamUrl !== null && URL.canParse(teamUrl) ? new URL(teamUrl).search : "");
  const place = findChannelIds(channelId, configured.get("groupId"));
  if (!place) return null;
  const { externalId, threadId } = message;
  const tenantId = configured.get("tenantId");
  const query = new URLSearchParams({
    ...(tenantId && { tenantId }),
    groupId: place.teamId,
    parentMessageId: threadId ?? externalId,
    createdTime: externalId,
  });
  return `${webUrl}/l/message/${encodeURIComponent(place.channelId)}/${encodeURIComponent(externalId)}?${query}`;
}

async function checkAccess(connection: Connection, webUrl: string): Promise<SourceCheck> {
  const { api, credentials } = connection;
  const found: RemoteChannel[] = [];
  for await (const page of listAllChannels(connection)) found.push(...page);
  const warnings: string[] = [];
  const [tried] = found;
  if (!tried) warnings.push(NO_CHANNEL);
  else {
    const place = parseChannelIds(tried.externalId, null);
    await api.listPosts(place, { size: 1 });
    if (!(await showsMembers(() => listMembers(api, place)))) warnings.push(NO_MEMBERS);
  }
  const { tenantId, teamId } = credentials;
  const query = new URLSearchParams({ tenantId, ...(teamId && { groupId: teamId }) });
  const count = `${found.length} ${found.length === 1 ? "channel" : "channels"}`;
  return { account: `Microsoft Teams (${count})`, teamId: null, teamUrl: `${webUrl}/?${query}`, warnings };
}

const NO_CHANNEL = "No channel is visible to this app yet.";
const NO_MEMBERS =
  "Without the permission ChannelMember.Read.All, or ChannelMember.Read.Group for the team, nobody can be told who is in a private channel: what is written from one stays with those whom you let in.";

async function showsMembers(list: () => Promise<unknown>): Promise<boolean> {
  try {
    await list();
    return true;
  } catch (error) {
    if (error instanceof MissingPermission) return false;
    throw error;
  }
}

const wireTeam = z.looseObject({ id: z.string().min(1), displayName: z.string().nullish() });

/**
 * Lists the channels of the configured team or of all teams. With several teams, each channel's name contains its team.
 */
async function* listAllChannels({ api, credentials: { teamId } }: Connection): AsyncGenerator<RemoteChannel[]> {
  if (teamId !== null) {
    yield* listTeamChannels(api, teamId);
    return;
  }
  let link: string | null = null;
  do {
    const page = await api.listTeams(link);
    for (const item of page.items) {
      const { data: team } = wireTeam.safeParse(item);
      if (team) yield* listTeamChannels(api, team.id, team.displayName ?? team.id);
    }
    link = page.nextLink;
  } while (link !== null);
}

async function* listTeamChannels(api: GraphApi, teamId: string, team?: string): AsyncGenerator<RemoteChannel[]> {
  let link: string | null = null;
  do {
    const page = await api.listChannels(teamId, link);
    yield page.items.map((item) => mapChannel(item, teamId, team)).filter((channel) => channel !== null);
    link = page.nextLink;
  } while (link !== null);
}
