import { spawnSync } from "node:child_process";
import { Console } from "node:console";
import { fileURLToPath } from "node:url";
import type { DetectionSettings } from "../../engine/contract.ts";
import { formConversations } from "../../engine/find/index.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { loadDemoTeams } from "../demo/chat.ts";
import { readDemoStreams } from "../evals/article-streams.ts";

const SIZES = [5_000, 50_000];
const SETTINGS: DetectionSettings = { sensitivity: 6, minMessageLength: 20, detectionKeywords: ["how to"] };

interface EngineMeasurement {
  messages: number;
  conversations: number;
  articles: number;
  groupingSeconds: number;
  detectingSeconds: number;
  /** The duration of the whole process, including starting Node and creating the messages. */
  processSeconds: number;
  peakMegabytes: number;
}

/** Measures messages per second for grouping and detecting on one core, and the peak memory. Each size has its own process. */
export async function benchEngine(): Promise<EngineMeasurement[]> {
  const runs = SIZES.map(runInChild);
  new Console(process.stdout).table(
    runs.map((run) => ({
      messages: run.messages,
      conversations: run.conversations,
      knowledge: run.articles,
      "grouping, messages/s": Math.round(run.messages / run.groupingSeconds),
      "detecting, messages/s": Math.round(run.messages / run.detectingSeconds),
      "both, messages/s": Math.round(run.messages / (run.groupingSeconds + run.detectingSeconds)),
      "whole process, messages/s": Math.round(run.messages / run.processSeconds),
      "peak RSS, MB": Math.round(run.peakMegabytes),
    })),
  );
  const [small, large] = runs;
  if (small && large) {
    const ratio = (of: (run: EngineMeasurement) => number) => (of(large) / of(small)).toFixed(1);
    process.stdout.write(
      `${large.messages / small.messages} times the messages: ${ratio((run) => run.groupingSeconds + run.detectingSeconds)} times the time, ${ratio((run) => run.peakMegabytes)} times the memory\n`,
    );
  }
  new Console(process.stdout).table(
    loadDemoTeams(new Date()).map(({ domain }): object => JSON.parse(outputOfChild(domain))),
  );
  return runs;
}

function runInChild(messages: number): EngineMeasurement {
  const started = performance.now();
  const run = JSON.parse(outputOfChild(String(messages)));
  return { ...run, processSeconds: (performance.now() - started) / 1_000 };
}

function outputOfChild(of: string): string {
  const program = fileURLToPath(import.meta.url);
  const { stdout, status, signal } = spawnSync(process.execPath, [...process.execArgv, program, of], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`The run over ${of} failed: ${status ?? signal}.`);
  return stdout;
}

const ROUNDS = 4;

/** Groups, judges and writes up the original chat of one demo team twice: in a new process, and again in the same process. */
async function measureTeam(domain: string): Promise<object> {
  const team = loadDemoTeams(new Date()).find((one) => one.domain === domain);
  if (!team) throw new Error(`The demo has no team ${domain}.`);
  const messages = team.channels.reduce((sum, channel) => sum + channel.messages.length, 0);
  const engine = createLocalEngine();
  const rates: number[] = [];
  let articles = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = cpuSeconds();
    articles = 0;
    for (const { channel, conversations } of readDemoStreams(team)) {
      for (const conversation of conversations) {
        const finding = await engine.detect(conversation, DEFAULT_DETECTION_SETTINGS);
        if (!finding.isKnowledge) continue;
        await engine.write(conversation, finding, { channelName: channel, knownTags: [] });
        articles++;
      }
    }
    rates.push(Math.round(messages / (cpuSeconds() - start)));
  }
  const [first, ...later] = rates;
  return {
    team: domain,
    messages,
    articles,
    "cold, messages/s": first,
    "warm, messages/s": later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)],
    "peak RSS, MB": Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

async function measure(count: number): Promise<Omit<EngineMeasurement, "processSeconds">> {
  const messages = synthesise(count);
  const engine = createLocalEngine();
  const start = cpuSeconds();
  const conversations = formConversations(messages);
  const grouped = cpuSeconds();
  let articles = 0;
  for (const conversation of conversations)
    articles += Number((await engine.detect(conversation, SETTINGS)).isKnowledge);
  const detected = cpuSeconds();
  return {
    messages: count,
    conversations: conversations.length,
    articles,
    groupingSeconds: grouped - start,
    detectingSeconds: detected - grouped,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  };
}

/** Returns the processor time, which other processes on the machine do not affect. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Repeats the messages of the demo's channels, with new ids and continuing times. */
function synthesise(count: number): ChatMessage[] {
  const said = loadDemoTeams(new Date("2026-11-21T00:00:00Z")).flatMap((team) =>
    team.channels.flatMap((channel) => channel.messages),
  );
  const start = Date.UTC(2026, 0, 1);
  const people = new Map<string, string>();
  return Array.from({ length: count }, (_, index) => {
    const message = said[index % said.length];
    const round = Math.floor(index / said.length);
    const user = message?.user ?? "U0";
    if (!people.has(user)) people.set(user, `person${people.size}`);
    const thread = message && "thread_ts" in message && message.thread_ts ? `${round}-${message.thread_ts}` : null;
    return {
      externalId: `${round}-${message?.ts ?? index}`,
      threadId: thread,
      author: { externalId: user, name: people.get(user) ?? user },
      sentAt: new Date(start + index * 45_000),
      editedAt: null,
      text: message?.text ?? "",
    };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , of = String(SIZES[0])] = process.argv;
  process.stdout.write(JSON.stringify(/^\d+$/.test(of) ? await measure(Number(of)) : await measureTeam(of)));
}
