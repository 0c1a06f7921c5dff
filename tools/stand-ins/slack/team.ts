import { EventEmitter } from "node:events";
import type { SlackChannel, SlackMessage, SlackTeamData, SlackUser } from "./team-data.ts";

/** The event object of Slack's Events API: `{ type, … }`. */
export type SlackEvent = Record<string, unknown> & { type: string };

/** A team, the actions of people in it, and the events that Slack sends about these actions. */
export class SlackTeam {
  readonly data: SlackTeamData;
  readonly bot: { id: string; name: string };
  readonly #events = new EventEmitter();
  readonly #threads = new WeakMap<SlackChannel, Map<string, SlackMessage[]>>();
  readonly #now: () => number;
  #lastMicros = 0;

  constructor(data: SlackTeamData, now: () => number) {
    this.#now = now;
    this.bot = data.bot ?? { id: `UBOT${data.team.id}`, name: "lorekeep" };
    this.data = {
      ...data,
      users: [...data.users],
      channels: data.channels.map((channel) => ({
        ...channel,
        messages: channel.messages.map((message) => ({ type: "message", ...message })).sort(compareMessages),
      })),
    };
    for (const channel of this.data.channels) this.#countAllReplies(channel);
  }

  onEvent(listener: (event: SlackEvent) => void): void {
    this.#events.on("event", listener);
  }

  get users(): SlackUser[] {
    const bot = { id: this.bot.id, name: this.bot.name, is_bot: true, profile: { display_name: this.bot.name } };
    return [...this.data.users, bot];
  }

  findChannel(id: string): SlackChannel | undefined {
    return this.data.channels.find((channel) => channel.id === id);
  }

  channel(id: string): SlackChannel {
    const channel = this.findChannel(id);
    if (!channel) throw new Error(`There is no channel ${id} in ${this.data.team.name}.`);
    return channel;
  }

  /** Adds a channel that a person created. */
  addChannel(channel: SlackChannel): void {
    this.data.channels.push(channel);
  }

  /** Returns the direct conversation between a person and our app. The first message creates it. */
  directWith(userId: string): SlackChannel {
    const id = `D${userId}`;
    const known = this.findChannel(id);
    if (known) return known;
    const channel = { id, name: id, is_im: true, members: [userId], messages: [] };
    this.data.channels.push(channel);
    return channel;
  }

  /** Returns the thread's first message, if it still exists, and its replies. */
  thread(channel: SlackChannel, ts: string): SlackMessage[] {
    let threads = this.#threads.get(channel);
    if (!threads) {
      threads = Map.groupBy(channel.messages, (message) => message.thread_ts ?? message.ts);
      this.#threads.set(channel, threads);
    }
    return threads.get(ts) ?? [];
  }

  post(channelId: string, message: Partial<SlackMessage> & { user: string; text: string }): SlackMessage {
    const channel = this.channel(channelId);
    const ts = message.ts ?? this.#nextTs();
    const posted: SlackMessage = { type: "message", team: this.data.team.id, ...message, ts };
    channel.messages.push(posted);
    channel.messages.sort(compareMessages);
    this.#threads.delete(channel);
    if (posted.thread_ts && posted.thread_ts !== ts) this.#countReplies(channel, posted.thread_ts);
    if (posted.bot_id && posted.thread_ts) this.endStatus(channelId, posted.thread_ts);
    this.#emitMessage(channel, posted);
    return posted;
  }

  /** The suggested questions of each conversation with the app. */
  readonly prompts = new Map<string, { title: string; message: string }[]>();

  /** Opens a conversation with the app as a person. */
  openApp(userId: string): void {
    const { id } = this.directWith(userId);
    this.#emit({ type: "app_home_opened", user: userId, channel: id, tab: "messages", event_ts: this.#nextTs() });
  }

  /** The app's progress message in each thread, newest last. It ends when the app replies in the thread. */
  readonly statuses: { channelId: string; threadTs: string; status: string; isOver: boolean }[] = [];
  setStatus(channelId: string, threadTs: string, status: string): void {
    this.endStatus(channelId, threadTs);
    if (status !== "") this.statuses.push({ channelId, threadTs, status, isOver: false });
  }
  endStatus(channelId: string, threadTs: string): void {
    for (const shown of this.statuses)
      if (shown.channelId === channelId && shown.threadTs === threadTs) shown.isOver = true;
  }

