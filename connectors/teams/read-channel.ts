import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { CompletePeriod, MessagePage, ReadingCursor, SkippedMessage, ThreadRereadResult } from "../chat-source.ts";
import { NotFound, RateLimited, Refused, TooLarge } from "../errors.ts";
import type { GraphApi, MessageListPage } from "./api.ts";
import type { ChannelIds } from "./channel-ids.ts";
import { ExpiredLink } from "./errors.ts";
import { isByProgram, type MessageHeader, mapMessage, parseMessageHeader, toSkippedMessage } from "./map.ts";
import { parseReadingState, type ReadingState } from "./reading-state.ts";

/**
 * The greatest age of changes that `delta` returns, with some margin.
 * https://learn.microsoft.com/graph/api/chatmessage-delta
 */
const CHANGES_KEPT_MS = 235 * 86_400_000;
const NEWEST_PAGE = 50;
const NEWEST_PAGES = 5;
const REPLY_PAGES = 100;
const MOST_RESTARTS = 4;

/**
 * Reads a channel: first every post with its replies, at any age, then later changes. One call makes one step and
 * returns messages and the cursor for the next step.
 * - `all`: the list of posts, last active first.
 * - `changes`: the changes since the last poll (`delta`). They begin at the last change in the list, so that no change
 * between the two is missed. A reply, an edit or a deletion returns the whole thread.
 *
 * `delta` covers eight months. If the link in a cursor has expired, the list is read again.
 */
export class ChannelReader {
  readonly #api: GraphApi;
  readonly #place: ChannelIds;
  readonly #now: () => number;

  constructor(api: GraphApi, place: ChannelIds, now: () => number) {
    this.#api = api;
    this.#place = place;
    this.#now = now;
  }

  async read(cursor: ReadingCursor | null): Promise<MessagePage> {
    const state = begun(parseReadingState(cursor), this.#now());
    try {
      return await this.#step(state);
    } catch (error) {
      const again = this.#afterFailure(state, error);
      if (again === null) throw error;
      return { messages: [], skipped: [], complete: [], nextCursor: again, done: false };
    }
  }

  async #step(state: StartedReadingState): Promise<MessagePage> {
    const { walk } = state;
    const page = walk.kind === "all" ? await this.#posts(state) : await this.#changes(state);
    const raw = await this.#withReplies(page.items);
    const changedTo = latest([
      state.changedTo,
      ...raw.map((message) => parseMessageHeader(message)?.changedAt ?? null),
    ]);
    const next = { ...state, changedTo, walk: nextWalk(walk, page), changes: page.deltaLink ?? state.changes };
    const done = next.walk === null;
    // A link that worked resets the number of restarts.
    const restarts = done || walk.link !== null ? 0 : state.restarts;
    return { ...mapped(raw), nextCursor: { ...next, restarts }, done };
  }

