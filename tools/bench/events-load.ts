import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { startRun } from "../../server/analysis/start-run.ts";
import { inWorkspace } from "../../server/db/workspace-scope.ts";
import { buildEventEnvelope, signatureHeaders } from "../stand-ins/slack/event-deliveries.ts";
import type { SlackMessage, SlackTeamData } from "../stand-ins/slack/slack-stand-in.ts";
import type { SlackEvent } from "../stand-ins/slack/team.ts";
import { BENCH_SECRET, BENCH_TEAM, startBenchSlack } from "./chat-day.ts";
import { connectTeam, openBenchDeps } from "./events-company.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { createTeamOfSize } from "./import.ts";

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const CHANNELS = 6;
const DAY_SECONDS = 86_400;
const EVERY_MS = 500;
const PROMISED_MS = 1_000;

/** Older messages of channels, which the product reads while events arrive. */
export interface ChannelHistory {
  name: string;
  messages: number;
  fill(team: SlackTeamData, messages: number): void;
}

export const HISTORIES: ChannelHistory[] = [
  { name: "one endless conversation in each channel", messages: 120_000, fill: fillWithEndlessMessages },
  { name: "what people really say", messages: 60_000, fill: fillWithRealMessages },
];

/** Sends two events a second to one process of the product, which reads and analyzes older messages at the same time. */
export async function benchDeliveries(minutes: number, history: ChannelHistory): Promise<void> {
  const slack = await startBenchSlack(CHANNELS, Date.now);
  const team = slack.team(BENCH_TEAM);
  history.fill(team.data, history.messages);
  process.stdout.write(`A history of ${history.messages} messages, ${history.name}:\n`);
  try {
    await onFreshDatabase(async (pool, dataDir) => {
      const deps = await openBenchDeps(pool, dataDir, slack.url);
      const { workspaceId, channelIds } = await connectTeam(deps, slack);
      const [port = 0] = await freePorts(1);
      const product = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN], {
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          DATABASE_URL: "",
          PORT: String(port),
          LOG_LEVEL: "fatal",
          SLACK_API_URL: `${slack.url}/api`,
          EGRESS_ALLOW: new URL(slack.url).host,
        },
        stdio: ["ignore", "ignore", "inherit"],
      });
      try {
        const address = `http://127.0.0.1:${port}`;
        await untilItAnswers(address);
        await inWorkspace(deps.db, workspaceId, (scope) =>
          startRun(deps, scope, { kind: "analyse", input: { channelIds }, requestedBy: null }),
        );
        const events = team.data.channels.map(({ id }) => id);
        const delays = await deliver(`${address}/api/slack/events`, {
          minutes,
          channels: events,
          envelope: (event) => buildEventEnvelope(team, event),
        });
        await report(pool, workspaceId, delays);
      } finally {
        const ended = once(product, "exit");
        product.kill("SIGTERM");
        await ended;
        await deps.queue.stop(0);
        await deps.events.stop();
      }
    });
  } finally {
    await slack.close();
  }
}

/** Posts nearly the same questions and answers all day, so that neither silence nor a new topic ends the conversation. */
function fillWithEndlessMessages({ channels }: SlackTeamData, messages: number): void {
  const from = Math.floor(Date.now() / 1000) - 200 * DAY_SECONDS;
  for (let index = 0; index < messages; index += 1) {
    const step = index % 31;
    const text = `Why does the deployment of part ${index % 977} stop at step ${step}? Run \`make step-${step}\` first.`;
    const user = `U${1 + ((index * 7919) % 14)}`;
    channels[index % channels.length]?.messages.push({
      type: "message",
      ts: `${from + index * 100}.000100`,
      user,
      text,
    });
  }
}

/** Repeats the messages of the demo's people, each time some weeks earlier. */
function fillWithRealMessages({ users, channels }: SlackTeamData, messages: number): void {
  const demo = createTeamOfSize(messages);
  users.push(...demo.users);
  for (const [index, channel] of demo.channels.entries())
    channels[index % channels.length]?.messages.push(...(channel.messages as SlackMessage[]));
  for (const channel of channels) channel.messages.sort((a, b) => (a.ts < b.ts ? -1 : 1));
}

interface EventLoad {
  minutes: number;
  channels: string[];
  envelope: (event: SlackEvent) => Record<string, unknown>;
}

/** Returns the time to each acknowledgement in milliseconds, infinite for a refusal. */
async function deliver(url: string, { minutes, channels, envelope }: EventLoad): Promise<number[]> {
  const delays: number[] = [];
  const open: Promise<void>[] = [];
  const count = Math.round((minutes * 60_000) / EVERY_MS);
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const now = Date.now();
    const ts = `${Math.floor(now / 1000)}.${String(index % 1_000_000).padStart(6, "0")}`;
    const channel = channels[index % channels.length] ?? "";
    const event = {
      type: "message",
      channel,
      channel_type: "channel",
      user: "U1",
      ts,
      event_ts: ts,
      text: `now ${index}`,
    };
    const body = JSON.stringify(envelope(event));
    open.push(
      (async () => {
        const sentAt = performance.now();
        const headers = { "content-type": "application/json", ...signatureHeaders(body, BENCH_SECRET) };
        const answer = await fetch(url, { method: "POST", headers, body }).catch(() => null);
        await answer?.arrayBuffer();
        // Slack would send the event again. The benchmark counts an infinite wait.
        delays.push(answer?.ok ? performance.now() - sentAt : Number.POSITIVE_INFINITY);
      })(),
    );
    await sleep(Math.max(0, startedAt + (index + 1) * EVERY_MS - performance.now()));
  }
  await Promise.all(open);
  return delays;
}

async function report(pool: pg.Pool, workspaceId: string, delays: number[]): Promise<void> {
  const { rows } = await pool.query<{ read: number; waiting: number; state: string; seconds: number }>(
    `select (select count(*)::int from messages where workspace_id = $1) as read,
      (select count(*)::int from chat_events where workspace_id = $1 and state = 'waiting') as waiting,
      r.state, extract(epoch from coalesce(r.finished_at, now()) - r.created_at)::int as seconds
     from runs r where r.workspace_id = $1 order by r.created_at limit 1`,
    [workspaceId],
  );
  const [found] = rows;
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  process.stdout.write(
    `${delays.length} deliveries, two a second, beside a backfill (${found?.state} after ${found?.seconds} s, ${found?.read} messages stored, ${found?.waiting} events waiting at the end)\n`,
  );
  process.stdout.write(`acknowledged after ${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(1)} ms (slowest)\n`);
  if (at(0.99) > PROMISED_MS) throw new Error("One delivery in a hundred waited longer than a second.");
}

async function untilItAnswers(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${address}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("The product did not start.");
}
