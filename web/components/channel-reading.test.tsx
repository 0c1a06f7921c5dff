import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { Channel, ChannelReading as Reading } from "../../shared/contract/channels.ts";
import { channels } from "../testing/sample-data.ts";
import { ChannelReadingState } from "./channel-reading.tsx";

const UNREAD: Reading = {
  isLive: false,
  liveTrouble: null,
  readTo: null,
  waiting: { messages: 0, conversations: 0 },
  skipped: { messages: 0, why: [] },
  filledIn: 0,
  isPrivate: false,
  held: 0,
};

/** The visible paragraphs for this state of reading. */
function told(reading: Partial<Reading>): string[] {
  const shown = { ...(channels[0] as Channel), reading: { ...UNREAD, ...reading } };
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <ChannelReadingState channel={shown} />
    </MemoryRouter>,
  );
  return [...markup.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text = ""]) => text);
}

describe("how far a channel is read", () => {
  it("is not told before the first reading", () => {
    expect(told({})).toEqual([]);
  });

  it("says what waits, in one sentence that begins with a capital", () => {
    expect(told({ waiting: { messages: 1, conversations: 2 } })).toEqual([
      "1 message waiting · 2 conversations to analyze",
    ]);
    expect(told({ waiting: { messages: 0, conversations: 1 } })).toEqual(["1 conversation to analyze"]);
  });

  it("says up to where, and what a check had to fill in", () => {
    const [sentence = ""] = told({ readTo: "2026-11-20T09:00:00.000Z", filledIn: 3 });
    expect(sentence).toMatch(/^Read up to .+ · 3 messages found by the last check$/);
  });

  it("says that it is private, and what waits for that to be decided with the way there", () => {
    expect(told({ isPrivate: true })).toEqual(["Private"]);
    const [fact, held = ""] = told({ isPrivate: true, held: 2 });
    expect(fact).toBe("Private");
    expect(held).toMatch(
      /^2 articles are held back\. <a [^>]*href="\/articles\?view=inbox"[^>]*>Decide who may read them<\/a>$/,
    );
    expect(told({ held: 1 })[0]).toMatch(/^1 article is held back\. <a [^>]*>Decide who may read it<\/a>$/);
  });

  it("says what was left out and why, and what is wrong with the events", () => {
    expect(
      told({
        skipped: { messages: 2, why: ["The message is too long.", "The message has no readable date."] },
        liveTrouble: "Slack took the app away.",
      }),
    ).toEqual([
      "2 messages left out. The message is too long. The message has no readable date.",
      "Slack took the app away.",
    ]);
  });
});
