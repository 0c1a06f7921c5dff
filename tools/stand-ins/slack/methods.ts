import { explainInvalidMessage } from "./check-blocks.ts";
import type { RequestLimits } from "./limits.ts";
import { compareTs, type SlackTeam } from "./team.ts";
import type { SlackChannel, SlackMessage, SlackUser } from "./team-data.ts";

export class SlackFailure extends Error {
  readonly code: string;
  readonly more: Record<string, unknown>;
  constructor(code: string, more: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

export interface MethodCall {
  team: SlackTeam;
  args: Record<string, unknown>;
  limits: RequestLimits;
  /** The stand-in's address. Its pages for people are there. */
  origin: string;
}

/** Returns the base address of message links. It replaces `https://DOMAIN.slack.com/` with the stand-in's own pages. */
const workspaceUrl = ({ team, origin }: Pick<MethodCall, "team" | "origin">) =>
  `${origin}/workspaces/${team.data.team.id}/`;

/** The methods for the bot token. Each returns the response without `ok`. */
export const METHODS: Record<string, (call: MethodCall) => Record<string, unknown>> = {
  "auth.test": ({ team, origin }) => ({
    url: workspaceUrl({ team, origin }),
    team: team.data.team.name,
    user: team.bot.name,
    team_id: team.data.team.id,
    user_id: team.bot.id,
    bot_id: botId(team),
    is_enterprise_install: false,
  }),

  "team.info": ({ team, origin }) => {
    needScope(team, "team:read");
    const { id, name, domain } = team.data.team;
    return { team: { id, name, domain, url: workspaceUrl({ team, origin }) } };
  },

  "conversations.list": ({ team, args }) => {
    const types = text(args["types"], "public_channel").split(",");
    if (types.includes("public_channel")) needScope(team, "channels:read");
    if (types.includes("private_channel")) needScope(team, "groups:read");
    const wanted = team.data.channels.filter(
      (channel) =>
        !channel.is_im &&
        (channel.is_private
          ? types.includes("private_channel") && channel.is_member !== false
          : types.includes("public_channel")) &&
        !(flag(args["exclude_archived"]) && channel.is_archived),
    );
    const { items, next_cursor } = page(wanted, args, { byDefault: 100, max: 1000 });
    return { channels: items.map((channel) => channelShape(team, channel)), response_metadata: { next_cursor } };
  },

  "users.conversations": ({ team, args }) => {
    needScope(team, "channels:read");
    const types = text(args["types"], "public_channel").split(",");
    const wanted = team.data.channels.filter(
      (channel) =>
        channel.is_member !== false &&
        !channel.is_im &&
        types.includes(channel.is_private ? "private_channel" : "public_channel") &&
        !(flag(args["exclude_archived"]) && channel.is_archived),
    );
    const { items, next_cursor } = page(wanted, args, { byDefault: 100, max: 1000 });
    // Slack omits `is_member` here, because it is always true.
    // https://docs.slack.dev/reference/methods/users.conversations
    const channels = items.map((channel) => ({ ...channelShape(team, channel), is_member: undefined }));
    return { channels, response_metadata: { next_cursor } };
  },

  "conversations.info": ({ team, args }) => ({ channel: channelShape(team, visibleChannel(team, args, "read")) }),

  "conversations.join": ({ team, args }) => {
    needScope(team, "channels:join");
    const channel = visibleChannel(team, args, "read");
    if (channel.is_archived) throw new SlackFailure("is_archived");
    if (channel.is_private) throw new SlackFailure("method_not_supported_for_channel_type");
    if (channel.is_member === false) team.join(channel.id);
    return { channel: channelShape(team, channel) };
  },

  "conversations.history": ({ team, args, limits }) => {
    const channel = readableChannel(team, args);
    const own = channel.messages.filter(
      ({ thread_ts, ts, subtype }) => !thread_ts || thread_ts === ts || subtype === "thread_broadcast",
    );
    const inRange = range(own, args).reverse();
    const { items, next_cursor } = messagePage(inRange, args, limits, "conversations.history");
    return {
      messages: items,
      has_more: next_cursor !== "",
      pin_count: 0,
      ...(next_cursor && { response_metadata: { next_cursor } }),
    };
  },

  "conversations.replies": ({ team, args, limits }) => {
    const channel = readableChannel(team, args);
    const thread = team.thread(channel, text(args["ts"]));
    if (thread.length === 0) throw new SlackFailure("thread_not_found");
    const root = thread.find(({ ts }) => ts === args["ts"]);
    if (!root) throw new SlackFailure("thread_not_found");
    const replies = range(
      thread.filter((message) => message !== root),
      args,
    );
    const { items, next_cursor } = messagePage([root, ...replies], args, limits, "conversations.replies");
    return {
      messages: items,
      has_more: next_cursor !== "",
      ...(next_cursor && { response_metadata: { next_cursor } }),
    };
  },

  "users.info": ({ team, args }) => {
    needScope(team, "users:read");
    const user = team.users.find(({ id }) => id === args["user"]);
    if (!user) throw new SlackFailure("user_not_found");
    return { user: userShape(team, user) };
  },

  /**
   * Finds a person by e-mail address, but no deactivated person.
   * https://docs.slack.dev/reference/methods/users.lookupByEmail
   */
  "users.lookupByEmail": ({ team, args }) => {
    needScope(team, "users:read.email");
    const email = text(args["email"]).toLowerCase();
    const user = team.users.find((known) => known.email?.toLowerCase() === email && !known.deleted);
    if (!user) throw new SlackFailure("users_not_found");
    return { user: userShape(team, user) };
  },

  /** https://docs.slack.dev/reference/methods/conversations.members */
  "conversations.members": ({ team, args }) => {
    const channel = visibleChannel(team, args, "read");
    const members = team.membersOf(channel.id).map((id) => ({ id }));
    const { items, next_cursor } = page(members, args, { byDefault: 100, max: 1000 });
    return { members: items.map(({ id }) => id), response_metadata: { next_cursor } };
  },

  "users.list": ({ team, args }) => {
    needScope(team, "users:read");
    const { items, next_cursor } = page(team.users, args, { byDefault: 1000, max: 1000 });
    return { members: items.map((user) => userShape(team, user)), cache_ts: 0, response_metadata: { next_cursor } };
  },

  "chat.getPermalink": ({ team, args, origin }) => {
    const channel = visibleChannel(team, args, "read");
    const message = channel.messages.find(({ ts }) => ts === args["message_ts"]);
    if (!message) throw new SlackFailure("message_not_found");
    const inThread = message.thread_ts && message.thread_ts !== message.ts;
    const tail = inThread ? `?thread_ts=${message.thread_ts}&cid=${channel.id}` : "";
    const address = `${workspaceUrl({ team, origin })}archives/${channel.id}/p${message.ts.replace(".", "")}`;
    return { channel: channel.id, permalink: address + tail };
  },

  "chat.postMessage": ({ team, args }) => {
    needScope(team, "chat:write");
    const person = team.users.find(({ id, deleted, is_bot }) => id === args["channel"] && !deleted && !is_bot);
    const channel = person ? team.directWith(person.id) : visibleChannel(team, args, "read");
    if (channel.is_archived) throw new SlackFailure("is_archived");
    if (channel.is_member === false) throw new SlackFailure("not_in_channel");
    const said = message(args);
    const threadTs = text(args["thread_ts"]);
    if (threadTs && team.thread(channel, threadTs).length === 0) throw new SlackFailure("message_not_found");
    const posted = team.post(channel.id, {
      user: team.bot.id,
      bot_id: botId(team),
      ...said,
      ...json(args, "metadata"),
      ...(threadTs && { thread_ts: threadTs }),
    });
    return { channel: channel.id, ts: posted.ts, message: posted };
  },

  "assistant.threads.setStatus": ({ team, args }) => setStatus(team, args),

  "assistant.threads.setSuggestedPrompts": ({ team, args }) => setSuggestedPrompts(team, args),

  "chat.update": ({ team, args }) => {
    needScope(team, "chat:write");
    const channel = visibleChannel(team, args, "read");
    const ts = text(args["ts"]);
    const posted = channel.messages.find((candidate) => candidate.ts === ts);
    if (!posted) throw new SlackFailure("message_not_found");
    if (posted.bot_id !== botId(team)) throw new SlackFailure("cant_update_message");
    const { text: words, ...blocks } = message(args);
    team.edit(channel.id, ts, words, blocks);
    return { channel: channel.id, ts, text: posted.text, message: posted };
  },
};

const MOST_LOADING = 10;

/** https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
function setStatus(team: SlackTeam, args: Record<string, unknown>): Record<string, unknown> {
  needScope(team, "chat:write");
  const known = [
    "token",
    "channel_id",
    "thread_ts",
    "status",
    "loading_messages",
    "icon_emoji",
    "icon_url",
    "username",
  ];
  const isUnknown = Object.keys(args).some((name) => !known.includes(name));
  const loading = json(args, "loading_messages")["loading_messages"] ?? [];
  const isList = Array.isArray(loading) && loading.length <= MOST_LOADING;
  if (isUnknown || !isList || typeof args["status"] !== "string" || !args["thread_ts"])
    throw new SlackFailure("invalid_arguments");
  const channel = team.findChannel(text(args["channel_id"]));
  if (!channel || channel.is_member === false) throw new SlackFailure("channel_not_found");
  if (team.thread(channel, text(args["thread_ts"])).length === 0) throw new SlackFailure("invalid_thread_ts");
  team.setStatus(channel.id, text(args["thread_ts"]), args["status"]);
  return {};
}

const MOST_PROMPTS = 4;

/** https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts */
function setSuggestedPrompts(team: SlackTeam, args: Record<string, unknown>): Record<string, unknown> {
  const { prompts } = json(args, "prompts") as { prompts?: { title?: unknown; message?: unknown }[] };
  const isTaken =
    Array.isArray(prompts) &&
    prompts.length > 0 &&
    prompts.length <= MOST_PROMPTS &&
    prompts.every(({ title, message: said }) => text(title) !== "" && text(said) !== "");
  if (!isTaken) throw new SlackFailure("invalid_arguments");
  const channel = team.findChannel(text(args["channel_id"]));
  if (!channel?.is_im) throw new SlackFailure("channel_not_found");
  // With `thread_ts`, Slack returns ok but changes nothing.
  if (args["thread_ts"] === undefined)
    team.prompts.set(
      channel.id,
      prompts.map(({ title, message: said }) => ({ title: text(title), message: text(said) })),
    );
  return {};
}

/** Returns the posted message if Slack would accept it. */
function message(args: Record<string, unknown>): { text: string } & Record<string, unknown> {
  const words = text(args["text"]);
  const given = json(args, "blocks");
  const why = explainInvalidMessage(words, given["blocks"]);
  if (why) throw new SlackFailure(why);
  return { text: words, ...given };
}

const botId = (team: SlackTeam) => `B${team.bot.id}`;

/** Parses a list or an object. Slack accepts them as JSON, because form data has no lists and objects. */
function json(args: Record<string, unknown>, name: string): Record<string, unknown> {
  const given = args[name];
  if (given === undefined) return {};
  try {
    return { [name]: typeof given === "string" ? (JSON.parse(given) as unknown) : given };
  } catch {
    throw new SlackFailure(`invalid_${name}`);
  }
}

function needScope(team: SlackTeam, ...anyOf: string[]): void {
  if (anyOf.some((scope) => team.data.scopes.includes(scope))) return;
  throw new SlackFailure("missing_scope", { needed: anyOf[0], provided: team.data.scopes.join(",") });
}

/** Returns the channel if the bot can see it. A bot sees a private channel only as a member. */
function visibleChannel(team: SlackTeam, args: Record<string, unknown>, right: "read" | "history"): SlackChannel {
  const channel = team.findChannel(text(args["channel"]));
  if (!channel || (channel.is_private && channel.is_member === false)) throw new SlackFailure("channel_not_found");
  if (channel.is_im) {
    // Posting in a direct conversation requires only the scope chat:write, which is checked separately.
    if (right === "history") needScope(team, "im:history");
    return channel;
  }
  needScope(team, `${channel.is_private ? "groups" : "channels"}:${right}`);
  return channel;
}

function readableChannel(team: SlackTeam, args: Record<string, unknown>): SlackChannel {
  const channel = visibleChannel(team, args, "history");
  if (channel.is_member === false) throw new SlackFailure("not_in_channel");
  return channel;
}

function range(messages: SlackMessage[], args: Record<string, unknown>): SlackMessage[] {
  const { oldest, latest } = args;
  for (const [name, value] of Object.entries({ oldest, latest }))
    if (value !== undefined && !/^\d+(\.\d+)?$/.test(text(value))) throw new SlackFailure(`invalid_ts_${name}`);
  const inclusive = flag(args["inclusive"]);
  const inside = (distance: number) => distance > 0 || (inclusive && distance === 0);
  return messages.filter(
    ({ ts }) => (!oldest || inside(compareTs(ts, text(oldest)))) && (!latest || inside(compareTs(text(latest), ts))),
  );
}

/**
 * Returns a page of messages. As in Slack, the cursor contains the id of the next message, so that new messages do not
 * shift pages.
 */
function messagePage(messages: SlackMessage[], args: Record<string, unknown>, limits: RequestLimits, method: string) {
  const size = limits.pageSize(method, limitOf(args, { byDefault: 100, max: 1000 }));
  const from = args["cursor"] ? messages.findIndex(({ ts }) => ts === decodeCursor(args["cursor"], "next_ts")) : 0;
  if (from < 0) throw new SlackFailure("invalid_cursor");
  const next = messages[from + size];
  return { items: messages.slice(from, from + size), next_cursor: next ? encodeCursor("next_ts", next.ts) : "" };
}

function page<Item extends { id: string }>(
  all: Item[],
  args: Record<string, unknown>,
  size: { byDefault: number; max: number },
) {
  const limit = limitOf(args, size);
  const from = args["cursor"] ? all.findIndex(({ id }) => id === decodeCursor(args["cursor"], "id")) : 0;
  if (from < 0) throw new SlackFailure("invalid_cursor");
  const next = all[from + limit];
  return { items: all.slice(from, from + limit), next_cursor: next ? encodeCursor("id", next.id) : "" };
}

function limitOf(args: Record<string, unknown>, { byDefault, max }: { byDefault: number; max: number }): number {
  const limit = args["limit"] === undefined ? byDefault : Number(args["limit"]);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new SlackFailure("invalid_limit");
  return limit;
}

const encodeCursor = (kind: string, value: string) => Buffer.from(`${kind}:${value}`).toString("base64");

function decodeCursor(cursor: unknown, kind: string): string {
  const [found, value] = Buffer.from(text(cursor), "base64").toString("utf8").split(":");
  if (found !== kind || !value) throw new SlackFailure("invalid_cursor");
  return value;
}

function channelShape(team: SlackTeam, channel: SlackChannel) {
  const {
    id,
    name,
    created = 0,
    is_archived = false,
    is_private = false,
    is_member = true,
    is_ext_shared = false,
  } = channel;
  const noted = (value = "") => ({ value, creator: "", last_set: 0 });
  return {
    id,
    name,
    name_normalized: name,
    created,
    creator: team.data.users[0]?.id ?? "",
    is_channel: !is_private,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private,
    is_archived,
    is_general: false,
    is_shared: is_ext_shared,
    is_ext_shared,
    is_org_shared: false,
    is_pending_ext_shared: false,
    is_member,
    topic: noted(channel.topic?.value),
    purpose: noted(channel.purpose?.value),
    num_members: team.membersOf(channel.id).length,
  };
}

function userShape(team: SlackTeam, user: SlackUser) {
  return {
    id: user.id,
    team_id: team.data.team.id,
    name: user.name ?? user.id.toLowerCase(),
    real_name: user.real_name ?? user.profile?.real_name ?? "",
    deleted: user.deleted ?? false,
    is_bot: user.is_bot ?? false,
    tz: user.tz ?? "Etc/UTC",
    is_restricted: user.is_restricted ?? user.is_ultra_restricted ?? false,
    is_ultra_restricted: user.is_ultra_restricted ?? false,
    is_email_confirmed: true,
    updated: 0,
    profile: {
      ...(user.email && team.data.scopes.includes("users:read.email") && { email: user.email }),
      display_name: "",
      real_name: user.real_name ?? "",
      ...user.profile,
    },
  };
}

const text = (value: unknown, byDefault = "") => (value === undefined || value === null ? byDefault : String(value));
const flag = (value: unknown) => value === true || value === 1 || value === "true" || value === "1";
