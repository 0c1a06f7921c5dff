import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { CompletePeriod, MessagePage, ReadingCursor, SkippedMessage, ThreadRereadResult } from "../chat-source.ts";
import { RateLimited } from "../errors.ts";
import type { SlackApi } from "./api.ts";
import {
  ALWAYS_SHOWN_AGE,
  buildChannelPeriod,
  buildCompletePeriod,
  findSpan,
  readTimestamp,
  sortMessages,
} from "./complete-periods.ts";
import type { MemberDirectory } from "./directory.ts";
import { explainUnreadableThread, ThreadNotFound } from "./errors.ts";
import { mapMessage } from "./map.ts";
import { SLOW_PAGE_MESSAGES } from "./rate-limits.ts";
import { parseReadingState, type ReadingState } from "./reading-state.ts";
import { formatTimestamp, parseMicros } from "./timestamp.ts";

const SECOND = 1_000_000;
/** Messages per page at the start of a poll. Slack advises "no more than 200 at a time". */
const NEWEST_PAGE = 200;
/** The most messages per page of history and replies. */
const FULL_PAGE = 999;
const REVIEW_REQUESTS = 2;
/** A page of replies ends after this many threads or messages, so that little work is lost if reading stops. */
const THREADS_A_PAGE = 20;
const MESSAGES_A_PAGE = 500;
/** Messages this much older than the last known one are read again, for edits and messages that Slack showed late. */
const OVERLAP = 300 * SECOND;
/** The largest difference between our clock and Slack's. Replies within this time do not count as read yet. */
const CLOCK_MARGIN = 120 * SECOND;
/** The last seconds never count as read, because an event may contain a message that history does not show yet. */
const SETTLED_AFTER = 10 * SECOND;

interface RawMessage {
  ts?: unknown;
  thread_ts?: unknown;
  reply_count?: unknown;
  latest_reply?: unknown;
}

/**
 * Reads a channel, oldest messages first, although Slack's API returns the newest first and never includes replies. One call makes
 * one step and returns messages and the cursor for the next step, so that a crash between two steps loses nothing.
 * - `newest`: every poll starts with the newest page. If this page overlaps the known messages, no other message is new.
 * - `catch-up`: otherwise it steps back to the last known message and records where each page begins (`edges`). It then reads these
 * pages forwards. This takes two requests for 999 messages and stores only the edges.
 * - `review`: two more requests per poll step back through the rest of the channel, and restart at the newest message. Together
 * with the newest page, they find late replies in old threads (`latest_reply` after the last visit), and edits and deletions at any
 * age. A channel of 100,000 messages is reviewed once in about 50 polls; live events report changes immediately. The review does
 * not find an edited or deleted reply in a thread without a new reply. Events report it, and without events the caller reads its
 * threads again one after the other (`rereadThreads`).
 * Threads found in a step are read before the next step.
 */
export class ChannelReader {
  readonly #api: SlackApi;
  readonly #directory: MemberDirectory;
  readonly #channelId: string;
  readonly #now: () => number;

  constructor(api: SlackApi, directory: MemberDirectory, channelId: string, now: () => number) {
    this.#api = api;
    this.#directory = directory;
    this.#channelId = channelId;
    this.#now = now;
  }

  async read(cursor: ReadingCursor | null): Promise<MessagePage> {
    const state = parseReadingState(cursor);
    if (state.threads.length > 0) return this.#readThreads(state);
    if (state.phase === null) begin(state, this.#micros());
    if (state.phase === "newest") return this.#readNewestPage(state);
    if (state.phase === "catch-up") return this.#catchUp(state);
    return this.#readReview(state);
  }

  async #readNewestPage(state: ReadingState): Promise<MessagePage> {
    const limit = this.#limit(state.readTo === 0 ? FULL_PAGE : NEWEST_PAGE);
    const now = this.#micros();
    const { messages, more } = await this.#api.history(this.#channelId, { limit });
    const { oldest, newest } = findSpan(messages);
    const reachesBack = !more || oldest === null || (state.readTo > 0 && oldest <= state.readTo);
    if (!reachesBack) {
      state.phase = "catch-up";
      state.from = Math.max(0, state.readTo - OVERLAP);
      state.edges = [Math.max(now, newest ?? 0), oldest - 1];
      return this.#page(state, [], []);
    }
    const edge = more ? (oldest ?? 0) : 0;
    this.#queueThreads(state, messages, (parent) => repliesSeenTo(state, parent));
    state.readTo = Math.max(state.readTo, newest ?? 0);
    state.edge = edge;
    const isMoreBefore = more && edge > state.beginsAt;
    state.phase = isMoreBefore ? "review" : null;
    if (isMoreBefore) state.review.requestsLeft = this.#api.isSlow ? 1 : REVIEW_REQUESTS;
    else state.review = { at: null, startedAt: 0, repliesSeenTo: state.startedAt - CLOCK_MARGIN, requestsLeft: 0 };
    return this.#page(state, messages, buildChannelPeriod(edge, oldest, now, now - SETTLED_AFTER));
  }

