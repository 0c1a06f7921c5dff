import {
  type FetchFunction,
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRequestError,
  WebClient,
} from "@slack/web-api";
import * as z from "zod";
import type { OnPause } from "../chat-source.ts";
import { ConnectorError, createRateLimited, Unreachable } from "../errors.ts";
import { cleanName } from "../markdown-text.ts";
import { isGrantHandle } from "../oauth.ts";
import { createUnreadableError, toConnectionError, toConnectorError } from "./errors.ts";
import type { RateLimits, SlackMethod } from "./rate-limits.ts";

const REQUEST_TIMEOUT_MS = 30_000;
const RETRY_AFTER_UNKNOWN_MS = 10_000;
const MOST_TRIES = 4;
/** Slack's maximum. Slack permits 20 pages a minute, and a company may have thousands of channels. */
const CHANNELS_A_PAGE = 999;
const MOST_TEAMS = 1_000;

export interface SlackApiOptions {
  apiBaseUrl: string;
  fetch: typeof fetch;
  limits: RateLimits;
  token: string;
  /** The id for counting rate limits. It contains no secret. */
  workspace: string;
  signal: AbortSignal | undefined;
  /** Set by callers that wait through Slack's pauses, even long ones. */
  onPause?: OnPause | undefined;
  /** Converts a refusal by Slack. The default advises on bot tokens and similar tokens. */
  errorOf?: typeof toConnectorError;
}

/** The lists in responses are validated item by item, so that one malformed item does not affect the others. */
const nextCursor = z.looseObject({ next_cursor: z.string().nullish() }).nullish();
const messages = z.object({
  messages: z.array(z.unknown()),
  has_more: z.boolean().nullish(),
  response_metadata: nextCursor,
});

/**
 * The calls that we make to Slack, through Slack's own client library. Each call of the chat source has its own client,
 * because a client pauses all its calls after status 429. Customers therefore never wait for each other. The library's
 * retries are switched off.
 */
export class SlackApi {
  readonly workspace: string;
  readonly #client: WebClient;
  readonly #limits: RateLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #onPause: OnPause | undefined;
  readonly #errorOf: typeof toConnectorError;

