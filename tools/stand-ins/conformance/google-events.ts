import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatEvent } from "../../../connectors/chat-source.ts";
import { createGoogleChatSource } from "../../../connectors/google-chat/source.ts";
import { type GoogleChatStandIn, startGoogleChatStandIn } from "../google-chat/google-chat-stand-in.ts";
import { toOpenApi } from "./discovery.ts";
import { type ConformanceReport, startValidatorFromText } from "./strict-peer.ts";

const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const PIPE = { topic: "projects/acme/topics/chat", subscription: "projects/acme/subscriptions/lorekeep" };
const DAY_MS = 86_400_000;
const PATIENCE_MS = 20_000;

/** `discoveryDir` contains Google's discovery documents `pubsub.v1.json` and `workspaceevents.v1.json`. */
export async function conformGoogleEvents(specsDir: string, discoveryDir: string): Promise<ConformanceReport> {
  const name = "Pub/Sub and Workspace Events: live events against Google's discovery documents";
  const documents = ["pubsub", "workspaceevents"].map((api) => join(discoveryDir, `${api}.v1.json`));
  const missing = documents.filter((path) => !existsSync(path));
  if (missing.length > 0)
    return { name, requests: 0, responses: 0, violations: missing.map((path) => `there is no ${path}`) };
  const [pubsub = "", events = ""] = documents.map((path) => readFileSync(path, "utf8"));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  let now = Date.now();
  const standIn = await startGoogleChatStandIn({
    spaces: ["AAA", "BBB"].map((id) => ({ id, displayName: id, people: [{ id: "1", name: "Ana" }] })),
    serviceAccounts: [{ clientEmail: ROBOT, publicKey, scopes: ["chat.bot", "chat.app.messages.readonly", "pubsub"] }],
    tokens: {},
    pipes: [PIPE],
    now: () => now,
  });
  const peers = [
    await startValidatorFromText(specsDir, { name: "pubsub.v1.json", text: toOpenApi(pubsub, "pubsub.") }, standIn.url),
    await startValidatorFromText(
      specsDir,
      { name: "workspaceevents.v1.json", text: toOpenApi(events, "workspaceevents.") },
      standIn.url,
    ),
  ] as const;
  try {
    const problems = await followSpaces(standIn, {
      urls: [peers[0].url, peers[1].url],
      key: JSON.stringify({ type: "service_account", client_email: ROBOT, private_key: privateKey }),
      clock: () => now,
      pass: (ms) => {
        now += ms;
      },
    }).catch((error: Error) => [`broke off: ${error.message}`]);
    const calls = standIn.calls.filter(({ path }) => /^\/v1\/(?:projects|subscriptions)/.test(path)).length;
    return {
      name,
      requests: calls,
      responses: calls,
      violations: [...problems, ...peers.flatMap((one) => one.violations)],
    };
  } finally {
    for (const peer of peers) peer.stop();
    await standIn.close();
  }
}

interface EventTestContext {
  /** The addresses of Pub/Sub and of Workspace Events. */
  urls: [string, string];
  key: string;
  clock: () => number;
  pass: (ms: number) => void;
}

/** Creates, renews, suspends, reactivates, refuses and removes subscriptions. Pulls and acknowledges their events. */
async function followSpaces(
  standIn: GoogleChatStandIn,
  { urls, key, clock, pass }: EventTestContext,
): Promise<string[]> {
  const problems: string[] = [];
  const [pubsubUrl, workspaceEventsUrl] = urls;
  const source = createGoogleChatSource({
    fetch,
    apiBaseUrl: standIn.url,
    tokenUrl: standIn.tokenUrl,
    clock,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    live: {
      pubsubUrl,
      workspaceEventsUrl,
      subscriptionCallsPerSecond: Number.POSITIVE_INFINITY,
      times: { channelsEveryMs: 5, lookEveryMs: 60_000, lookAgainMs: 30_000, soonestMs: 0, firstRetryMs: 5 },
    },
  });
  const config = { accessToken: key, pubsubSubscription: PIPE.subscription };
  const until = async (what: string, isTrue: () => boolean) => {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(10)) if (isTrue()) return;
    problems.push(`not so: ${what}`);
  };
  const { warnings } = await source.check(config);
  if (warnings.length > 0) problems.push(`the check warns: ${warnings.join(" ")}`);
  const heard: ChatEvent[] = [];
  const told: (string | null)[] = [];
  const channels = ["AAA", "BBB"];
  const ends = new AbortController();
  const listening = source.live?.connection.listen(config, {
    signal: ends.signal,
    onEvent: async (event) => void heard.push(event),
    onInteraction: async () => null,
    onConnected: () => told.push("connected"),
    onDisconnected: (trouble) => told.push(trouble),
    listChannels: async () => channels,
  });
  const stateOf = (space: string) => standIn.events.of(space)?.state;
  await until("both spaces are followed", () => stateOf("AAA") === "ACTIVE" && stateOf("BBB") === "ACTIVE");
  const room = standIn.space("AAA");
  const id = room.post({ userId: "1", text: "hi" });
  room.edit(id, "hello");
  room.delete(id);
  await until("three events are heard", () => heard.length === 3);
  await until("and acknowledged", () => standIn.pubsub.pipes.every((pipe) => standIn.pubsub.backlog(pipe) === 0));
  const endOf = () => Date.parse(standIn.events.of("BBB")?.expireTime ?? "");
  const before = endOf();
  pass(3.1 * DAY_MS);
  await until("subscriptions are renewed", () => endOf() > before);
  standIn.events.suspend("AAA", "USER_SCOPE_REVOKED");
  await until("a suspended one is taken up again", () => stateOf("AAA") === "ACTIVE");
  channels.pop();
  await until("the one of a space that nobody monitors is removed", () => stateOf("BBB") === undefined);
  ends.abort();
  await listening;
  const [pipe] = standIn.pubsub.pipes;
  if (pipe) pipe.mayPull = false;
  const refused = (await source.check(config)).warnings.join(" ");
  if (!refused.includes("Pub/Sub Subscriber")) problems.push(`a missing role is not named: ${refused}`);
  return problems;
}
