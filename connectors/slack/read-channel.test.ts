import { expect, it } from "vitest";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { ALL_SCOPES, type SlackMessage, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import type { MessagePage, ReadingCursor } from "../chat-source.ts";
import { RateLimited } from "../errors.ts";
import { createSlackSource } from "./source.ts";

const CONFIG = { botToken: "xoxb-1", signingSecret: "s" };
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Returns the same numbers for the same seed, so that a failing test can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Stores messages like the server: adds new and changed messages, and deletes stored messages that a completely read
 * period does not contain.
 */
function store(kept: Map<string, ChatMessage>, page: MessagePage): void {
  const onPage = new Set(page.messages.map(({ externalId }) => externalId));
  for (const { threadId, from, to } of page.complete)
    for (const [id, message] of kept) {
      const inThread = message.threadId === id ? null : message.threadId;
      if (inThread === threadId && message.sentAt >= from && message.sentAt <= to && !onPage.has(id)) kept.delete(id);
    }
  for (const message of page.messages) kept.set(message.externalId, message);
}

it.each(
  Array.from({ length: 6 }, (_, index) => ({
    seed: index + 1,
    distribution: index % 2 === 0 ? ("commercial" as const) : ("internal" as const),
  })),
)(
  "whatever people do, what is stored comes to be what Slack shows (seed $seed, $distribution)",
  async ({ seed, distribution }) => {
    const random = randomFrom(seed);
    let now = Date.UTC(2026, 0, 1);
    const standIn = await startSlackStandIn({
      teams: [
        {
          team: { id: "T1", name: "Acme", domain: "acme" },
          botToken: CONFIG.botToken,
          scopes: ALL_SCOPES,
          users: [{ id: "U1", name: "ana" }],
          channels: [{ id: "C1", name: "general", messages: [] }],
        },
      ],
      now: () => now,
      limits: distribution === "commercial" ? "one-a-minute" : "off",
    });
    const source = createSlackSource({
      apiBaseUrl: standIn.apiBaseUrl,
      fetch,
      distribution,
      clock: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    });
    const team = standIn.team("T1");
    const roots = () =>
      team.channel("C1").messages.filter(({ thread_ts, ts, subtype }) => !subtype && (!thread_ts || thread_ts === ts));
    const kept = new Map<string, ChatMessage>();
    let cursor: ReadingCursor | null = null;

    /** Reads until no message is left, and tries again as often as Slack demands. People keep writing meanwhile. */
    async function poll(meanwhile: () => void): Promise<void> {
      for (let turn = 0; turn < 1_000; turn += 1) {
        try {
          const page: MessagePage = await source.readMessages(CONFIG, "C1", cursor);
          store(kept, page);
          cursor = JSON.parse(JSON.stringify(page.nextCursor)) as ReadingCursor;
          if (page.done) return;
        } catch (error) {
          if (!(error instanceof RateLimited)) throw error;
          now += error.retryAfterMs;
        }
        if (random(4) === 0) meanwhile();
      }
      throw new Error("Reading does not end.");
    }

    let said = 0;
    function act(): void {
      now += random(10) === 0 ? random(3 * DAY) : random(3 * MINUTE) + 1;
      const any = roots();
      const one = any[random(any.length)] as SlackMessage | undefined;
      const what = random(20);
      said += 1;
      if (!one || what < 12) team.post("C1", { user: "U1", text: `said ${said}` });
      else if (what < 17) team.reply("C1", one.ts, { user: "U1", text: `answer ${said}` });
      else if (what < 19) team.edit("C1", one.ts, `better ${said}`);
      else team.delete("C1", one.ts);
    }

    for (let round = 0; round < 6; round += 1) {
      for (let step = random(120); step >= 0; step -= 1) act();
      await poll(act);
    }
    now += DAY;
    // Enough rounds for a complete review after the last change, from the newest page to the beginning.
    for (let round = 0; round < 80; round += 1) {
      await poll(() => {});
      now += 10 * MINUTE;
    }
    const shown = team.channel("C1").messages.filter(({ subtype }) => !subtype);
    expect([...kept.values()].map(({ externalId, text }) => `${externalId} ${text}`).toSorted()).toEqual(
      shown.map(({ ts, text }) => `${ts} ${text}`).toSorted(),
    );
    expect(shown.length).toBeGreaterThan(50);
    await standIn.close();
  },
);