  constructor({ apiBaseUrl, fetch, limits, token, workspace, signal, onPause, errorOf }: SlackApiOptions) {
    this.#onPause = onPause;
    this.#errorOf = errorOf ?? (isGrantHandle(token) ? toConnectionError : toConnectorError);
    this.workspace = workspace;
    this.#limits = limits;
    this.#signal = signal;
    this.#client = new WebClient(token, {
      slackApiUrl: apiBaseUrl,
      fetch: watched(fetch, signal),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger: silentLogger,
    });
  }

  get isSlow(): boolean {
    return this.#limits.isSlow(this.workspace);
  }

  /** https://docs.slack.dev/reference/methods/auth.test */
  authTest() {
    const answer = z.object({
      url: z.string().transform(cleanName),
      team: z.string().transform(cleanName),
      team_id: z.string().transform(cleanName),
      enterprise_id: z.string().transform(cleanName).nullish(),
      is_enterprise_install: z.boolean().nullish(),
      user: z.string().transform(cleanName),
      response_metadata: z.looseObject({ scopes: z.array(z.string()).nullish() }).nullish(),
    });
    return this.#call("auth.test", {}, answer);
  }

  /** Tests an app-level token. The returned address is not used. https://docs.slack.dev/reference/methods/apps.connections.open */
  async openConnection(): Promise<void> {
    await this.#call("apps.connections.open", {}, z.object({ url: z.string().min(1) }));
  }

  /** https://docs.slack.dev/reference/methods/conversations.list */
  async listChannels(
    types: string,
    { cursor, teamId }: { cursor?: string | undefined; teamId?: string | undefined } = {},
  ) {
    const answer = z.object({ channels: z.array(z.unknown()), response_metadata: nextCursor });
    const more = { ...(cursor && { cursor }), ...(teamId && { team_id: teamId }) };
    const args = { types, exclude_archived: true, limit: CHANNELS_A_PAGE, ...more };
    const page = await this.#call("conversations.list", args, answer);
    return { channels: page.channels, nextCursor: page.response_metadata?.next_cursor || undefined };
  }

  /** The teams of an app of a whole organization. https://docs.slack.dev/reference/methods/auth.teams.list */
  async listTeams(): Promise<string[]> {
    const answer = z.object({ teams: z.array(z.looseObject({ id: z.string() })), response_metadata: nextCursor });
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await this.#call("auth.teams.list", { limit: 100, ...(cursor && { cursor }) }, answer);
      found.push(...page.teams.map(({ id }) => id));
      cursor = page.response_metadata?.next_cursor || undefined;
      if (!cursor || found.length >= MOST_TEAMS) return found;
    }
  }

  /** A public channel that the bot is in, or null. https://docs.slack.dev/reference/methods/users.conversations */
  async anyChannelOfBot(teamId?: string): Promise<string | null> {
    const answer = z.object({ channels: z.array(z.looseObject({ id: z.string() })) });
    const args = { types: "public_channel", exclude_archived: true, limit: 200, ...(teamId && { team_id: teamId }) };
    return (await this.#call("users.conversations", args, answer)).channels[0]?.id ?? null;
  }

  /** Newest messages first, without replies. https://docs.slack.dev/reference/methods/conversations.history */
  history(channel: string, range: { oldest?: string; latest?: string; limit: number; cursor?: string }) {
    return this.#read("conversations.history", { channel, inclusive: true, ...range });
  }

  /** A thread's first message, then its replies. https://docs.slack.dev/reference/methods/conversations.replies */
  replies(channel: string, ts: string, range: { oldest?: string; limit: number }) {
    return this.#read("conversations.replies", { channel, ts, inclusive: true, ...range });
  }

  /** https://docs.slack.dev/reference/methods/conversations.info */
  async channelInfo(channel: string): Promise<unknown> {
    return (await this.#call("conversations.info", { channel }, z.object({ channel: z.unknown() }))).channel;
  }

  /** https://docs.slack.dev/reference/methods/conversations.join */
  async join(channel: string): Promise<void> {
    await this.#call("conversations.join", { channel }, z.looseObject({}));
  }

  /** https://docs.slack.dev/reference/methods/users.info */
  async user(user: string): Promise<unknown> {
    return (await this.#call("users.info", { user }, z.object({ user: z.unknown() }))).user;
  }

  /** Throws `NotFound` if nobody has the address. https://docs.slack.dev/reference/methods/users.lookupByEmail */
  async userByEmail(email: string): Promise<unknown> {
    return (await this.#call("users.lookupByEmail", { email }, z.object({ user: z.unknown() }))).user;
  }

  /** https://docs.slack.dev/reference/methods/conversations.members */
  async listMembers(channel: string, cursor?: string) {
    const answer = z.object({ members: z.array(z.string()), response_metadata: nextCursor });
    const page = await this.#call("conversations.members", { channel, limit: 1000, ...(cursor && { cursor }) }, answer);
    return { members: page.members, nextCursor: page.response_metadata?.next_cursor || undefined };
  }

  /** https://docs.slack.dev/reference/methods/users.list */
  async listUsers(cursor?: string) {
    const answer = z.object({ members: z.array(z.unknown()), response_metadata: nextCursor });
    const page = await this.#call("users.list", { limit: 200, ...(cursor && { cursor }) }, answer);
    return { members: page.members, nextCursor: page.response_metadata?.next_cursor || undefined };
  }

  /** Posts a message and returns its `ts`. https://docs.slack.dev/reference/methods/chat.postMessage */
  async post(channel: string, message: { text: string } & Record<string, unknown>): Promise<string> {
    return (await this.#call("chat.postMessage", { channel, ...message }, z.object({ ts: z.string().min(1) }))).ts;
  }

  /** https://docs.slack.dev/reference/methods/chat.update */
  async replace(channel: string, ts: string, message: { text: string; blocks: unknown[] }): Promise<void> {
    await this.#call("chat.update", { channel, ts, ...message }, z.looseObject({}));
  }

  /** Slack removes the status when the app replies. https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
  async setStatus(channel: string, threadTs: string, status: string): Promise<void> {
    const args = { channel_id: channel, thread_ts: threadTs, status };
    await this.#call("assistant.threads.setStatus", args, z.looseObject({}));
  }

  /** For the whole conversation. https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts */
  async setSuggestedPrompts(channel: string, prompts: { title: string; message: string }[]): Promise<void> {
    const args = { channel_id: channel, prompts };
    await this.#call("assistant.threads.setSuggestedPrompts", args, z.looseObject({}));
  }

  /** https://docs.slack.dev/reference/methods/views.open */
  async openView(triggerId: string, view: object): Promise<void> {
    await this.#call("views.open", { trigger_id: triggerId, view }, z.looseObject({}));
  }

  async #read(
    method: "conversations.history" | "conversations.replies",
    args: { limit: number } & Record<string, unknown>,
  ) {
    const page = await this.#call(method, args, messages);
    const nextCursor = page.response_metadata?.next_cursor || undefined;
    const more = page.has_more === true || nextCursor !== undefined;
    this.#limits.answered(this.workspace, args.limit, page.messages.length, more);
    return { messages: page.messages, more, nextCursor };
  }

  async #call<Answer>(method: SlackMethod, args: Record<string, unknown>, answer: z.ZodType<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      await this.#limits.turn(this.workspace, method, this.#signal, this.#onPause);
      try {
        const parsed = answer.safeParse(await this.#client.apiCall(method, args));
        if (!parsed.success) throw createUnreadableError();
        return parsed.data;
      } catch (error) {
        const found = this.#translate(error);
        if (!(found instanceof TooManyRequests)) throw found;
        await this.#limits.refused(this.workspace, method, found.retryAfterMs);
        if (tries === MOST_TRIES) throw createRateLimited("Slack", found.retryAfterMs);
      }
    }
  }

  #translate(error: unknown): unknown {
    if (this.#signal?.aborted) return this.#signal.reason;
    if (error instanceof WebAPIPlatformError) return this.#errorOf(error.data);
    if (error instanceof WebAPIHTTPError)
      return new Unreachable(`Slack answered with an internal error (HTTP ${error.statusCode}).`, {
        mayHaveHappened: true,
      });
    if (!(error instanceof WebAPIRequestError))
      return error instanceof ConnectorError ? error : createUnreadableError(error);
    const { original } = error;
    if (original instanceof TooManyRequests || original instanceof ConnectorError) return original;
    return new Unreachable("Slack cannot be reached.", {
      cause: original,
      mayHaveHappened: !isUnsentRequest(original),
    });
  }
}

class TooManyRequests extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super("Slack answered 429.");
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Adds features that Slack's library lacks: the caller's signal, a time limit, and a pause after a 429 with a date or
 * without Retry-After.
 */
function watched(send: typeof fetch, signal: AbortSignal | undefined): FetchFunction {
  return async (url, init) => {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await send(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    } as RequestInit);
    if (response.status !== 429) return response;
    await response.body?.cancel();
    throw new TooManyRequests(retryAfterMs(response.headers.get("retry-after")));
  };
}

function retryAfterMs(header: string | null): number {
  if (header === null || header.trim() === "") return RETRY_AFTER_UNKNOWN_MS;
  const ms = Number.isNaN(Number(header)) ? Date.parse(header) - Date.now() : Number(header) * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : RETRY_AFTER_UNKNOWN_MS;
}

export function isUnsentRequest(error: Error): boolean {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN";
}

const nothing = () => {};
/** A logger without output, because log lines of Slack's library contain text from Slack. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};
