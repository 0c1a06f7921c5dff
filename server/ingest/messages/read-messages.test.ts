import { describe, expect, it } from "vitest";
import type { ChatSource, MessagePage } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { readMessages } from "./read-messages.ts";

const message = (externalId: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  externalId,
  threadId: null,
  author: { externalId: "U1", name: "Ana" },
  sentAt: new Date(0),
  editedAt: null,
  text: "hello",
  ...more,
});

/** Creates a platform that returns these pages in order. */
function sourceOf(pages: ChatMessage[][]): ChatSource<null> {
  return {
    check: () => Promise.reject(new Error("not used")),
    listChannels: () => [] as never,
    permalink: () => null,
    startAt: () => ({}),
    readMessages: async (_config, _channel, cursor) => {
      const at = Number(cursor?.["page"] ?? 0);
      const nextCursor = { page: Math.min(at + 1, pages.length) };
      return { messages: pages[at] ?? [], skipped: [], complete: [], nextCursor, done: at === pages.length - 1 };
    },
  };
}

async function readAll(source: ChatSource<null>, cursor: MessagePage["nextCursor"] | null = null) {
  const pages: MessagePage[] = [];
  for await (const page of readMessages(source, null, "C1", cursor)) pages.push(page);
  return pages;
}

describe("Reading messages", () => {
  it("goes on page by page, also from the middle, each with the cursor behind it", async () => {
    const source = sourceOf([[message("1")], [message("2")], [message("3")]]);
    const ids = (pages: MessagePage[]) => pages.flatMap(({ messages }) => messages.map(({ externalId }) => externalId));
    const whole = await readAll(source);
    expect(ids(whole)).toEqual(["1", "2", "3"]);
    expect(ids(await readAll(source, whole[0]?.nextCursor))).toEqual(["2", "3"]);
  });

  it("leaves out a message that cannot be stored, names it, and keeps its neighbours", async () => {
    const [page] = await readAll(
      sourceOf([
        [
          message("1"),
          message("2", { sentAt: new Date(Number.NaN) }),
          message("3", { text: "x".repeat(100_001) }),
          message("4", { text: "half a \ud800 pair and a \0 byte" }),
          message("4"),
        ],
      ]),
    );
    expect(page?.messages.map(({ externalId, text }) => [externalId, text])).toEqual([
      ["1", "hello"],
      ["4", "half a \ufffd pair and a \ufffd byte"],
    ]);
    expect(page?.skipped.map(({ externalId }) => externalId)).toEqual(["2", "3"]);
  });

  it("stops when a platform sends the same empty page for ever", async () => {
    const stuck: ChatSource<null> = {
      ...sourceOf([]),
      readMessages: async () => ({ messages: [], skipped: [], complete: [], nextCursor: { page: 7 }, done: false }),
    };
    await expect(readAll(stuck)).rejects.toThrow(/same page/);
  });
});
