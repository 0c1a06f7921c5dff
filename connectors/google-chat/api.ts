import * as z from "zod";
import { RateLimited, Refused } from "../errors.ts";
import { type Fetch, type HttpAnswer, readJson, retryAfterMs, send } from "../http.ts";
import type { Pace } from "../pace.ts";
import { type AccessTokens, type Credentials, callerOf } from "./access-token.ts";
import { errorOf, type Method } from "./errors.ts";

const MOST_TRIES = 4;
/** After the last try, when Google does not say how long. */
const GIVE_UP_MS = 30_000;

/**
 * Only the fields that we read: a page of cards and previews would be many megabytes. All else in an answer is not Google's.
 * Lists in answers are taken item by item, so that one broken item does not spoil the rest.
 */
const FIELDS: Record<Method, string> = {
  spaces: "spaces(name,displayName,spaceType,spaceDetails/description,accessSettings/accessState),nextPageToken",
  messages:
    "messages(name,sender,createTime,lastUpdateTime,deleteTime,text,formattedText,thread/name,threadReply,annotations(type,startIndex,length,userMention/user/name),attachment/contentName),nextPageToken",
  members: "memberships/member(name,displayName,type),nextPageToken",
};
const nextPageToken = z.string().optional();
const spacesPage = z.strictObject({ spaces: z.array(z.unknown()).default([]), nextPageToken });
const messagesPage = z.strictObject({ messages: z.array(z.unknown()).default([]), nextPageToken });
const membersPage = z.strictObject({ memberships: z.array(z.unknown()).default([]), nextPageToken });

/** Google refused the token of a page: it is too old. */
export class StalePage extends Refused {}

export interface MessageQuery {
  filter?: string;
  orderBy?: "createTime DESC";
  pageSize: number;
  pageToken?: string | undefined;
}

export interface GoogleChatApiOptions {
  apiBaseUrl: string;
  fetch: Fetch;
  tokens: AccessTokens;
  pace: Pace;
  credentials: Credentials;
  signal: AbortSignal | undefined;
}

/** The three lists we read. All parameters repeat with each page token, as Google asks. */
export class GoogleChatApi {
  readonly #options: GoogleChatApiOptions;
  readonly #caller: string;

  constructor(options: GoogleChatApiOptions) {
    this.#options = options;
    this.#caller = callerOf(options.credentials);
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/list */
  async listSpaces(pageToken?: string) {
    const query = { filter: 'spaceType = "SPACE"', pageSize: 1000, pageToken };
    const page = await this.#call("spaces", "spaces", query, spacesPage);
    return { spaces: page.spaces, nextPageToken: page.nextPageToken || undefined };
  }

  /** Oldest first, with what is left of deleted ones. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/list */
  async listMessages(spaceId: string, query: MessageQuery) {
    try {
      const all = { ...query, showDeleted: true };
      const page = await this.#call("messages", `spaces/${spaceId}/messages`, all, messagesPage);
      return { messages: page.messages, nextPageToken: page.nextPageToken || undefined };
    } catch (error) {
      if (!(error instanceof Refused) || !query.pageToken) throw error;
      throw new StalePage(error.message, { cause: error });
    }
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/list */
  async listMembers(spaceId: string, pageToken?: string) {
    const page = await this.#call("members", `spaces/${spaceId}/members`, { pageSize: 1000, pageToken }, membersPage);
    return { members: page.memberships, nextPageToken: page.nextPageToken || undefined };
  }

  async #call<Schema extends z.ZodType>(
    method: Method,
    path: string,
    query: Record<string, string | number | boolean | undefined>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const given = Object.entries({ ...query, fields: FIELDS[method] }).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const answer = await this.#get(`${this.#options.apiBaseUrl}/v1/${path}?${search}`);
    if (answer.status === 200) return readJson(answer, schema, "Google Chat");
    throw errorOf(answer, method, this.#renewsItself);
  }

  get #renewsItself(): boolean {
    return "serviceAccount" in this.#options.credentials;
  }

  async #get(url: string): Promise<HttpAnswer> {
    const { fetch, tokens, pace, credentials, signal } = this.#options;
    let isRenewed = false;
    for (let tries = 1; ; tries += 1) {
      await pace.turn(this.#caller, signal);
      const token = await tokens.get(credentials, signal);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await send({ fetch, platform: "Google Chat" }, { method: "GET", url, headers, signal });
      if (answer.status === 401 && this.#renewsItself && !isRenewed) {
        tokens.forget(credentials);
        isRenewed = true;
        continue;
      }
      if (answer.status !== 429) return answer;
      this.#backOff(answer.headers, tries);
    }
  }

  /** Doubled each time, because Google promises no Retry-After; `RateLimited` when it would take long. */
  #backOff(headers: Headers, tries: number): void {
    const isLast = tries >= MOST_TRIES;
    const waitMs = headers.has("retry-after") ? retryAfterMs(headers) : isLast ? GIVE_UP_MS : 1000 * 2 ** (tries - 1);
    this.#options.pace.pause(this.#caller, waitMs);
    if (isLast) throw new RateLimited("Google Chat asks us to wait.", waitMs);
  }
}
