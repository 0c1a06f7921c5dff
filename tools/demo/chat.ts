import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { DemoTeam } from "./demo-team.ts";
import type { SlackMessage, SlackTeam } from "./slack-wire.ts";

export type { DemoChannel, DemoTeam } from "./demo-team.ts";
export { writeSlackExport } from "./slack-export.ts";
export type { SlackMessage } from "./slack-wire.ts";

/** A conversation that deserves an article, as a person judged. */
export interface KnowledgeConversation {
  channel: string;
  about: string;
  kind: ContentType;
  /** The `about` of the earlier conversation that answered the same question. */
  repeats?: string;
  /** The conversation's messages in order, without thanks and jokes. */
  messages: string[];
}

export const DEMO_TEAMS = ["business", "real"] as const;
export type DemoTeamName = (typeof DEMO_TEAMS)[number];

const WEEK = 7 * 86_400;
/** The newest message is at least this many seconds old, so that no message is in the future. */
const MARGIN = 3600;

/** Loads the demo's Slack teams, with their times moved so that the newest message is between an hour and a week old. */
export function loadDemoTeams(now: Date): DemoTeam[] {
  return DEMO_TEAMS.map((name) => loadDemoTeam(name, now));
}

/** Loads a team and adds whole weeks to all of its times, which keeps weekdays, hours and pauses. */
export function loadDemoTeam(name: DemoTeamName, now: Date): DemoTeam {
  const team = readDemo<SlackTeam>(name, "team.json");
  const stored = team.channels.map(({ name: channel }) => readDemo<SlackMessage[]>(name, `${channel}.json`));
  const shift = shiftTo(now, stored);
  return {
    ...team,
    channels: team.channels.map((channel, index) => ({
      ...channel,
      created: channel.created + shift,
      messages: withReplyCounts((stored[index] ?? []).map((message) => moved(message, shift))),
    })),
  };
}

/** Loads the business team's conversations that deserve an article, as a person judged; `messages` are the moved `ts`. */
export function loadKnowledge(now: Date): KnowledgeConversation[] {
  const { channels } = readDemo<SlackTeam>("business", "team.json");
  const shift = shiftTo(
    now,
    channels.map(({ name }) => readDemo<SlackMessage[]>("business", `${name}.json`)),
  );
  return readDemo<KnowledgeConversation[]>("business", "knowledge.json").map((conversation) => ({
    ...conversation,
    messages: conversation.messages.map((ts) => movedTs(ts, shift)),
  }));
}

function readDemo<T>(team: DemoTeamName, file: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "chat", team, file), "utf8")) as T;
}

function shiftTo(now: Date, channels: SlackMessage[][]): number {
  const newest = Math.max(...channels.flat().map(({ ts }) => Number(ts)));
  return Math.floor((now.getTime() / 1000 - MARGIN - newest) / WEEK) * WEEK;
}

/** Changes only the whole seconds, as text, because a `ts` has more digits than a float. */
function movedTs(ts: string, shift: number): string {
  const [seconds, rest] = ts.split(".");
  return `${Number(seconds) + shift}.${rest}`;
}

function moved(message: SlackMessage, shift: number): SlackMessage {
  const copy = { ...message, ts: movedTs(message.ts, shift) };
  if (message.thread_ts) copy.thread_ts = movedTs(message.thread_ts, shift);
  if (message.edited) copy.edited = { ...message.edited, ts: movedTs(message.edited.ts, shift) };
  return copy;
}

/** Sorts by time and adds Slack's fields to thread parents and replies. */
function withReplyCounts(messages: SlackMessage[]): SlackMessage[] {
  const sorted = messages.toSorted((a, b) => Number(a.ts) - Number(b.ts));
  const roots = new Map(sorted.map((message) => [message.ts, message]));
  for (const reply of sorted) {
    const root = reply.thread_ts === reply.ts ? undefined : roots.get(reply.thread_ts ?? "");
    if (!root) continue;
    if (root.user) reply.parent_user_id = root.user;
    root.reply_count = (root.reply_count ?? 0) + 1;
    root.reply_users = [...new Set([...(root.reply_users ?? []), reply.user ?? reply.bot_id ?? ""])];
    root.reply_users_count = root.reply_users.length;
    root.latest_reply = reply.ts;
  }
  return sorted;
}
