import { setTimeout as sleepFor } from "node:timers/promises";
import type { CallClocks } from "../call-clocks.ts";
import type { ChatSource, RemoteChannel, SourceCheck } from "../chat-source.ts";
import { MissingPermission, Unreachable } from "../errors.ts";
import { createPace } from "../pace.ts";
import { AccessTokens, type GoogleCredentials, getCredentialsId, readCredentials } from "./access-token.ts";
import { createThreadAnswering } from "./answers.ts";
import { GoogleChatApi } from "./api.ts";
import { MemberDirectory } from "./directory.ts";
import { createLiveEvents, type LiveOptions } from "./live.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { mapSpace } from "./map-space.ts";
import { createChannelMembers, createOwnAppFinder } from "./members.ts";
import { canAskQuestions, createThreadAsking } from "./questions.ts";
import { SpaceReader } from "./read-space.ts";
import { startReading } from "./reading-state.ts";
import { findSpaceId, parseSpaceId } from "./space-id.ts";

const GOOGLE_CHAT_API = "https://chat.googleapis.com";
const GOOGLE_TOKEN_URL = "https://oauth2.googleapis.com/token";
/**
 * The most reads per second. Google permits 15 per second and space for all apps together.
 * https://developers.google.com/workspace/chat/limits
 */
const READS_A_SECOND = 10;
const MOST_DIRECTORIES = 1000;

const GOOGLE_CHAT_WEB = "https://chat.google.com";

export interface GoogleChatSourceOptions {
  /** The guarded fetch, which refuses addresses that may not be called. */
  fetch: typeof fetch;
  apiBaseUrl?: string;
  /** The base address of messages in the browser. */
  webUrl?: string;
  /** The address that issues access tokens for service accounts. */
  tokenUrl?: string;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the time in milliseconds since 1970; tests replace it. */
  clock?: () => number;
  requestsPerSecond?: number;
  live?: LiveOptions;
  /** Clocks that processes share. If absent, this process uses its own. */
  clocks?: CallClocks | undefined;
}

/**
 * Reads Google Chat with a person's access token or as a service account. Caches the clocks for rate limits, the access
 * tokens of service accounts until they expire, and the names of a space's members for an hour.
 */
export function createGoogleChatSource(options: GoogleChatSourceOptions): ChatSource<GoogleChatConfig> {
  const { fetch, webUrl = GOOGLE_CHAT_WEB, tokenUrl = GOOGLE_TOKEN_URL, clock = Date.now } = options;
  const sleep = options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }));
  const tokens = new AccessTokens({ fetch, tokenUrl, now: clock });
  const { connect, apiOf, readerOf } = createClients(options, { tokens, clock, sleep });

  const { live, findTrouble } = createLiveEvents({
    fetch,
    tokens,
    clock,
    sleep,
    readerOf,
    ownApp: createOwnAppFinder(connect),
    clocks: options.clocks,
    ...options.live,
  });

  return {
    joins: "In Google Chat, add the connected account or app to a space under Manage members.",
    async check(config, signal) {
      const { api, credentials } = connect(config, signal);
      const found = await checkAccess(api, credentials, config.chatSpaceId?.trim());
      const trouble = (await findTrouble(config, signal)) ?? [];
      return { ...found, mayPost: canAskQuestions(config), warnings: found.warnings.concat(trouble) };
    },

    async *listChannels(config, signal) {
      yield* listSpaces(apiOf(config, signal));
    },

    findChannel: (config, channelId, signal) => findSpace(apiOf(config, signal), parseSpaceId(channelId)),

    async readMessages(config, channelId, cursor, { newest, signal } = {}) {
      const reader = readerOf(config, channelId, signal);
      return newest === undefined ? reader.read(cursor) : reader.readNewest(newest);
    },

    startAt: (time) => startReading(time.toISOString()),

    async rereadThreads(config, channelId, threadIds, signal) {
      return readerOf(config, channelId, signal).rereadThreads(threadIds);
    },

    members: createChannelMembers(apiOf),
    live,
    questions: createThreadAsking(apiOf),
    answers: createThreadAnswering(apiOf),

    permalink: ({ channelId, message }) => addressOf(webUrl, channelId, message.externalId),
  };
}