  async #catchUp(state: ReadingState): Promise<MessagePage> {
    const now = this.#micros();
    const end = state.edges.at(-1) ?? now;
    const range = { oldest: formatTimestamp(state.from), latest: formatTimestamp(end), limit: this.#limit(FULL_PAGE) };
    const { messages, more } = await this.#api.history(this.#channelId, range);
    const { oldest, newest } = findSpan(messages);
    if (more && oldest !== null && oldest > state.from) {
      state.edges.push(oldest - 1);
      return this.#page(state, [], []);
    }
    this.#queueThreads(state, messages, (parent) => (parent > state.readTo ? 0 : repliesSeenTo(state, parent)));
    const complete = buildChannelPeriod(state.from, oldest, now, Math.min(end, now - SETTLED_AFTER));
    state.readTo = Math.max(state.readTo, newest ?? 0);
    state.from = end + 1;
    state.edges.pop();
    if (state.edges.length === 0) {
      state.edge = state.readTo;
      if (state.review.repliesSeenTo === 0) state.review.repliesSeenTo = Math.max(0, state.startedAt - CLOCK_MARGIN);
      state.phase = null;
    }
    return this.#page(state, messages, complete);
  }

  async #readReview(state: ReadingState): Promise<MessagePage> {
    const { review } = state;
    if (review.at === null) Object.assign(review, { at: state.edge, startedAt: state.startedAt });
    const latest = Math.max(0, (review.at ?? state.edge) - 1);
    const { messages, more } = await this.#api.history(this.#channelId, {
      latest: formatTimestamp(latest),
      ...(state.beginsAt > 0 && { oldest: formatTimestamp(state.beginsAt) }),
      limit: this.#limit(FULL_PAGE),
    });
    const { oldest } = findSpan(messages);
    this.#queueThreads(state, messages, () => review.repliesSeenTo);
    const goesOn = more && oldest !== null;
    review.at = goesOn ? oldest : null;
    if (!goesOn) review.repliesSeenTo = Math.max(0, review.startedAt - CLOCK_MARGIN);
    review.requestsLeft -= 1;
    if (!goesOn || review.requestsLeft <= 0) state.phase = null;
    return this.#page(state, messages, buildChannelPeriod(goesOn ? oldest : 0, oldest, this.#micros(), latest));
  }

  async #readThreads(state: ReadingState): Promise<MessagePage> {
    const raw: unknown[] = [];
    const complete: CompletePeriod[] = [];
    const skipped: SkippedMessage[] = [];
    for (let read = 0; read < THREADS_A_PAGE && raw.length < MESSAGES_A_PAGE; read += 1) {
      const thread = state.threads[0];
      if (!thread) break;
      try {
        const { replies, more, settled } = await this.#replies(thread.ts, thread.after);
        raw.push(...replies);
        const { newest } = findSpan(replies);
        const goesOn = more && newest !== null;
        const from = thread.after ?? parseMicros(thread.ts) ?? 0;
        complete.push(...buildCompletePeriod(thread.ts, from + 1, goesOn ? newest : settled));
        if (goesOn) thread.after = newest;
        else state.threads.shift();
      } catch (error) {
        if (error instanceof RateLimited && read > 0) break;
        const reason = explainUnreadableThread(error);
        if (reason === null) throw error;
        if (reason) skipped.push({ externalId: thread.ts, reason });
        state.threads.shift();
      }
    }
    const page = await this.#page(state, raw, complete);
    return { ...page, skipped: [...skipped, ...page.skipped] };
  }

  async #replies(ts: string, after: number | null) {
    const settled = this.#micros() - SETTLED_AFTER;
    const range = { ...(after !== null && { oldest: formatTimestamp(after) }), limit: this.#limit(FULL_PAGE) };
    const { messages, more } = await this.#api.replies(this.#channelId, ts, range);
    const known = after ?? 0;
    const replies = messages.filter(
      (message) => (message as RawMessage | null)?.ts !== ts && (readTimestamp(message) ?? known + 1) > known,
    );
    const root = messages.filter((message) => (message as RawMessage | null)?.ts === ts);
    return { root, replies, more, settled };
  }

  /** Returns the newest `count` messages by people with their threads, in one page. */
  async readNewest(count: number): Promise<MessagePage> {
    const own: unknown[] = [];
    let mapped = await this.#map([]);
    let cursor: string | undefined;
    for (let request = 0; request < 5; request += 1) {
      const limit = this.#limit(Math.min(NEWEST_PAGE, count + 10));
      const page = await this.#api.history(this.#channelId, { limit, ...(cursor && { cursor }) });
      own.push(...page.messages);
      mapped = await this.#map(own);
      cursor = page.nextCursor;
      if (!cursor || mapped.messages.length >= count) break;
    }
    const chosen = mapped.messages.slice(-count);
    const oldest = chosen[0]?.externalId ?? "";
    const skipped = mapped.skipped.filter(({ externalId }) => externalId === null || externalId >= oldest);
    const threadIds = new Set(chosen.flatMap(({ threadId }) => threadId ?? []));
    const read = new Map(chosen.map((message) => [message.externalId, message]));
    for (const ts of threadIds) {
      try {
        const { messages } = await this.#api.replies(this.#channelId, ts, { limit: this.#limit(FULL_PAGE) });
        const thread = await this.#map(messages);
        for (const message of thread.messages) read.set(message.externalId, message);
        skipped.push(...thread.skipped);
      } catch (error) {
        const reason =
          error instanceof RateLimited
            ? "Slack's rate limit left no room for its replies."
            : explainUnreadableThread(error);
        if (reason === null) throw error;
        if (reason) skipped.push({ externalId: ts, reason });
      }
    }
    return { messages: sortMessages([...read.values()]), skipped, complete: [], nextCursor: {}, done: true };
  }

  /** Reads whole threads with their first messages. Omits threads that the rate limit does not permit. */
  async rereadThreads(threadIds: string[]): Promise<ThreadRereadResult> {
    const raw: unknown[] = [];
    const complete: CompletePeriod[] = [];
    for (const ts of threadIds) {
      const parent = parseMicros(ts);
      if (parent === null) continue;
      try {
        const thread = await this.#thread(ts, parent);
        raw.push(...thread.messages);
        complete.push(...thread.complete);
      } catch (error) {
        if (error instanceof RateLimited) break;
        if (explainUnreadableThread(error) === null) throw error;
        // The thread no longer exists (its last reply was deleted after its first message), or Slack hides an old
        // thread.
        const now = this.#micros();
        if (error instanceof ThreadNotFound && parent > now - ALWAYS_SHOWN_AGE)
          complete.push(...buildCompletePeriod(ts, parent + 1, now - SETTLED_AFTER));
      }
    }
    return { ...(await this.#map(raw)), complete };
  }

  async #thread(ts: string, parent: number): Promise<{ messages: unknown[]; complete: CompletePeriod[] }> {
    const messages: unknown[] = [];
    const now = this.#micros();
    let after: number | null = null;
    for (;;) {
      const page = await this.#replies(ts, after);
      if (after === null) messages.push(...page.root);
      messages.push(...page.replies);
      const { newest } = findSpan(page.replies);
      if (!page.more || newest === null) break;
      after = newest;
    }
    const { oldest } = findSpan(messages.filter((message) => (message as RawMessage | null)?.ts !== ts));
    const from = Math.max(parent + 1, Math.min(oldest ?? now, now - ALWAYS_SHOWN_AGE));
    return { messages, complete: buildCompletePeriod(ts, from, now - SETTLED_AFTER) };
  }

  async #page(state: ReadingState, raw: readonly unknown[], complete: CompletePeriod[]): Promise<MessagePage> {
    const { messages, skipped } = await this.#map(raw);
    const done = state.phase === null && state.threads.length === 0;
    if (done) state.repliesSeenTo = Math.max(0, state.startedAt - CLOCK_MARGIN);
    return { messages, skipped, complete, nextCursor: state, done };
  }

  async #map(raw: readonly unknown[]): Promise<{ messages: ChatMessage[]; skipped: SkippedMessage[] }> {
    await this.#directory.learn(this.#api, raw);
    const mapped = raw.map((message) => mapMessage(message, this.#directory)).filter((item) => item !== null);
    return {
      messages: sortMessages(mapped.flatMap((item) => ("message" in item ? [item.message] : []))),
      skipped: mapped.flatMap((item) => ("skipped" in item ? [item.skipped] : [])),
    };
  }

  /** Queues the threads that may contain unknown replies. Replies before `seenTo` are known. */
  #queueThreads(state: ReadingState, messages: readonly unknown[], seenTo: (parent: number) => number): void {
    const queued = new Set(state.threads.map(({ ts }) => ts));
    for (const message of messages.toReversed() as (RawMessage | null)[]) {
      const parent = readTimestamp(message);
      const latest = parseMicros(message?.latest_reply);
      if (!message || parent === null || message.thread_ts !== message.ts || !message.reply_count) continue;
      const seen = seenTo(parent);
      const ts = message.ts as string;
      if (queued.has(ts) || (latest !== null && latest <= seen)) continue;
      // A thread that fits into one request is read completely, which also finds edits and deletions.
      const fits = Number(message.reply_count) < this.#limit(FULL_PAGE);
      state.threads.push({ ts, after: fits || seen === 0 ? null : seen });
    }
  }

  #limit(wanted: number): number {
    return this.#api.isSlow ? Math.min(wanted, SLOW_PAGE_MESSAGES) : wanted;
  }

  #micros(): number {
    return Math.floor(this.#now()) * 1000;
  }
}

function begin(state: ReadingState, now: number): void {
  state.phase = "newest";
  state.startedAt = now;
}

/** The time up to which a thread's replies are known. The review compared threads older than the last poll's newest page. */
function repliesSeenTo(state: ReadingState, parent: number): number {
  return parent < state.edge ? Math.min(state.repliesSeenTo, state.review.repliesSeenTo) : state.repliesSeenTo;
}
