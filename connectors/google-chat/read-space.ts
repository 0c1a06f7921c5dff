import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { CompletePeriod, MessagePage, ReadingCursor, SkippedMessage, ThreadRereadResult } from "../chat-source.ts";
import { NotFound, RateLimited, Refused } from "../errors.ts";
import { ExpiredPageToken, type GoogleChatApi } from "./api.ts";
import type { MemberDirectory } from "./directory.ts";
import {
  isBot,
  listMentionedApps,
  type MessageHeader,
  mapMessage,
  parseMessageHeader,
  toSkippedMessage,
} from "./map.ts";
import { parseReadingState, type ReadingState, type UnfinishedPoll } from "./reading-state.ts";

/**
 * Messages per page. Google permits up to 1000, but 200 of the longest messages are the most that fit into our size
 * limit for a response.
 */
const PAGE = 200;
/**
 * Messages up to this much older than the last known message are read again, for edits and for messages that Google
 * shows late.
 */
const OVERLAP_MS = 5 * 60_000;
const REVIEW_PAGES = 10;
const NEWEST_PAGES = 5;
const THREAD_PAGES = 5;

/**
 * Reads a space, oldest messages first. Google lists a reply at the time of its posting, so a late reply is found like
 * a new message. One call makes one step and returns messages and the cursor for the next step.
 * - `new`: every poll reads the messages since shortly before the last known one.
 * - `review`: for edits and deletions, each poll also reads ten pages of older messages. It restarts at the space's
 * beginning after the newest message. A space of 100,000 messages is reviewed once in 50 polls.
 *
 * Only messages that Google marks as deleted count as deleted. Messages hidden by a retention rule or a disabled
 * history do not.
 */
export class SpaceReader {
  readonly #api: GoogleChatApi;
  readonly #directory: MemberDirectory;
  readonly #spaceId: string;

  constructor(api: GoogleChatApi, directory: MemberDirectory, spaceId: string) {
    this.#api = api;
    this.#directory = directory;
    this.#spaceId = spaceId;
  }