  reply(channelId: string, threadTs: string, message: { user: string; text: string; ts?: string }): SlackMessage {
    return this.post(channelId, { ...message, thread_ts: threadTs });
  }

  edit(channelId: string, ts: string, text: string, more: Record<string, unknown> = {}): SlackMessage {
    const channel = this.channel(channelId);
    const message = this.#message(channel, ts);
    const previous = { ...message };
    Object.assign(message, { text, ...more, edited: { user: message.user ?? "", ts: this.#nextTs() } });
    this.#emitMessage(channel, {
      subtype: "message_changed",
      hidden: true,
      message: { ...message },
      previous_message: previous,
    });
    return message;
  }

  /** Deletes a message. The first message of a thread with replies stays as a placeholder, as in Slack. */
  delete(channelId: string, ts: string): void {
    const channel = this.channel(channelId);
    const message = this.#message(channel, ts);
    const previous = { ...message };
    this.#threads.delete(channel);
    if (message.reply_count) {
      const { thread_ts, reply_count, reply_users, reply_users_count, latest_reply } = message;
      const tombstone = {
        type: "message",
        subtype: "tombstone",
        user: "USLACKBOT",
        text: "This message was deleted.",
        hidden: true,
      };
      const replaced = {
        ...tombstone,
        ts,
        thread_ts,
        reply_count,
        reply_users,
        reply_users_count,
        latest_reply,
      } as SlackMessage;
      channel.messages = channel.messages.map((other) => (other === message ? replaced : other));
      this.#emitMessage(channel, {
        subtype: "message_changed",
        hidden: true,
        message: replaced,
        previous_message: previous,
      });
      return;
    }
    channel.messages = channel.messages.filter((other) => other !== message);
    if (message.thread_ts && message.thread_ts !== ts) this.#countReplies(channel, message.thread_ts);
    this.#emitMessage(channel, {
      subtype: "message_deleted",
      hidden: true,
      deleted_ts: ts,
      previous_message: previous,
    });
  }

  archive(channelId: string): void {
    const channel = this.channel(channelId);
    channel.is_archived = true;
    this.#emit({ type: "channel_archive", channel: channelId, user: this.#anyone() });
  }

  unarchive(channelId: string): void {
    const channel = this.channel(channelId);
    channel.is_archived = false;
    this.#emit({ type: "channel_unarchive", channel: channelId, user: this.#anyone() });
  }

  /** Makes the channel private. Slack posts a notice in the channel. */
  makePrivate(channelId: string): void {
    const channel = this.channel(channelId);
    channel.is_private = true;
    this.post(channelId, {
      user: this.#anyone(),
      text: "made this channel private",
      subtype: "channel_convert_to_private",
    });
  }

  /** Removes our app from the team. Slack sends two events, in any order. */
  uninstall(): void {
    this.#emit({ type: "tokens_revoked", tokens: { oauth: [], bot: [this.bot.id] } });
    this.#emit({ type: "app_uninstalled" });
  }

  rename(channelId: string, name: string): void {
    const channel = this.channel(channelId);
    channel.name = name;
    const { created = 0, is_private = false } = channel;
    const renamed = { id: channelId, name, name_normalized: name, created, is_channel: !is_private, is_mpim: false };
    this.#emit({ type: "channel_rename", channel: renamed });
  }

  /** Adds our bot to the channel. */
  join(channelId: string): void {
    const channel = this.channel(channelId);
    channel.is_member = true;
    this.#emit({
      type: "member_joined_channel",
      user: this.bot.id,
      channel: channelId,
      channel_type: kindOf(channel),
      team: this.data.team.id,
    });
  }

  /** Returns the ids of the members, with our bot if it is a member. */
  membersOf(channelId: string): string[] {
    const { members, is_member = true } = this.channel(channelId);
    const people = members ?? this.data.users.filter(({ deleted }) => !deleted).map(({ id }) => id);
    return is_member ? [...people, this.bot.id] : people;
  }

  /** Adds a person to the channel or removes the person. */
  setMember(channelId: string, user: string, isMember: boolean): void {
    const channel = this.channel(channelId);
    const others = this.membersOf(channelId).filter((id) => id !== user && id !== this.bot.id);
    channel.members = isMember ? [...others, user] : others;
    const type = isMember ? "member_joined_channel" : "member_left_channel";
    this.#emit({ type, user, channel: channelId, channel_type: kindOf(channel), team: this.data.team.id });
  }

  /** Shares the channel with another company. */
  share(channelId: string): void {
    this.channel(channelId).is_ext_shared = true;
    this.#emit({ type: "channel_shared", channel: channelId, connected_team_id: "TOTHER" });
  }

  /** Removes our bot from the channel. */
  leave(channelId: string): void {
    const channel = this.channel(channelId);
    channel.is_member = false;
    this.#emit({
      type: "member_left_channel",
      user: this.bot.id,
      channel: channelId,
      channel_type: kindOf(channel),
      team: this.data.team.id,
    });
  }

  #message(channel: SlackChannel, ts: string): SlackMessage {
    const message = channel.messages.find((candidate) => candidate.ts === ts);
    if (!message) throw new Error(`There is no message ${ts} in #${channel.name}.`);
    return message;
  }

  /** Fills in the reply counts of threads. Slack adds them, but the data omits them. */
  #countAllReplies(channel: SlackChannel): void {
    for (const ts of new Set(channel.messages.map((message) => message.thread_ts))) {
      if (ts) this.#countReplies(channel, ts);
    }
  }

  #countReplies(channel: SlackChannel, threadTs: string): void {
    const [root, ...replies] = this.thread(channel, threadTs);
    if (!root || root.ts !== threadTs) return;
    const users = [...new Set(replies.map((reply) => reply.user ?? "").filter(Boolean))];
    const parent = {
      thread_ts: threadTs,
      reply_count: replies.length,
      reply_users: users,
      reply_users_count: users.length,
      latest_reply: replies.at(-1)?.ts,
    };
    if (replies.length > 0) Object.assign(root, parent);
    else for (const key of Object.keys(parent)) delete root[key];
    for (const reply of replies) if (root.user) reply.parent_user_id = root.user;
  }

  #emitMessage(channel: SlackChannel, event: Record<string, unknown>): void {
    if (channel.is_member === false) return;
    // https://docs.slack.dev/reference/events/message.im
    if (channel.is_im && !this.data.scopes.includes("im:history")) return;
    const ts = (event["ts"] as string | undefined) ?? this.#nextTs();
    this.#emit({ ...event, type: "message", channel: channel.id, ts, event_ts: ts, channel_type: kindOf(channel) });
  }

  #emit(event: SlackEvent): void {
    this.#events.emit("event", { event_ts: this.#nextTs(), ...event });
  }

  #anyone(): string {
    return this.data.users[0]?.id ?? this.bot.id;
  }

  /** Returns a unique and increasing timestamp, as in a Slack channel. */
  #nextTs(): string {
    this.#lastMicros = Math.max(this.#lastMicros + 1, this.#now() * 1000);
    const seconds = Math.floor(this.#lastMicros / 1_000_000);
    return `${seconds}.${String(this.#lastMicros % 1_000_000).padStart(6, "0")}`;
  }
}

export function compareMessages(a: SlackMessage, b: SlackMessage): number {
  return compareTs(a.ts, b.ts);
}

/** Compares the two parts of a `ts` separately, because a floating-point number has too few digits for a `ts`. */
export function compareTs(a: string, b: string): number {
  const [secondsA = "", microsA = ""] = String(a).split(".");
  const [secondsB = "", microsB = ""] = String(b).split(".");
  return Number(secondsA) - Number(secondsB) || Number(microsA.padEnd(6, "0")) - Number(microsB.padEnd(6, "0"));
}

const kindOf = (channel: SlackChannel) => (channel.is_im ? "im" : channel.is_private ? "group" : "channel");
