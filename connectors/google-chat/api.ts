import * as z from "zod";
import { Refused } from "../errors.ts";
import { type HttpResponse, readJson } from "../http.ts";
import { AuthorizedCalls, type CallOptions } from "./authorized-calls.ts";
import { type ApiMethod, parseRefusal, toConnectorError } from "./errors.ts";

const MESSAGE =
  "name,sender,createTime,lastUpdateTime,deleteTime,text,formattedText,thread/name,threadReply,annotations(type,startIndex,length,userMention/user(name,type)),attachment/contentName";

const SPACE =
  "name,displayName,spaceType,singleUserBotDm,externalUserAllowed,spaceDetails/description,accessSettings/accessState";
/**
 * The fields that each call requests. Without a selection, a page with cards and previews would have many megabytes.
 * Each item of a list is validated separately, so that one malformed item does not affect the others.
 */
const FIELDS: Record<ApiMethod, string> = {
  spaces: `spaces(${SPACE}),nextPageToken`,
  space: SPACE,
  messages: `messages(${MESSAGE}),nextPageToken`,
  message: MESSAGE,
  members: "memberships/member(name,displayName,type),nextPageToken",
  membership: "member(name,type)",
  own: "member(name,type)",
  post: "name",
};
const nextPageToken = z.string().optional();
const spacesPage = z.strictObject({ spaces: z.array(z.unknown()).default([]), nextPageToken });
const messagesPage = z.strictObject({ messages: z.array(z.unknown()).default([]), nextPageToken });
const membersPage = z.strictObject({ memberships: z.array(z.unknown()).default([]), nextPageToken });

/** Google rejected a page token because it has expired. */
export class ExpiredPageToken extends Refused {}

export interface MessageQuery {
  filter?: string;
  orderBy?: "createTime DESC";
  pageSize: number;
  pageToken?: string | undefined;
}

/** A message posted by an app. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages */
export interface AppMessage {
  text: string;
  cardsV2: { cardId: string; card: object }[];
}

const posted = z.looseObject({ name: z.string().regex(/^spaces\/[\w-]+\/messages\/[\w.-]+$/) });

export type GoogleChatApiOptions = Omit<CallOptions, "platform" | "scopes"> & { apiBaseUrl: string };

/**
 * Calls Google Chat's API, to read messages and to post as our app. Google requires the same parameters with each page
 * token.
 */
export class GoogleChatApi {
  readonly #apiBaseUrl: string;
  readonly #calls: AuthorizedCalls;
  /** Calls in the app's own name, without delegation to a person. */
  readonly #asApp: AuthorizedCalls;