  async read(cursor: ReadingCursor | null): Promise<MessagePage> {
    const state = begun(parseReadingState(cursor));
    const { walk, messages, nextPageToken } = await this.#step(state.walk);
    const at = lastTime(messages) ?? walk.at;
    const goesOn = nextPageToken ? { ...walk, pageToken: nextPageToken, at } : null;
    const next = walk.kind === "new" ? afterNew(state, at, goesOn) : afterReview(state, at, goesOn);
    return { ...(await this.#map(messages)), nextCursor: next, done: next.walk === null };
  }

  /** Makes one step. If Google rejects an expired page token, restarts after the last message read. */
  async #step(walk: UnfinishedPoll) {
    try {
      return { walk, ...(await this.#page(walk)) };
    } catch (error) {
      if (!(error instanceof ExpiredPageToken)) throw error;
      const again = { ...walk, after: walk.at ?? walk.after, pageToken: null };
      return { walk: again, ...(await this.#page(again)) };
    }
  }

  #page({ after, before, pageToken }: UnfinishedPoll) {
    const times = [after && `createTime > "${after}"`, before && `createTime < "${before}"`].filter(Boolean);
    return this.#api.listMessages(this.#spaceId, {
      pageSize: PAGE,
      ...(times.length > 0 && { filter: times.join(" AND ") }),
      ...(pageToken !== null && { pageToken }),
    });
  }

  /** Reads the newest `count` messages that start threads, with their replies. */
  async readNewest(count: number): Promise<MessagePage> {
    const raw: unknown[] = [];
    let pageToken: string | undefined;
    const beginnings = () => raw.filter((message) => isBegunByPerson(message));
    for (let page = 0; page < NEWEST_PAGES; page += 1) {
      const newestFirst = { orderBy: "createTime DESC", pageSize: PAGE, pageToken } as const;
      const { messages, nextPageToken } = await this.#api.listMessages(this.#spaceId, newestFirst);
      raw.push(...messages);
      pageToken = nextPageToken;
      if (!pageToken || beginnings().length >= count) break;
    }
    const chosen = new Set(beginnings().slice(0, count));
    const threads = new Set([...chosen].map((message) => parseMessageHeader(message)?.thread));
    const wanted = raw.filter((message) => {
      const place = parseMessageHeader(message);
      return chosen.has(message) || (place?.isReply && place.thread !== null && threads.has(place.thread));
    });
    return { ...(await this.#map(wanted.reverse())), complete: [], nextCursor: {}, done: true };
  }

  /** Reads whole threads and reports deletions that Google shows. Omits threads that the rate limit does not permit. */
  async rereadThreads(threadIds: string[]): Promise<ThreadRereadResult> {
    const raw: unknown[] = [];
    for (const id of threadIds) {
      // A message's id is THREAD.MESSAGE. A thread whose first message has another form of id is left to the review.
      const thread = /^([\w-]+)\.[\w-]+$/.exec(id)?.[1];
      if (!thread) continue;
      try {
        raw.push(...(await this.#thread(`spaces/${this.#spaceId}/threads/${thread}`)));
      } catch (error) {
        if (error instanceof RateLimited) break;
        if (!(error instanceof Refused) && !(error instanceof NotFound)) throw error;
      }
    }
    return this.#map(raw);
  }

  async #thread(name: string): Promise<unknown[]> {
    const raw: unknown[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page < THREAD_PAGES; page += 1) {
      const found = await this.#api.listMessages(this.#spaceId, {
        filter: `thread.name = ${name}`,
        pageSize: PAGE,
        ...(pageToken && { pageToken }),
      });
      raw.push(...found.messages);
      pageToken = found.nextPageToken;
      if (!pageToken) break;
    }
    return raw;
  }

  /**
   * Reads the current state of messages. Omits messages that Google does not show. May include other messages of the
   * same threads.
   */
  async readMessages(
    ids: readonly string[],
    { withoutNames }: { withoutNames: boolean },
  ): Promise<ThreadRereadResult & { appsNamed: Map<string, string[]> }> {
    const raw: unknown[] = [];
    for (const id of ids) {
      try {
        raw.push(await this.#api.getMessage(this.#spaceId, id));
      } catch (error) {
        if (!(error instanceof NotFound) && !(error instanceof Refused)) throw error;
      }
    }
    const appsNamed = new Map(
      raw.map((message) => [parseMessageHeader(message)?.id ?? "", listMentionedApps(message)]),
    );
    return { ...(await this.#map(raw, { withoutNames })), appsNamed };
  }

  async #map(raw: readonly unknown[], { withoutNames = false } = {}): Promise<ThreadRereadResult> {
    const placed = raw.map((message) => ({ raw: message, place: parseMessageHeader(message) }));
    const known = placed.flatMap(({ raw: message, place }) => (place ? [{ raw: message, place }] : []));
    const roots = await this.#roots(known);
    const all = [...new Map([...roots.fetched, ...known].map((item) => [item.place.id, item])).values()];
    if (!withoutNames) {
      await this.#directory.learn(
        this.#api,
        this.#spaceId,
        all.map((item) => item.raw),
      );
    }

    const messages: ChatMessage[] = [];
    const skipped: SkippedMessage[] = placed.filter(({ place }) => !place).map((item) => toSkippedMessage(item.raw));
    const complete: CompletePeriod[] = [];
    for (const { raw: message, place } of all) {
      const threadId = place.thread === null ? null : (roots.idOf.get(place.thread) ?? null);
      if (place.isDeleted) {
        complete.push({ threadId: threadId === place.id ? null : threadId, from: place.sentAt, to: place.sentAt });
        continue;
      }
      const mapped = mapMessage(message, place, threadId, this.#directory.nameOf);
      if (mapped && "message" in mapped) messages.push(mapped.message);
      if (mapped && "skipped" in mapped) skipped.push(mapped.skipped);
    }
    messages.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
    return { messages, skipped, complete };
  }

  /** Finds the first message of each thread with replies. Requests the first messages that are not in `known`. */
  async #roots(known: readonly LocatedMessage[]): Promise<{ idOf: Map<string, string>; fetched: LocatedMessage[] }> {
    const answered = new Set(known.flatMap(({ place }) => (place.isReply && place.thread ? [place.thread] : [])));
    const idOf = new Map<string, string>();
    const fetched: LocatedMessage[] = [];
    for (const { place } of known)
      if (!place.isReply && place.thread && answered.has(place.thread) && !idOf.has(place.thread))
        idOf.set(place.thread, place.id);
    for (const thread of answered) {
      if (idOf.has(thread)) continue;
      const { messages } = await this.#api.listMessages(this.#spaceId, {
        filter: `thread.name = ${thread}`,
        pageSize: 1,
      });
      const place = parseMessageHeader(messages[0]);
      const first = place ?? known.find((item) => item.place.thread === thread)?.place;
      if (first) idOf.set(thread, first.id);
      if (place) fetched.push({ raw: messages[0], place });
    }
    return { idOf, fetched };
  }
}

interface LocatedMessage {
  raw: unknown;
  place: MessageHeader;
}

function begun(state: ReadingState): ReadingState & { walk: UnfinishedPoll } {
  if (state.walk) return { ...state, walk: state.walk };
  const after = state.readTo && new Date(Date.parse(state.readTo) - OVERLAP_MS).toISOString();
  return { ...state, reviewTo: after, walk: { kind: "new", after, before: null, pageToken: null, at: null } };
}

function afterNew(state: ReadingState, at: string | null, goesOn: UnfinishedPoll | null): ReadingState {
  const readTo = at ?? state.readTo;
  if (goesOn || state.reviewTo === null) return { ...state, readTo, walk: goesOn };
  // Both ends are exclusive, so that a message of exactly this time is read only once, by `new` or by `review`.
  const before = new Date(Date.parse(state.reviewTo) + 1).toISOString();
  const review: UnfinishedPoll = {
    kind: "review",
    after: state.reviewedTo ?? state.beginsAt,
    before,
    pageToken: null,
    at: null,
  };
  return { ...state, readTo, reviewsLeft: REVIEW_PAGES, walk: review };
}

function afterReview(state: ReadingState, at: string | null, goesOn: UnfinishedPoll | null): ReadingState {
  const reviewsLeft = state.reviewsLeft - 1;
  if (!goesOn) return { ...state, reviewsLeft: 0, reviewedTo: null, walk: null };
  return reviewsLeft > 0
    ? { ...state, reviewsLeft, walk: goesOn }
    : { ...state, reviewsLeft: 0, reviewedTo: at, walk: null };
}

const lastTime = (messages: readonly unknown[]) =>
  messages.map(parseMessageHeader).findLast((place) => place !== null)?.createTime ?? null;

function isBegunByPerson(raw: unknown): boolean {
  const place = parseMessageHeader(raw);
  return place !== null && !place.isReply && !place.isDeleted && !isBot(raw);
}
