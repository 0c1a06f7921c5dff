import { createHash } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { CallClocks } from "../call-clocks.ts";
import type { ChatSource, LiveEvents, MessagePage, OnPause, ThreadAnswering, ThreadAsking } from "../chat-source.ts";
import { ConnectorError, CredentialsRejected, NoCredentials, NotFound } from "../errors.ts";
import { findAnswer, isGuest, postAnswer, replaceAnswer } from "./answers.ts";
import { SlackApi, type SlackApiOptions } from "./api.ts";
import { parseStoredEvent, toChatChange } from "./changes.ts";
import { checkCredentials } from "./check.ts";
import { readDelivery } from "./delivery.ts";
import { createDirectMessages } from "./direct.ts";
import { createDirectMessageAnswering } from "./direct-answers.ts";
import { MemberDirectory } from "./directory.ts";
import { NotInChannel } from "./errors.ts";
import { buildFixReply, openFix } from "./fix-form.ts";
import { readInteraction } from "./interaction.ts";
import { findChannel, listAllChannels } from "./list-channels.ts";
import type { SlackConfig } from "./manifest.ts";
import { createChannelMembers } from "./members.ts";
import { createPrivateAnswering } from "./private-answers.ts";
import { replyToPresser, replyToVoter } from "./private-replies.ts";
import { findPostedQuestion, postQuestion, showDecision } from "./questions.ts";
import { RateLimits } from "./rate-limits.ts";
import { ChannelReader } from "./read-channel.ts";
import { startReading } from "./reading-state.ts";
import { hasRecentSignature, isSigned } from "./signature.ts";
import type { SocketDispatcher } from "./socket.ts";

const SLACK_API = "https://slack.com/api/";
const SLACK_HOOKS = "https://hooks.slack.com";

export interface SlackSourceOptions {
  apiBaseUrl?: string;
  /** The guarded fetch, which refuses addresses that may not be called. */
  fetch: typeof fetch;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns the time in milliseconds since 1970; tests replace it. */
  clock?: () => number;
  /**
   * `commercial`: an app distributed outside Slack's Marketplace, which may read 15 messages a minute. The restriction
   * is also detected automatically.
   */
  distribution?: "internal" | "commercial";
  /**
   * `slack`: apply Slack's rate limits, the default for slack.com. `none`: only pause after status 429, the default for
   * other addresses.
   */
  pace?: "slack" | "none";
  /** The guarded dispatcher for Socket Mode. */
  socketDispatcher?: SocketDispatcher;
  socketRetryMs?: number;
  /** Clocks that processes share. If absent, this process uses its own. */
  clocks?: CallClocks | undefined;
}

/** Reads Slack with a bot token. Caches the clocks for rate limits, and the names of a team's members for an hour. */
export function createSlackSource(options: SlackSourceOptions): ChatSource<SlackConfig> {
  const { apiBaseUrl = SLACK_API, fetch, clock = Date.now } = options;
  const limits = new RateLimits({
    pace: options.pace ?? (apiBaseUrl === SLACK_API ? "slack" : "none"),
    distribution: options.distribution ?? "internal",
    now: clock,
    clocks: options.clocks,
    sleep: options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal })),
  });
  const directories = new Map<string, MemberDirectory>();
  /** A stand-in accepts private answers at its own address. */
  const hooks = apiBaseUrl === SLACK_API ? SLACK_HOOKS : new URL(apiBaseUrl).origin;

  type ForToken = Pick<SlackApiOptions, "signal" | "onPause" | "errorOf">;
  const apiOf = (token: string, more: ForToken) =>
    new SlackApi({ apiBaseUrl, fetch, limits, token, workspace: nameOfToken(token), ...more });

  function connect({ botToken }: Partial<SlackConfig>, signal: AbortSignal | undefined, onPause?: OnPause) {
    if (!botToken) throw new NoCredentials("The bot token is missing. Edit the integration and enter it.");
    const directory = directories.get(nameOfToken(botToken)) ?? new MemberDirectory(clock);
    directories.set(nameOfToken(botToken), directory);
    return { api: apiOf(botToken, { signal, onPause }), directory };
  }
  const apiFor: ApiFor = (config, signal) => connect(config, signal).api;

  return {
    joins: "In Slack, open a channel and write /invite @ with the name of your app.",
    check: (config, signal) => checkCredentials(config, (token, more) => apiOf(token, { signal, ...more })),

    async *listChannels(config, signal, onPause) {
      yield* listAllChannels(connect(config, signal, onPause).api, config);
    },

    async readMessages(config, channelId, cursor, { newest, signal } = {}) {
      const { api, directory } = connect(config, signal);
      const reader = new ChannelReader(api, directory, channelId, clock);
      const read = () => (newest === undefined ? reader.read(cursor) : reader.readNewest(newest));
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof NotInChannel)) throw error;
        return await joinAndRead(api, channelId, read);
      }
    },

    findChannel: (config, channelId, signal) => findChannel(apiFor(config, signal), channelId),

    async rereadThreads(config, channelId, threadIds, signal) {
      const { api, directory } = connect(config, signal);
      return new ChannelReader(api, directory, channelId, clock).rereadThreads(threadIds);
    },

    members: createChannelMembers(apiFor),
    questions: questionsOf(apiFor, { fetch, hooks }),
    answers: createThreadAnswers(apiFor, { fetch, hooks }),
    direct: createDirectMessages(apiFor, { fetch, hooks }),
    live: liveEvents(options, { apiBaseUrl, clock, connect }),
    permalink,
    startAt: (time) => startReading(time.getTime() * 1000),
  };
}