  constructor({ apiBaseUrl, ...options }: GoogleChatApiOptions) {
    this.#apiBaseUrl = apiBaseUrl;
    this.#calls = new AuthorizedCalls({ ...options, platform: "Google Chat", scopes: "chat" });
    const isDelegated = "actsFor" in options.credentials && options.credentials.actsFor !== null;
    this.#asApp = isDelegated
      ? new AuthorizedCalls({ ...options, platform: "Google Chat", scopes: "app" })
      : this.#calls;
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/list */
  async listSpaces(pageToken?: string) {
    const query = { filter: 'spaceType = "SPACE"', pageSize: 1000, pageToken };
    const page = await this.#call("spaces", "spaces", query, spacesPage);
    return { spaces: page.spaces, nextPageToken: page.nextPageToken || undefined };
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/get */
  getSpace(spaceId: string): Promise<unknown> {
    return this.#call("space", `spaces/${spaceId}`, {}, z.looseObject({ name: z.string() }));
  }

  /**
   * Lists messages, oldest first, with deleted messages as empty entries.
   * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/list
   */
  async listMessages(spaceId: string, query: MessageQuery) {
    try {
      const all = { ...query, showDeleted: true };
      const page = await this.#call("messages", `spaces/${spaceId}/messages`, all, messagesPage);
      return { messages: page.messages, nextPageToken: page.nextPageToken || undefined };
    } catch (error) {
      if (!(error instanceof Refused) || !query.pageToken) throw error;
      throw new ExpiredPageToken(error.message, { cause: error });
    }
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/list */
  async listMembers(spaceId: string, pageToken?: string) {
    const page = await this.#call("members", `spaces/${spaceId}/members`, { pageSize: 1000, pageToken }, membersPage);
    return { members: page.memberships, nextPageToken: page.nextPageToken || undefined };
  }

  /**
   * Returns the membership of the person with this e-mail address.
   * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/get
   */
  getMembership(spaceId: string, email: string): Promise<unknown> {
    const path = `spaces/${spaceId}/members/${encodeURIComponent(email)}`;
    return this.#call("membership", path, {}, z.looseObject({ member: z.unknown() }));
  }

  /** The message's current state. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/get */
  getMessage(spaceId: string, messageId: string): Promise<unknown> {
    return this.#call("message", `spaces/${spaceId}/messages/${messageId}`, {}, z.looseObject({ name: z.string() }));
  }

  /** Our app's own membership. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/get */
  getOwnMembership(spaceId: string): Promise<unknown> {
    return this.#call("own", `spaces/${spaceId}/members/app`, {}, z.looseObject({ member: z.unknown() }));
  }

  /**
   * Posts a message and returns its name; null if a message with this `messageId` exists already. `messageId` must
   * start with `client-`. https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
   */
  async createMessage(spaceId: string, messageId: string, thread: string, message: AppMessage): Promise<string | null> {
    const query = { messageId, messageReplyOption: "REPLY_MESSAGE_OR_FAIL" };
    const body = { ...message, thread: { name: thread } };
    const answer = await this.#send("POST", "post", `spaces/${spaceId}/messages`, query, body);
    if (answer.status !== 200 && parseRefusal(answer)?.status === "ALREADY_EXISTS") return null;
    return this.#read(answer, "post", posted).name;
  }

  /**
   * Posts a message that only `viewer` (`users/123`) sees. In a space that nobody else reads, `viewer` is null.
   * https://developers.google.com/workspace/chat/create-messages#private
   */
  async createPrivateMessage(
    spaceId: string,
    { viewer, thread, text }: { viewer: string | null; thread: string | null; text: string },
  ): Promise<void> {
    const query = { messageReplyOption: "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD" };
    const body = {
      text,
      ...(viewer && { privateMessageViewer: { name: viewer } }),
      ...(thread && { thread: { name: thread } }),
    };
    this.#read(await this.#send("POST", "post", `spaces/${spaceId}/messages`, query, body), "post", posted);
  }

  /** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/patch */
  async patchMessage(spaceId: string, messageId: string, message: AppMessage): Promise<void> {
    const path = `spaces/${spaceId}/messages/${messageId}`;
    this.#read(await this.#send("PATCH", "post", path, { updateMask: "text,cardsV2" }, message), "post", posted);
  }

  async #call<Schema extends z.ZodType>(
    method: ApiMethod,
    path: string,
    query: Record<string, string | number | boolean | undefined>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    return this.#read(await this.#send("GET", method, path, query), method, schema);
  }

  #send(
    verb: "GET" | "POST" | "PATCH",
    method: ApiMethod,
    path: string,
    query: Record<string, string | number | boolean | undefined>,
    body?: object,
  ): Promise<HttpResponse> {
    const given = Object.entries({ ...query, fields: FIELDS[method] }).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    const url = `${this.#apiBaseUrl}/v1/${path}?${search}`;
    const calls = method === "post" || method === "own" ? this.#asApp : this.#calls;
    return calls.send({ method: verb, url, ...(body && { body }) });
  }

  #read<Schema extends z.ZodType>(answer: HttpResponse, method: ApiMethod, schema: Schema): z.output<Schema> {
    if (answer.status === 200) return readJson(answer, schema, "Google Chat");
    throw toConnectorError(answer, method, this.#calls.kind);
  }
}