interface ClientResources {
  tokens: AccessTokens;
  clock: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Creates clients with the credentials of an integration. All of them share one rate limit. */
function createClients(options: GoogleChatSourceOptions, { tokens, clock, sleep }: ClientResources) {
  const { fetch, apiBaseUrl = GOOGLE_CHAT_API, requestsPerSecond = READS_A_SECOND, clocks } = options;
  const pace = createPace("Google Chat", requestsPerSecond, { now: clock, sleep }, clocks);
  const directoryOf = createDirectories(clock);

  function connect(config: GoogleChatConfig, signal: AbortSignal | undefined) {
    const credentials = readCredentials(config);
    return { api: new GoogleChatApi({ apiBaseUrl, fetch, tokens, pace, credentials, signal }), credentials };
  }

  return {
    connect,
    apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => connect(config, signal).api,
    readerOf(config: GoogleChatConfig, channelId: string, signal: AbortSignal | undefined): SpaceReader {
      const { api, credentials } = connect(config, signal);
      const spaceId = parseSpaceId(channelId);
      return new SpaceReader(api, directoryOf(credentials, spaceId), spaceId);
    },
  };
}

async function findSpace(api: GoogleChatApi, spaceId: string): Promise<RemoteChannel> {
  const found = mapSpace(await api.getSpace(spaceId));
  if (!found) throw new Unreachable("The answer is not one that Google documents.", { mayHaveHappened: false });
  return found;
}

/** Builds a message's address from its id, THREAD.MESSAGE. Google documents neither the id nor the address. */
function addressOf(webUrl: string, channelId: string, externalId: string): string | null {
  const [, thread, id] = /^([\w-]+)\.([\w-]+)$/.exec(externalId) ?? [];
  const spaceId = findSpaceId(channelId);
  return thread && id && spaceId ? `${webUrl}/room/${spaceId}/${thread}/${id}` : null;
}

/** Caches the names of a space's members, as the given credentials see them. */
function createDirectories(clock: () => number): (credentials: GoogleCredentials, spaceId: string) => MemberDirectory {
  const directories = new Map<string, MemberDirectory>();
  return (credentials, spaceId) => {
    const key = `${getCredentialsId(credentials)} ${spaceId}`;
    const directory = directories.get(key) ?? new MemberDirectory(clock);
    if (directories.size >= MOST_DIRECTORIES) directories.clear();
    directories.set(key, directory);
    return directory;
  };
}

async function checkAccess(
  api: GoogleChatApi,
  credentials: GoogleCredentials,
  configured: string | undefined,
): Promise<SourceCheck> {
  const spaces: RemoteChannel[] = [];
  for await (const page of listSpaces(api)) spaces.push(...page);
  const tried = configured ? parseSpaceId(configured) : spaces[0]?.externalId;
  const warnings: string[] = [];
  if (tried === undefined) warnings.push(NO_SPACE);
  else {
    await api.listMessages(tried, { pageSize: 1 });
    if (!(await showsMembers(api, tried))) warnings.push(NO_NAMES);
  }
  return {
    account: `${nameOf(credentials)} (${spaces.length} ${spaces.length === 1 ? "space" : "spaces"})`,
    teamId: null,
    teamUrl: null,
    warnings,
  };
}

function nameOf(credentials: GoogleCredentials): string {
  if ("token" in credentials) return "Google Chat";
  const { serviceAccount, actsFor } = credentials;
  return actsFor === null ? serviceAccount.client_email : `${serviceAccount.client_email} for ${actsFor}`;
}

const NO_SPACE =
  "No space is visible to these credentials yet. Add the account, the person it reads as, or the Chat app of the service account, to the spaces that are to be monitored.";
const NO_NAMES =
  "Without the scope chat.memberships.readonly people appear with their numbers (users/123) instead of their names.";

async function showsMembers(api: GoogleChatApi, spaceId: string): Promise<boolean> {
  try {
    await api.listMembers(spaceId);
    return true;
  } catch (error) {
    if (error instanceof MissingPermission) return false;
    throw error;
  }
}

async function* listSpaces(api: GoogleChatApi): AsyncGenerator<RemoteChannel[]> {
  let pageToken: string | undefined;
  do {
    const page = await api.listSpaces(pageToken);
    yield page.spaces.map(mapSpace).filter((space) => space !== null);
    pageToken = page.nextPageToken;
  } while (pageToken);
}
