import * as z from "zod";
import { createRateLimited } from "../errors.ts";
import { type Fetch, type HttpCall, type HttpResponse, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import type { AccessTokens } from "../microsoft-login.ts";
import type { CallPace } from "../pace.ts";
import type { ChannelIds } from "./channel-ids.ts";
import type { TeamsCredentials } from "./credentials.ts";
import { type ApiMethod, ExpiredLink, toConnectorError } from "./errors.ts";

const PLATFORM = "Microsoft Teams";
const MOST_TRIES = 4;
const MOST_ON_A_PAGE = 50;
const MOST_SUBSCRIPTION_PAGES = 200;

/** A page of a list. Each item is validated separately, so that one malformed item does not affect the others. */
const page = z.looseObject({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});

export interface MessageListPage {
  items: unknown[];
  nextLink: string | null;
  deltaLink: string | null;
}

const subscription = z.looseObject({
  id: z.string().min(1).max(200),
  resource: z.string(),
  notificationUrl: z.string().nullish(),
  expirationDateTime: z.iso.datetime({ offset: true }),
});
export type ChannelSubscription = z.infer<typeof subscription>;

export interface ApiLimits {
  /** The rate limit that `delta` and `replies` share. */
  changes: CallPace;
  others: CallPace;
}

export interface GraphApiOptions {
  /** `https://graph.microsoft.com/v1.0` */
  apiBaseUrl: string;
  fetch: Fetch;
  tokens: AccessTokens;
  limits: ApiLimits;
  credentials: TeamsCredentials;
  signal: AbortSignal | undefined;
}

/**
 * The calls that we make to Microsoft Graph. Links in responses are followed unchanged, but only within the base
 * address.
 */
export class GraphApi {
  readonly #options: GraphApiOptions;
  /** One id for all callers with the same valid credentials in a tenant. */
  readonly #caller: string;

  constructor(options: GraphApiOptions) {
    this.#options = options;
    const { tenantId, appId } = options.credentials;
    this.#caller = `${tenantId} ${appId}`.toLowerCase();
  }

  /** https://learn.microsoft.com/graph/api/teams-list */
  listTeams(link: string | null = null): Promise<MessageListPage> {
    return this.#page("teams", link ?? "/teams?$select=id,displayName", link !== null);
  }

  /** https://learn.microsoft.com/graph/api/channel-list */
  listChannels(teamId: string, link: string | null = null): Promise<MessageListPage> {
    return this.#page("channels", link ?? `${teamPath(teamId)}/channels`, link !== null);
  }

  /** https://learn.microsoft.com/graph/api/channel-get */
  async getChannel(place: ChannelIds): Promise<unknown> {
    return this.#read(await this.#send("channel", channelPath(place)), "channel", false, z.looseObject({}));
  }

  /** Lists posts with their replies, last active first. https://learn.microsoft.com/graph/api/channel-list-messages */
  listPosts(place: ChannelIds, from: { link: string } | { size: number }): Promise<MessageListPage> {
    if ("link" in from) return this.#page("messages", from.link, true);
    const top = Math.min(from.size, MOST_ON_A_PAGE);
    return this.#page("messages", `${messagesPath(place)}?$top=${top}&$expand=replies`, false);
  }

  /** https://learn.microsoft.com/graph/api/chatmessage-delta */
  listChanges(place: ChannelIds, from: { link: string } | { since: string; size: number }): Promise<MessageListPage> {
    if ("link" in from) return this.#page("changes", from.link, true);
    const filter = encodeURIComponent(`lastModifiedDateTime gt ${from.since}`);
    const query = `$top=${from.size}&$expand=replies&$filter=${filter}`;
    return this.#page("changes", `${messagesPath(place)}/delta?${query}`, false);
  }

  /** https://learn.microsoft.com/graph/api/chatmessage-get */
  getPost(place: ChannelIds, id: string): Promise<unknown> {
    return this.#message(`${messagesPath(place)}/${encodeURIComponent(id)}`);
  }

  getReply(place: ChannelIds, postId: string, id: string): Promise<unknown> {
    return this.#message(`${messagesPath(place)}/${encodeURIComponent(postId)}/replies/${encodeURIComponent(id)}`);
  }

  async #message(path: string): Promise<unknown> {
    return this.#read(await this.#send("message", path), "message", false, z.looseObject({ id: z.string() }));
  }

  /** https://learn.microsoft.com/graph/api/chatmessage-list-replies */
  listReplies(place: ChannelIds, id: string, link: string | null = null): Promise<MessageListPage> {
    const first = `${messagesPath(place)}/${encodeURIComponent(id)}/replies?$top=${MOST_ON_A_PAGE}`;
    return this.#page("replies", link ?? first, link !== null);
  }

  /** https://learn.microsoft.com/graph/api/channel-list-members */
  listMembers(place: ChannelIds, link: string | null = null): Promise<MessageListPage> {
    return this.#page("members", link ?? `${channelPath(place)}/members`, link !== null);
  }

  /** Returns all subscriptions of this app in the tenant. https://learn.microsoft.com/graph/api/subscription-list */
  async listSubscriptions(): Promise<ChannelSubscription[]> {
    const found: ChannelSubscription[] = [];
    let link: string | null = null;
    for (let pages = 0; pages < MOST_SUBSCRIPTION_PAGES; pages += 1) {
      const page: MessageListPage = await this.#page("subscriptions", link ?? "/subscriptions", link !== null);
      found.push(...page.items.flatMap((item) => subscription.safeParse(item).data ?? []));
      link = page.nextLink;
      if (link === null) break;
    }
    return found;
  }

  /**
   * Creates a subscription without message texts, which needs neither a certificate nor a license.
   * https://learn.microsoft.com/graph/api/subscription-post-subscriptions
   */
  async createSubscription(place: ChannelIds, to: { url: string; proof: string; until: Date }): Promise<void> {
    const body = {
      changeType: "created,updated,deleted",
      notificationUrl: to.url,
      lifecycleNotificationUrl: to.url,
      resource: buildResourceName(place),
      expirationDateTime: to.until.toISOString(),
      clientState: to.proof,
    };
    this.#done(await this.#send("subscriptions", "/subscriptions", { method: "POST", body }), [201]);
  }

  /** https://learn.microsoft.com/graph/api/subscription-update */
  async renewSubscription(id: string, until: Date): Promise<void> {
    const body = { expirationDateTime: until.toISOString() };
    const path = `/subscriptions/${encodeURIComponent(id)}`;
    this.#done(await this.#send("subscriptions", path, { method: "PATCH", body }), [200]);
  }

  /**
   * Removes a subscription. One that is already deleted counts as removed.
   * https://learn.microsoft.com/graph/api/subscription-delete
   */
  async removeSubscription(id: string): Promise<void> {
    const path = `/subscriptions/${encodeURIComponent(id)}`;
    this.#done(await this.#send("subscriptions", path, { method: "DELETE" }), [200, 204, 404]);
  }

  #done(answer: HttpResponse, expected: number[]): void {
    if (!expected.includes(answer.status)) throw toConnectorError(answer, "subscriptions", false);
  }

  async #page(method: ApiMethod, target: string, isLink: boolean): Promise<MessageListPage> {
    const found = this.#read(await this.#send(method, target), method, isLink, page);
    return {
      items: found.value,
      nextLink: found["@odata.nextLink"] ?? null,
      deltaLink: found["@odata.deltaLink"] ?? null,
    };
  }

  async #send(
    method: ApiMethod,
    target: string,
    change: Pick<HttpCall, "method" | "body"> = { method: "GET" },
  ): Promise<HttpResponse> {
    const { fetch, tokens, credentials, signal } = this.#options;
    const call = { platform: PLATFORM, fetch };
    const url = this.#addressOf(target);
    const pace = this.#paceOf(method);
    for (let tries = 1, isRenewed = false; ; tries += 1) {
      const token = await tokens.get(credentials, signal);
      await pace.turn(this.#caller, signal);
      const headers = { authorization: `Bearer ${token}`, prefer: "include-unknown-enum-members" };
      const answer = await sendRequest(call, { ...change, url, headers, signal });
      if (answer.status === 401 && !isRenewed) {
        tokens.forget(credentials);
        isRenewed = true;
        continue;
      }
      if (answer.status !== 429) return answer;
      await this.#wait(parseRetryAfter(answer.headers), tries);
    }
  }

  /** Accepts a link in a response only within Graph, so that the token is never sent elsewhere. */
  #addressOf(target: string): string {
    const { apiBaseUrl } = this.#options;
    if (target.startsWith("/")) return `${apiBaseUrl}${target}`;
    if (target.startsWith(`${apiBaseUrl}/`)) return target;
    throw new ExpiredLink("Where reading stopped belongs to another address of Microsoft Graph.");
  }

  #paceOf(method: ApiMethod): CallPace {
    const { limits } = this.#options;
    return method === "changes" || method === "replies" ? limits.changes : limits.others;
  }

  /** Pauses all calls for the tenant. Throws `RateLimited` for a long pause. */
  async #wait(ms: number, tries: number): Promise<void> {
    const { changes, others } = this.#options.limits;
    const [first, second] = await Promise.allSettled([changes, others].map((pace) => pace.pause(this.#caller, ms)));
    for (const paused of [first, second]) if (paused?.status === "rejected") throw paused.reason;
    if (tries >= MOST_TRIES) throw createRateLimited(PLATFORM, ms);
  }

  #read<Schema extends z.ZodType>(
    answer: HttpResponse,
    method: ApiMethod,
    isLink: boolean,
    schema: Schema,
  ): z.output<Schema> {
    if (answer.status === 200) return readJson(answer, schema, PLATFORM);
    throw toConnectorError(answer, method, isLink);
  }
}

const teamPath = (teamId: string) => `/teams/${encodeURIComponent(teamId)}`;
const channelPath = ({ teamId, channelId }: ChannelIds) =>
  `${teamPath(teamId)}/channels/${encodeURIComponent(channelId)}`;
const messagesPath = (place: ChannelIds) => `${channelPath(place)}/messages`;

/** The channel's name as a resource of a subscription. */
export const buildResourceName = ({ teamId, channelId }: ChannelIds) =>
  `/teams/${teamId}/channels/${channelId}/messages`;