type ApiFor = (config: SlackConfig, signal?: AbortSignal) => SlackApi;
/** The fetch and the base address for Slack's response URLs. */
interface ResponseHooks {
  fetch: typeof fetch;
  hooks: string;
}

function questionsOf(apiFor: ApiFor, byHook: ResponseHooks): ThreadAsking<SlackConfig> {
  return {
    ask: (config, question, signal) => postQuestion(apiFor(config, signal), question),
    findAsked: (config, question, since, signal) => findPostedQuestion(apiFor(config, signal), question, since),
    tell: (config, told, signal) => showDecision(apiFor(config, signal), told),
    replyToPresser: (_config, press, why, signal) => replyToPresser(byHook, press, why, signal),
    fixes: {
      open: (config, form, triggerId, signal) => openFix(apiFor(config, signal), form, triggerId),
      reply: buildFixReply,
    },
  };
}

interface EventDependencies {
  apiBaseUrl: string;
  clock: () => number;
  connect(config: SlackConfig, signal?: AbortSignal): { api: SlackApi; directory: MemberDirectory };
}

/** Slack's events: signed requests to this server, or a socket that this server opens. */
function liveEvents(
  options: SlackSourceOptions,
  { apiBaseUrl, clock, connect }: EventDependencies,
): LiveEvents<SlackConfig> {
  const { fetch, socketDispatcher: dispatcher, socketRetryMs: firstRetryMs } = options;
  return {
    async readEvents(config, payloads, { withoutNames, signal }) {
      const { api, directory } = connect(config, signal);
      const events = payloads.map(parseStoredEvent);
      if (!withoutNames) {
        await directory.learn(
          api,
          events.flatMap((event) => (event?.message ? [event.message] : [])),
        );
      }
      return events.map((event) => (event ? toChatChange(event, directory) : null));
    },

    deliveries: {
      field: "signingSecret",
      readDelivery,
      readInteraction,
      looksSigned: (headers) => hasRecentSignature(headers, clock()),
      isGenuine: ({ signingSecret }, delivery) => isSigned(delivery, signingSecret ?? "", clock()),
    },

    connection: {
      field: "appToken",
      isOfTeams: true,
      keyOf: ({ appToken = "" }) => appToken,
      listen({ appToken }, listener) {
        if (!appToken) throw new CredentialsRejected("Socket Mode needs an app token.");
        const options = {
          apiBaseUrl,
          fetch,
          dispatcher,
          appToken,
          ...(firstRetryMs !== undefined && { firstRetryMs }),
        };
        // The module is loaded with the first connection, because Slack's client would slow down every start.
        void import("./socket.ts").then(({ listenOnSocket }) => listenOnSocket(options, listener));
        // Nothing was created at Slack, so nothing must be removed.
        return Promise.resolve();
      },
    },
  };
}

function permalink({ teamUrl, channelId, message }: Parameters<ChatSource<SlackConfig>["permalink"]>[0]) {
  if (!teamUrl) return null;
  const address = `${teamUrl.replace(/\/+$/, "")}/archives/${channelId}/p${message.externalId.replace(".", "")}`;
  const inThread = message.threadId !== null && message.threadId !== message.externalId;
  return inThread ? `${address}?thread_ts=${message.threadId}&cid=${channelId}` : address;
}

/** Returns an id of the token for rate limits, without the secret. */
const nameOfToken = (token: string) => createHash("sha256").update(token).digest("hex").slice(0, 32);

/** Joins a public channel if the scope permits it, and then reads. Otherwise a person must invite the bot. */
async function joinAndRead(api: SlackApi, channelId: string, read: () => Promise<MessagePage>): Promise<MessagePage> {
  try {
    await api.join(channelId);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code !== "missing-permission" && error.code !== "refused" && error.code !== "not-found") throw error;
    const { user } = await api.authTest();
    throw new NotFound(`The bot is not in this channel. Type /invite @${user} there.`, { cause: error });
  }
  return read();
}

type ApiOf = (config: SlackConfig, signal: AbortSignal | undefined) => SlackApi;

/** Answers in a question's thread, to one person alone, and in direct conversations. */
const createThreadAnswers = (
  apiOf: ApiOf,
  hooks: Parameters<typeof createPrivateAnswering>[0],
): ThreadAnswering<SlackConfig> => ({
  post: (config, answer, signal) => postAnswer(apiOf(config, signal), answer),
  find: (config, answer, since, signal) => findAnswer(apiOf(config, signal), answer, since),
  replace: (config, answer, signal) => replaceAnswer(apiOf(config, signal), answer),
  isGuest: (config, personId, _channelId, signal) => isGuest(apiOf(config, signal), personId),
  replyToVoter: (_config, press, words, signal) => replyToVoter(hooks, press, words, signal),
  privately: createPrivateAnswering(hooks),
  directly: createDirectMessageAnswering(apiOf),
});
