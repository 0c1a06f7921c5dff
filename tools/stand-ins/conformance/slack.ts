import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import type { SlackConfig } from "../../../connectors/slack/manifest.ts";
import { createSlackSource } from "../../../connectors/slack/source.ts";
import { buildEventEnvelope } from "../slack/event-deliveries.ts";
import { ALL_SCOPES, type SlackStandIn, type SlackTeamData, startSlackStandIn } from "../slack/slack-stand-in.ts";
import type { SlackEvent } from "../slack/team.ts";
import { type ConformanceReport, startSpecValidator } from "./strict-peer.ts";

/*
 * The same people wrote our Slack connector and its stand-in, so both could contain the same error. This run compares
 * every request with Slack's OpenAPI file, and every response and event with the types of Slack's official packages.
 */

const TYPE_OF_METHOD: Record<string, string> = {
  "auth.test": "SlackAuth",
  "conversations.list": "SlackList",
  "conversations.history": "SlackHistory",
  "conversations.replies": "SlackReplies",
  "conversations.info": "SlackInfo",
  "conversations.join": "SlackInfo",
  "users.conversations": "SlackList",
  "users.info": "SlackUser",
  "users.list": "SlackUsers",
  "team.info": "SlackTeam",
  "chat.getPermalink": "SlackPermalink",
  "chat.postMessage": "SlackPost",
};

/** `specsDir` contains `peers/` (strict-peer.cjs and slack.peer.json) and `types/` (Slack*.schema.json). */
export async function conformSlack(specsDir: string): Promise<ConformanceReport> {
  // Compares the format of requests and responses, not the rate limits.
  const standIn = await startSlackStandIn({ teams: [TEAM], limits: "off" });
  const types = new SlackTypes(specsDir);
  const stopHearing = holdEvents(standIn, types);
  const peer = await startSpecValidator(specsDir, "slack.peer.json", standIn.url);
  try {
    const problems = await readThrough(`${peer.url}/api/`, types.fetch, standIn).catch((error: Error) => [
      `broke off: ${error.message}`,
    ]);
    return {
      name: "Slack: source and stand-in against Slack's OpenAPI file and the types of its packages",
      requests: standIn.calls.length,
      responses: types.checked,
      violations: [...problems, ...peer.violations, ...types.violations],
    };
  } finally {
    stopHearing();
    peer.stop();
    await standIn.close();
  }
}

const CONFIG: SlackConfig = { botToken: "xoxb-conformance", signingSecret: "unused" };
const ts = (index: number) => `${1_767_225_600 + index * 30}.000100`;

/** A team with enough data for several pages of each list. */
const TEAM: SlackTeamData = {
  team: { id: "T1", name: "Acme", domain: "acme" },
  botToken: CONFIG.botToken,
  scopes: ALL_SCOPES,
  users: [
    ...Array.from({ length: 220 }, (_, index) => ({
      id: `U${index}`,
      name: `person${index}`,
      profile: { display_name: `Person ${index}` },
    })),
    { id: "UGONE", name: "gone", real_name: "Gone Person", deleted: true },
  ],
  channels: [
    {
      id: "C1",
      name: "general",
      purpose: { value: "All of us" },
      created: 1_767_000_000,
      messages: Array.from({ length: 650 }, (_, index) => ({
        type: "message",
        ts: ts(index),
        user: index === 7 ? "UGONE" : `U${index % 220}`,
        text: index === 11 ? "see <#C3> and <@UNOBODY>" : `message ${index}`,
        ...(index % 10 === 1 && { thread_ts: ts(index - 1) }),
        ...(index === 20 && { edited: { user: "U20", ts: ts(21) } }),
        ...(index === 25 && {
          files: [{ id: "F1", name: "log.txt", mimetype: "text/plain", size: 12 }],
          subtype: "file_share",
        }),
        ...(index === 30 && { subtype: "channel_join" }),
      })),
    },
    { id: "C2", name: "not-yet-joined", is_member: false, messages: [{ ts: ts(0), user: "U1", text: "hello" }] },
    { id: "C3", name: "old", is_archived: true, messages: [] },
    { id: "G1", name: "board", is_private: true, messages: [] },
    ...Array.from({ length: 250 }, (_, index) => ({ id: `CM${index}`, name: `many-${index}`, messages: [] })),
  ],
};

