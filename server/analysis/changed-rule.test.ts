import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import type { SlackMessage } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { articles } from "../db/schema.ts";
import { type AnalysisStage, openStage, type StageChannel } from "./testing/analysis-stage.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const DAY = 86_400;
const TODAY = Math.floor(Date.now() / 1000);
const USERS = ["UANA", "UBO", "UCY"];

/** Messages by people in turn, `daysAgo` days ago, outside of threads. */
const said = (daysAgo: number, ...texts: string[]): SlackMessage[] =>
  texts.map((text, at) => ({
    type: "message",
    user: USERS[at % 2] ?? "UANA",
    text,
    ts: `${TODAY - daysAgo * DAY + at * 60}.000100`,
  }));

const EN = [
  "Until when can an order still go out today?",
  "The cut-off is 15:00. Whatever is in the system by then leaves with the evening truck.",
  "Thanks!",
];
const DE = [
  "Bis wann kann ich Bestellungen für den Versand heute noch eingeben?",
  "Annahmeschluss ist 15:00 Uhr. Was später kommt, geht erst am nächsten Tag raus.",
  "Danke dir!",
];
const RULES: [what: string, then: string[], now: string[]][] = [
  [
    "an English question asked again in other words",
    EN,
    [
      "When do orders have to be in for same day dispatch?",
      "The cut-off is 13:00. The carrier comes earlier since last week.",
      "ok thx",
    ],
  ],
  [
    "an English announcement that is too short for an article",
    EN,
    ["Heads up everyone: from Monday on the cut-off for orders that go out the same day is 13:00, no longer 15:00."],
  ],
  [
    "a German question asked again",
    DE,
    [
      "Bis wann kann ich Bestellungen für den Versand noch eingeben?",
      "Annahmeschluss ist 13 Uhr, weil der Fahrer jetzt früher kommt. Was später kommt, geht erst am nächsten Tag raus.",
      "Alles klar, danke",
    ],
  ],
  [
    "a German announcement in other words",
    DE,
    [
      "Ab Montag ist Annahmeschluss für Bestellungen schon um 13:00 Uhr, nicht mehr um 15:00 Uhr. Was später kommt, geht erst am nächsten Tag raus.",
    ],
  ],
];

const dayOf = (daysAgo: number) => new Date((TODAY - daysAgo * DAY) * 1000).toISOString().slice(0, 10);

async function get<T>({ person }: StageChannel, url: string): Promise<T> {
  const answer = await person.inject({ method: "GET", url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as T;
}

describe("Without a model, a rule that has another value three weeks later is told as a change", () => {
  it.each(RULES)("when it is %s", async (_, then, now) => {
    const channel = await stage.newChannel([...said(24, ...then), ...said(3, ...now)]);
    await channel.run("analyse");
    const rows = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(rows).toHaveLength(1);
    expect(`${rows[0]?.summaryText} ${rows[0]?.bodyText}`).toContain("15:00");
    expect(`${rows[0]?.summaryText} ${rows[0]?.bodyText}`).not.toMatch(/13(?::00)?/);
    const { items } = await get<InboxPage>(channel, "/api/inbox");
    const conflicts = items.filter(({ kind }) => kind === "conflict");
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]).toMatchObject({
      known: { text: expect.stringContaining("15:00"), saidBy: [{ sentAt: expect.stringContaining(dayOf(24)) }] },
      fresh: { text: expect.stringMatching(/13(?::00| Uhr)/), saidBy: [{ sentAt: expect.stringContaining(dayOf(3)) }] },
    });
  });
});

it("An announcement that changes no article and is too little for one stays out of the inbox", async () => {
  const channel = await stage.newChannel([
    ...said(24, ...EN),
    ...said(3, "Reminder: please clear the fridge by 16:00 on Friday, what is left goes into the bin."),
  ]);
  await channel.run("analyse");
  const rows = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
  expect(rows.map(({ title }) => title)).toEqual(["Until when can an order still go out today?"]);
  expect((await get<InboxPage>(channel, "/api/inbox")).items).toEqual([]);
});

it("A question that nobody answered is no article, also with a question back", async () => {
  const channel = await stage.newChannel(
    said(
      3,
      "How do I get pages to load over the VPN in a hotel? It says connected, but no page opens at all.",
      "Does `ping 10.20.0.1` answer in the terminal?",
      "Yes, ping answers, but every page just keeps spinning until it times out.",
    ),
  );
  await channel.run("analyse");
  expect(await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId))).toEqual([]);
});