  #posts({ walk, size }: StartedReadingState): Promise<MessageListPage> {
    return this.#api.listPosts(this.#place, walk.link === null ? { size } : { link: walk.link });
  }

  #changes({ walk, changes, changedTo, size }: StartedReadingState): Promise<MessageListPage> {
    const link = walk.link ?? changes;
    // An empty channel has no last change, so changes of the last day are requested.
    const since = changedTo ?? new Date(this.#now() - 86_400_000).toISOString();
    return this.#api.listChanges(this.#place, link === null ? { since, size } : { link });
  }

  /** Returns the next state after a link expired or a page was too long; null if a retry would not help. */
  #afterFailure(state: StartedReadingState, error: unknown): ReadingState | null {
    const { walk, changes, size, restarts } = state;
    const hadLink = walk.link !== null || (walk.kind === "changes" && changes !== null);
    const isShorter = error instanceof TooLarge && size > 1;
    if (restarts >= MOST_RESTARTS || !(isShorter || (error instanceof ExpiredLink && hadLink))) return null;
    return {
      ...state,
      changes: null,
      walk: { kind: walk.kind === "all" || isForgotten(state, this.#now()) ? "all" : "changes", link: null },
      size: isShorter ? Math.max(1, Math.floor(size / 4)) : size,
      restarts: restarts + 1,
    };
  }

  /** Returns the newest `count` posts by people with their replies. */
  async readNewest(count: number): Promise<MessagePage> {
    const posts: { raw: unknown; place: MessageHeader }[] = [];
    let link: string | null = null;
    for (let pages = 0; pages < NEWEST_PAGES; pages += 1) {
      const page = await this.#newestPage(link);
      for (const raw of page.items) {
        const place = parseMessageHeader(raw);
        if (place && !place.isDeleted && !isByProgram(raw)) posts.push({ raw, place });
      }
      link = page.nextLink;
      if (link === null || posts.length >= count) break;
    }
    posts.sort((a, b) => b.place.sentAt.getTime() - a.place.sentAt.getTime());
    const raw = await this.#withReplies(posts.slice(0, count).map((post) => post.raw));
    return { ...mapped(raw), complete: [], nextCursor: {}, done: true };
  }

  async #newestPage(link: string | null): Promise<MessageListPage> {
    if (link !== null) return this.#api.listPosts(this.#place, { link });
    try {
      return await this.#api.listPosts(this.#place, { size: NEWEST_PAGE });
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      return this.#api.listPosts(this.#place, { size: 1 });
    }
  }

  /** Reads whole threads. Omits threads that the rate limit does not permit. */
  async rereadThreads(threadIds: string[]): Promise<ThreadRereadResult> {
    const raw: unknown[] = [];
    for (const id of threadIds) {
      try {
        const post = await this.#api.getPost(this.#place, id);
        raw.push(post, ...(await this.#replies(id, null)));
      } catch (error) {
        if (error instanceof RateLimited) break;
        if (!(error instanceof Refused) && !(error instanceof NotFound)) throw error;
      }
    }
    return mapped(raw);
  }

  /**
   * Returns posts, each followed by its replies. Requests the remaining replies of a post with more than a thousand.
   */
  async #withReplies(posts: readonly unknown[]): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const post of posts) {
      const { replies, more } = repliesOf(post);
      const id = parseMessageHeader(post)?.id;
      all.push(post, ...replies);
      if (more !== null && id !== undefined) all.push(...(await this.#replies(id, more)));
    }
    return all;
  }

  async #replies(id: string, from: string | null): Promise<unknown[]> {
    const replies: unknown[] = [];
    let link = from;
    for (let pages = 0; pages < REPLY_PAGES; pages += 1) {
      const page: MessageListPage = await this.#api.listReplies(this.#place, id, link);
      replies.push(...page.items);
      link = page.nextLink;
      if (link === null) break;
    }
    return replies;
  }
}

type StartedReadingState = ReadingState & { walk: NonNullable<ReadingState["walk"]> };

function begun(state: ReadingState, now: number): StartedReadingState {
  if (state.walk) return { ...state, walk: state.walk };
  const isNew = state.changes === null && (state.changedTo === null || isForgotten(state, now));
  return { ...state, walk: { kind: isNew ? "all" : "changes", link: null } };
}

/** Whether the last known change is too old for `delta`. */
function isForgotten({ changedTo }: ReadingState, now: number): boolean {
  return changedTo === null || Date.parse(changedTo) < now - CHANGES_KEPT_MS;
}

function nextWalk(walk: StartedReadingState["walk"], { nextLink }: MessageListPage): ReadingState["walk"] {
  if (nextLink !== null) return { kind: walk.kind, link: nextLink };
  return walk.kind === "all" ? { kind: "changes", link: null } : null;
}

const latest = (moments: (string | null)[]): string | null =>
  moments.reduce(
    (last, moment) => (moment !== null && (last === null || Date.parse(moment) > Date.parse(last)) ? moment : last),
    null,
  );

function repliesOf(post: unknown): { replies: unknown[]; more: string | null } {
  const { replies, "replies@odata.nextLink": more } = (post ?? {}) as Record<string, unknown>;
  return { replies: Array.isArray(replies) ? replies : [], more: typeof more === "string" ? more : null };
}

/** Converts posts and replies. A post is the beginning of a thread if it has a reply or was deleted. */
function mapped(raw: readonly unknown[]): ThreadRereadResult {
  const messages: ChatMessage[] = [];
  const skipped: SkippedMessage[] = [];
  const complete: CompletePeriod[] = [];
  const placed = raw.map((message) => ({ message, place: parseMessageHeader(message) }));
  const answered = new Set(placed.map(({ place }) => place?.replyTo));
  for (const { message, place } of new Map(placed.map((item) => [item.place?.id ?? item, item])).values()) {
    if (place === null) {
      if (!isByProgram(message)) skipped.push(toSkippedMessage(message));
      continue;
    }
    if (place.isDeleted) {
      complete.push({ threadId: place.replyTo, from: place.sentAt, to: place.sentAt });
      continue;
    }
    const found = mapMessage(message, place, place.replyTo ?? (answered.has(place.id) ? place.id : null));
    if (found && "message" in found) messages.push(found.message);
    if (found && "skipped" in found) skipped.push(found.skipped);
  }
  messages.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  return { messages, skipped, complete };
}