/** Uses every method of a chat source; returns the violations. */
async function readThrough(apiBaseUrl: string, checkedFetch: typeof fetch, standIn: SlackStandIn): Promise<string[]> {
  const problems: string[] = [];
  const expect = (promise: string, isKept: boolean) => void (isKept || problems.push(`not kept: ${promise}`));
  const source = createSlackSource({ apiBaseUrl, fetch: checkedFetch });
  const check = await source.check(CONFIG);
  expect("the check names the team", check.account === "Acme (bot lorekeep)");
  let channels = 0;
  for await (const page of source.listChannels(CONFIG)) channels += page.length;
  const active = TEAM.channels.filter(({ is_archived: isArchived }) => !isArchived);
  expect("all channels that are not archived are listed", channels === active.length);

  const readAll = async (channelId: string, from: Record<string, unknown> | null) => {
    const texts: string[] = [];
    for (let cursor = from; ; ) {
      const page = await source.readMessages(CONFIG, channelId, cursor);
      texts.push(...page.messages.map(({ text }) => text));
      cursor = page.nextCursor;
      if (page.done) return { texts, cursor };
    }
  };
  const first = await readAll("C1", null);
  expect("every message of a person is read once", first.texts.length === 649 && new Set(first.texts).size === 649);
  expect("a public channel is joined and read", (await readAll("C2", null)).texts.join() === "hello");

  const acme = standIn.team("T1");
  acme.reply("C1", ts(100), { user: "U1", text: "late" });
  acme.edit("C1", ts(300), "better");
  acme.delete("C1", ts(302));
  acme.delete("C1", ts(0));
  acme.rename("C2", "joined");
  acme.archive("C2");
  acme.leave("C2");
  const second = await readAll("C1", first.cursor);
  expect("late replies and edits are found", second.texts.includes("late") && second.texts.includes("better"));
  const newest = await source.readMessages(CONFIG, "C1", null, { newest: 10 });
  expect("the newest are read with their threads", newest.messages.length >= 10);

  const call = (method: string, args: Record<string, string>) =>
    checkedFetch(`${apiBaseUrl}${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${CONFIG.botToken}` },
      body: new URLSearchParams(args),
    });
  const others = [
    call("team.info", {}),
    call("chat.getPermalink", { channel: "C1", message_ts: ts(5) }),
    call("chat.postMessage", { channel: "C1", text: "from the bot" }),
    call("users.info", { user: "UNOBODY" }),
    call("conversations.history", { channel: "CNONE" }),
  ];
  expect(
    "the other methods answer",
    (await Promise.all(others)).every((response) => response.ok),
  );
  return problems;
}

/** Compares responses and events with schemas made from the types of @slack/web-api and @slack/types. */
class SlackTypes {
  checked = 0;
  readonly violations: string[] = [];
  readonly #specsDir: string;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(specsDir: string) {
    this.#specsDir = specsDir;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const method = new URL(String(input)).pathname.split("/").at(-1) ?? "";
    if (response.ok) this.check(TYPE_OF_METHOD[method] ?? method, await response.clone().json(), method);
    return response;
  };

  check(type: string, value: unknown, where: string): void {
    this.checked += 1;
    const validate = this.#validators.get(type) ?? this.#compile(type);
    // Converts the value to JSON and back, because an undefined field does not exist in a response.
    if (validate(JSON.parse(JSON.stringify(value)))) return;
    const [first] = validate.errors ?? [];
    if (where === "conversations.replies" && first?.params["additionalProperty"] === "subtype") return; // see `asTyped`
    this.violations.push(`${where}: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`);
  }

  #compile(type: string): ValidateFunction {
    const schema = JSON.parse(readFileSync(join(this.#specsDir, "types", `${type}.schema.json`), "utf8")) as object;
    const validate = new Ajv({ strict: false }).compile(schema);
    this.#validators.set(type, validate);
    return validate;
  }
}

function holdEvents(standIn: SlackStandIn, types: SlackTypes): () => void {
  let listening = true;
  const acme = standIn.team("T1");
  acme.onEvent((event) => {
    if (!listening) return;
    const sent = buildEventEnvelope(acme, event)["event"] as SlackEvent;
    types.check("SlackAnyEvent", asTyped(sent), `event ${event.type} ${event["subtype"] ?? ""}`);
  });
  return () => {
    listening = false;
  };
}

const UNTYPED = new Set(["hidden", "subtype", "reply_count", "reply_users", "reply_users_count", "latest_reply"]);

/**
 * Removes the known differences between the packages' types and Slack's real events. The types lack a reply's
 * `subtype`, the channel and reply counts of messages inside events, and placeholders of deleted messages. Everything
 * else is compared.
 */
function asTyped(event: SlackEvent): SlackEvent {
  const { channel, channel_type, event_ts } = event;
  const inner = (message: unknown) => {
    if (typeof message !== "object" || message === null) return undefined;
    const typed = Object.entries(message).filter(([key]) => !UNTYPED.has(key));
    return { ...Object.fromEntries(typed), channel, channel_type, event_ts };
  };
  const [message, previous] = [inner(event["message"]), inner(event["previous_message"])];
  return { ...event, ...(message && { message }), ...(previous && { previous_message: previous }) };
}
