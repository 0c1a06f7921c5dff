import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { ChatSource, CompletePeriod, ReadingCursor, ReadOptions, SkippedMessage } from "../chat-source.ts";
import { CredentialsRejected, NotFound, RateLimited, Unreachable } from "../errors.ts";

/** The chat platform under test: its stand-in, and people who write there. */
export interface ChatPlatform<Config> {
  source: ChatSource<Config>;
  config: Config;
  /** Credentials with the right form that the platform does not accept. */
  rejectedConfig: Config;
  /** The secret in `rejectedConfig`. */
  rejectedSecret: string;
  unknownChannelId: string;
  /** Creates an empty channel that our bot can read, and returns its id. */
  newChannel(): Promise<string>;
  /**
   * Posts a message as a person at the current time, and returns its id. `inThreadOf` is the id of the thread's first
   * message.
   */
  say(channelId: string, text: string, inThreadOf?: string): Promise<string>;
  edit(channelId: string, messageId: string, text: string): Promise<void>;
  remove(channelId: string, messageId: string): Promise<void>;
  /** Makes the platform's next response about messages fail. */
  failNext(how: "rate-limited" | "garbage" | "server-error"): void;
  /** Advances the clock that the platform and the source use. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export interface ChatReading {
  messages: ChatMessage[];
  skipped: SkippedMessage[];
  complete: CompletePeriod[];
  cursor: ReadingCursor;
  pages: number;
}

/** Reads all pages. Each cursor is converted to JSON and back, as in the database. */
export async function readEverything<Config>(
  source: ChatSource<Config>,
  config: Config,
  channelId: string,
  from: ReadingCursor | null = null,
  options?: ReadOptions,
): Promise<ChatReading> {
  const reading: ChatReading = { messages: [], skipped: [], complete: [], cursor: from ?? {}, pages: 0 };
  for (let cursor = from; ; ) {
    const page = await source.readMessages(config, channelId, cursor, options);
    reading.pages += 1;
    reading.messages.push(...page.messages);
    reading.skipped.push(...page.skipped);
    reading.complete.push(...page.complete);
    cursor = JSON.parse(JSON.stringify(page.nextCursor)) as ReadingCursor;
    reading.cursor = cursor;
    if (page.done) return reading;
    if (reading.pages > 2_000) throw new Error("Reading does not end.");
  }
}

/** Whether a stored message counts as deleted after this reading. */
export function isSeenAsDeleted(reading: ChatReading, message: ChatMessage): boolean {
  const threadId = message.threadId === message.externalId ? null : message.threadId;
  const covered = reading.complete.some(
    (stretch) => stretch.threadId === threadId && stretch.from <= message.sentAt && message.sentAt <= stretch.to,
  );
  return covered && reading.messages.every(({ externalId }) => externalId !== message.externalId);
}

/** The tests that every chat source must pass. */
export function describeChatSource<Config>(name: string, setup: () => Promise<ChatPlatform<Config>>): void {
  describe(`${name}, as a chat source`, () => {
    let platform: ChatPlatform<Config>;
    beforeAll(async () => {
      platform = await setup();
    });
    afterAll(() => platform.close());

    const read = (channelId: string, from: ReadingCursor | null = null) =>
      readEverything(platform.source, platform.config, channelId, from);
    const texts = (reading: ChatReading) => reading.messages.map(({ text }) => text);

    it("names the account of valid credentials", async () => {
      const check = await platform.source.check(platform.config);
      expect(check.account).not.toBe("");
    });

    it("refuses wrong credentials with a sentence that does not show them", async () => {
      const failure = await platform.source.check(platform.rejectedConfig).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(CredentialsRejected);
      expect((failure as Error).message).toMatch(/\.$/);
      expect((failure as Error).message).not.toContain(platform.rejectedSecret);
    });

    it("lists its channels", async () => {
      const channelId = await platform.newChannel();
      const ids: string[] = [];
      for await (const page of platform.source.listChannels(platform.config))
        ids.push(...page.map((channel) => channel.externalId));
      expect(ids).toContain(channelId);
    });

    it("finds an empty channel empty", async () => {
      expect(texts(await read(await platform.newChannel()))).toEqual([]);
    });

    it("reads messages oldest first, a thread's first message with its own id as the thread", async () => {
      const channelId = await platform.newChannel();
      const root = await platform.say(channelId, "How do I reset it?");
      await platform.say(channelId, "Something else");
      const reply = await platform.say(channelId, "Hold the button", root);
      const { messages } = await read(channelId);
      expect(messages.map(({ text }) => text).toSorted()).toEqual([
        "Hold the button",
        "How do I reset it?",
        "Something else",
      ]);
      const [first, answer] = [root, reply].map((id) => messages.find(({ externalId }) => externalId === id));
      expect(first?.threadId ?? root).toBe(answer?.threadId);
      expect(messages.indexOf(first as ChatMessage)).toBeLessThan(messages.indexOf(answer as ChatMessage));
      expect(answer?.author.name).not.toBe("");
    });

    it("continues where it stopped", async () => {
      const channelId = await platform.newChannel();
      await platform.say(channelId, "before");
      const first = await read(channelId);
      platform.pass(3_600_000);
      await platform.say(channelId, "after");
      expect(texts(await read(channelId, first.cursor))).toContain("after");
    });

    it("reads a channel from a moment on, with answers in threads that began before", async () => {
      const channelId = await platform.newChannel();
      const root = await platform.say(channelId, "An old question");
      const before = (await read(channelId)).messages.map(({ sentAt }) => sentAt.getTime());
      const moment = new Date(Math.max(...before) + 60_000);
      platform.pass(120_000);
      await platform.say(channelId, "A new answer", root);
      await platform.say(channelId, "Something new");
      const since = ({ messages }: ChatReading) => messages.filter(({ sentAt }) => sentAt >= moment);
      const first = await read(channelId, JSON.parse(JSON.stringify(platform.source.startAt(moment))));
      expect(
        since(first)
          .map(({ text }) => text)
          .toSorted(),
      ).toEqual(["A new answer", "Something new"]);
      platform.pass(3_600_000);
      await platform.say(channelId, "Later still");
      expect(texts(await read(channelId, first.cursor))).toContain("Later still");
    });

    it("returns the same page again for the same cursor", async () => {
      const channelId = await platform.newChannel();
      await platform.say(channelId, "once");
      await read(channelId);
      expect(texts(await read(channelId))).toEqual(["once"]);
    });

    it("finds a late reply in an old thread", async () => {
      const channelId = await platform.newChannel();
      const root = await platform.say(channelId, "An old question");
      await platform.say(channelId, "A first answer", root);
      const first = await read(channelId);
      platform.pass(40 * 86_400_000);
      await platform.say(channelId, "A late answer", root);
      expect(texts(await read(channelId, first.cursor))).toContain("A late answer");
    });

    it("finds edits", async () => {
      const channelId = await platform.newChannel();
      const id = await platform.say(channelId, "port 8080");
      const first = await read(channelId);
      platform.pass(60_000);
      await platform.edit(channelId, id, "port 9090");
      const again = await read(channelId, first.cursor);
      const edited = again.messages.find(({ externalId }) => externalId === id);
      expect(edited?.text).toBe("port 9090");
      expect(edited?.editedAt).toBeInstanceOf(Date);
    });

    it("finds deletions", async () => {
      const channelId = await platform.newChannel();
      const [gone, kept] = [await platform.say(channelId, "wrong"), await platform.say(channelId, "right")];
      platform.pass(60_000);
      const first = await read(channelId);
      await platform.remove(channelId, gone);
      const again = await read(channelId, first.cursor);
      const deleted = first.messages
        .filter((message) => isSeenAsDeleted(again, message))
        .map(({ externalId }) => externalId);
      expect(deleted).toEqual([gone]);
      expect(deleted).not.toContain(kept);
    });

    it("reads a whole thread again and finds edits and deletions of replies", async () => {
      const channelId = await platform.newChannel();
      const root = await platform.say(channelId, "A question");
      const edited = await platform.say(channelId, "An answer", root);
      const removed = await platform.say(channelId, "A wrong one", root);
      const before = await read(channelId);
      platform.pass(60_000);
      await platform.edit(channelId, edited, "A better answer");
      await platform.remove(channelId, removed);
      platform.pass(60_000);
      const again = await platform.source.rereadThreads?.(platform.config, channelId, [root]);
      expect(again?.messages.map(({ text }) => text).toSorted()).toEqual(["A better answer", "A question"]);
      const gone = before.messages.filter((message) => isSeenAsDeleted({ ...before, ...again }, message));
      expect(gone.map(({ text }) => text)).toEqual(["A wrong one"]);
    });

    it("reads only the newest messages on request, with their threads", async () => {
      const channelId = await platform.newChannel();
      for (let index = 1; index <= 5; index += 1) await platform.say(channelId, `message ${index}`);
      const root = await platform.say(channelId, "a question");
      await platform.say(channelId, "an answer", root);
      const reading = await readEverything(platform.source, platform.config, channelId, null, { newest: 2 });
      expect(texts(reading)).toEqual(["message 5", "a question", "an answer"]);
    });

    it("refuses a channel that does not exist", async () => {
      await expect(read(platform.unknownChannelId)).rejects.toBeInstanceOf(NotFound);
    });

    it("reports that the platform demands a pause", async () => {
      const channelId = await platform.newChannel();
      platform.failNext("rate-limited");
      const failure = await read(channelId).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RateLimited);
      expect((failure as RateLimited).retryAfterMs).toBeGreaterThan(0);
      platform.pass((failure as RateLimited).retryAfterMs);
    });

    it.each(["garbage", "server-error"] as const)(
      "treats %s as an unreachable platform and not as an empty channel",
      async (how) => {
        const channelId = await platform.newChannel();
        platform.failNext(how);
        await expect(read(channelId)).rejects.toBeInstanceOf(Unreachable);
      },
    );

    it("stops when it is aborted", async () => {
      const channelId = await platform.newChannel();
      const signal = AbortSignal.abort(new Error("enough"));
      const reading = platform.source.readMessages(platform.config, channelId, null, { signal });
      await expect(reading).rejects.toThrow("enough");
    });
  });
}
