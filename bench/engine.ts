import { spawnSync } from "node:child_process";
import { Console } from "node:console";
import { fileURLToPath } from "node:url";
import { loadDemoTeams } from "../demo/chat.ts";
import type { DetectionSettings } from "../server/pipeline/engine.ts";
import { formConversations } from "../server/pipeline/form-conversations.ts";
import { createLocalEngine } from "../server/pipeline/local-engine/local-engine.ts";
import type { ChatMessage } from "../shared/domain/chat.ts";

const SIZES = [5_000, 50_000];
const SETTINGS: DetectionSettings = { sensitivity: 6, minMessageLength: 20, detectionKeywords: ["how to"] };

interface Run {
  messages: number;
  conversations: number;
  articles: number;
  groupingSeconds: number;
  detectingSeconds: number;
  /** From the start of the process to its end, starting Node and making the messages included. */
  processSeconds: number;
  peakMegabytes: number;
}

/** Messages a second for grouping and detecting on one core and the peak memory, each size in a process of its own. */
export async function benchEngine(): Promise<Run[]> {
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
    const ratio = (of: (run: Run) => number) => (of(large) / of(small)).toFixed(1);
    process.stdout.write(
      `${large.messages / small.messages} times the messages: ${ratio((run) => run.groupingSeconds + run.detectingSeconds)} times the time, ${ratio((run) => run.peakMegabytes)} times the memory\n`,
    );
  }
  return runs;
}

function runInChild(messages: number): Run {
  const started = performance.now();
  const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(messages)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The run over ${messages} messages failed.`);
  return { ...JSON.parse(stdout), processSeconds: (performance.now() - started) / 1_000 };
}

async function measure(count: number): Promise<Omit<Run, "processSeconds">> {
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

/** Time of the processor, so that neighbours on the machine do not count. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The demo's channels told again and again, one after the other, with new ids and times that go on. */
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
  process.stdout.write(JSON.stringify(await measure(Number(process.argv[2] ?? SIZES[0]))));
}
