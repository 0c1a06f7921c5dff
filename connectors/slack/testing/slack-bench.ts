import { afterEach } from "vitest";
import {
  ALL_SCOPES,
  type SlackMessage,
  type SlackTeamData,
  startSlackStandIn,
} from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import type { SlackConfig } from "../manifest.ts";
import { createSlackSource, type SlackSourceOptions } from "../source.ts";

export const START_MS = Date.UTC(2026, 5, 1);
export const BENCH_CONFIG: SlackConfig = { botToken: "xoxb-acme-1", signingSecret: "s" };
const PEOPLE = [
  { id: "U1", name: "ana", profile: { display_name: "Ana" } },
  { id: "U2", name: "bo", real_name: "Bo Berg", deleted: true },
  { id: "UAPP", name: "deploys", is_bot: true },
];

function team(more: Partial<SlackTeamData> = {}): SlackTeamData {
  return {
    team: { id: "T1", name: "Acme", domain: "acme" },
    botToken: BENCH_CONFIG.botToken,
    scopes: ALL_SCOPES,
    users: PEOPLE,
    channels: [{ id: "C1", name: "general", messages: [] }],
    ...more,
  };
}

/** The timestamp of the message number `index` after the start, with one message per minute. */
export const buildTimestamp = (index: number, start = START_MS) => `${Math.floor(start / 1000) + index * 60}.000100`;
export const buildMessages = (count: number): SlackMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    type: "message",
    ts: buildTimestamp(index),
    user: "U1",
    text: `message ${index}`,
  }));

/** Starts a Slack stand-in and a source. Both use one clock, which sleeping advances. */
export async function startSlack(
  data: Partial<SlackTeamData> = {},
  options: Partial<SlackSourceOptions> & { limits?: "tiers" | "one-a-minute"; daysLater?: number } = {},
) {
  let now = START_MS + (options.daysLater ?? 300) * 86_400_000;
  const slept: number[] = [];
  const standIn = await startSlackStandIn({
    teams: [team(data)],
    now: () => now,
    ...(options.limits && { limits: options.limits }),
  });
  const source = createSlackSource({
    apiBaseUrl: standIn.apiBaseUrl,
    fetch,
    clock: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    ...options,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { standIn, source, slept, pass, acme: standIn.team("T1"), now: () => now };
}

/** Returns `startSlack` for a test file. Everything that a test starts is closed at the test's end. */
export function useSlack(): typeof startSlack {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const standIn of open.splice(0)) await standIn.close();
  });
  return async (data, options) => {
    const started = await startSlack(data, options);
    open.push(started.standIn);
    return started;
  };
}
