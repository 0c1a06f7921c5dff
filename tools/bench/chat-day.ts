import { buildEventEnvelope } from "../stand-ins/slack/event-deliveries.ts";
import { ALL_SCOPES, type SlackStandIn, type SlackUser, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import type { SlackTeam } from "../stand-ins/slack/team.ts";

export const BENCH_TEAM = "TBENCH";
export const BENCH_TOKEN = "xoxb-bench-1";
export const BENCH_SECRET = "bench-signing-secret";

const PEOPLE = 14;
const WORDS =
  "deploy queue token worker please restart staging error why <https://example.com/a?b=1|the page> `npm test` *really* &amp; thanks broken today <@U3> index cache".split(
    " ",
  );

export interface TimedEvent {
  envelope: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

/** Starts a Slack stand-in with one team and empty channels, which uses the caller's clock. */
export function startBenchSlack(channels: number, now: () => number): Promise<SlackStandIn> {
  const users: SlackUser[] = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `U${index + 1}`,
    name: `person${index + 1}`,
    real_name: `Person ${index + 1}`,
  }));
  const names = Array.from({ length: channels }, (_, index) => ({
    id: `C${index + 1}`,
    name: `room-${index + 1}`,
    messages: [],
  }));
  const team = { id: BENCH_TEAM, name: "Bench", domain: "bench" };
  return startSlackStandIn({
    teams: [{ team, botToken: BENCH_TOKEN, scopes: ALL_SCOPES, users, channels: names }],
    signingSecret: BENCH_SECRET,
    now,
  });
}

/** Simulates people's activity until this many events were sent: posts, replies, broadcasts, files, bots, edits and deletions. */
export function simulateDay(
  team: SlackTeam,
  {
    events,
    random,
    tick,
    ...others
  }: { events: number; random: () => number; tick: () => number; text?: () => string },
): TimedEvent[] {
  const told: TimedEvent[] = [];
  let at = 0;
  team.onEvent((event) => told.push({ envelope: buildEventEnvelope(team, event), at }));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const nonsense = () => Array.from({ length: 3 + Math.floor(random() * 18) }, () => pick(WORDS)).join(" ");
  const { text = nonsense } = others;
  while (told.length < events) {
    at = tick();
    const channel = pick(team.data.channels);
    const recent = channel.messages
      .slice(-60)
      .filter((message) => !message.subtype || message.subtype === "file_share");
    const any = random() < 0.2 ? pick(channel.messages) : pick(recent);
    const kind = random();
    const user = `U${1 + Math.floor(random() * PEOPLE)}`;
    if (kind < 0.4 || !any) team.post(channel.id, { user, text: text() });
    else if (kind < 0.76) team.reply(channel.id, any.thread_ts ?? any.ts, { user, text: text() });
    else if (kind < 0.78)
      team.post(channel.id, { user, text: text(), thread_ts: any.thread_ts ?? any.ts, subtype: "thread_broadcast" });
    else if (kind < 0.8)
      team.post(channel.id, { user, text: "", subtype: "file_share", files: [{ name: `plan-${told.length}.pdf` }] });
    else if (kind < 0.82) team.post(channel.id, { user, text: text(), bot_id: "B1" });
    else if (any.subtype === "tombstone") continue;
    else if (kind < 0.94) team.edit(channel.id, any.ts, text());
    else team.delete(channel.id, any.ts);
  }
  return told.slice(0, events);
}
