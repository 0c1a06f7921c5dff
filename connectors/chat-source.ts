import type { ChatMessage } from "../shared/domain/chat.ts";
import type {
  AnswerVotePress,
  AppOpened,
  ArticleWish,
  ChatReply,
  DirectQuestion,
  FixSubmission,
  PrivateQuestion,
  QuestionPress,
  ThreadAnswers,
  ThreadQuestions,
} from "./chat-threads.ts";
import type { DirectMessages, StillRightPress } from "./direct-messages.ts";

export * from "./chat-threads.ts";
export * from "./direct-messages.ts";

/** Where reading goes on next time. Opaque to everybody but the source; stored as JSON beside the channel. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface RemoteChannel {
  externalId: string;
  name: string;
  description: string;
  isPrivate: boolean;
  /** People of other companies are in it, or invited. Absent: the platform does not say. */
  isShared?: boolean;
  isArchived: boolean;
  /** False when our bot must be invited before it can read. */
  isMember: boolean;
}

export interface SourceCheck {
  /** Whose credentials these are, for the success message: 'Acme (bot lorekeep)'. */
  account: string;
  /** The platform's id of the team, to route its events; null where there is none. */
  teamId: string | null;
  /** Base of permalinks (`https://acme.slack.com/`); null where the platform has none. */
  teamUrl: string | null;
  /** Whether `questions` may be asked with these credentials; absent: not known, or nothing to ask with. */
  mayPost?: boolean;
  /** What will not work although reading does, in sentences. */
  warnings: string[];
  /** What was found of each credential that the platform can be asked about; absent: all there is was proven by reading. */
  credentials?: CredentialFound[];
}

export interface CredentialFound {
  /** Of the manifest. */
  field: string;
  /** `unknown`: the platform could not be asked. */
  state: "proven" | "refused" | "unknown";
  text: string;
}

export interface MessagePage {
  /** Oldest first, people only: no bots, joins or leaves. */
  messages: ChatMessage[];
  /** Messages that exist but could not be taken, each with the reason. One bad message never fails a page. */
  skipped: SkippedMessage[];
  /**
   * Stretches of the channel this page read without gaps. A message stored earlier that lies in one of them and is not on
   * the page was deleted at the source. `threadId` null: the channel's own messages; else the replies of that thread.
   */
  complete: CompleteStretch[];
  nextCursor: Cursor;
  /** True when nothing more is to be read now. */
  done: boolean;
}

export interface SkippedMessage {
  externalId: string | null;
  reason: string;
}

export interface CompleteStretch {
  threadId: string | null;
  /** Both ends included. */
  from: Date;
  to: Date;
}

export interface ReadOptions {
  /** Only this many of the newest messages with the threads they belong to, from no cursor (the dashboard's test). */
  newest?: number;
  signal?: AbortSignal;
}

export type OnPause = (waitMs: number) => void;

/**
 * A platform whose messages we read. Throws only `ConnectorError`s for what the platform did. Credentials arrive decrypted and
 * are never logged. Holds no state but rate-limit clocks, which are kept per workspace and method.
 */
export interface ChatSource<Config> {
  check(config: Config, signal?: AbortSignal): Promise<SourceCheck>;
  /**
   * All pages of what can be monitored, as they come. Where the platform asks for a pause it throws `RateLimited`, or with
   * `onPause`, which is told of it in milliseconds, it waits and goes on.
   */
  listChannels(config: Config, signal?: AbortSignal, onPause?: OnPause): AsyncIterable<RemoteChannel[]>;
  /** One page; call again with its `nextCursor` until `done`. Cursor null: from the channel's beginning. */
  readMessages(config: Config, channelId: string, cursor: Cursor | null, options?: ReadOptions): Promise<MessagePage>;
  /** The address of a message in the platform's own interface, without a call; null when it cannot be known. */
  permalink(place: {
    teamUrl: string | null;
    channelId: string;
    message: Pick<ChatMessage, "externalId" | "threadId">;
  }): string | null;

  /** The channel as it is now. Absent: the platform does not say. */
  findChannel?(config: Config, channelId: string, signal?: AbortSignal): Promise<RemoteChannel>;
  /**
   * Reads these threads once more as a whole, for edits and deletions that nothing else shows. As many as the rate limit leaves
   * room for; the others are simply not in the answer.
   */
  rereadThreads?(config: Config, channelId: string, threadIds: string[], signal?: AbortSignal): Promise<RereadThreads>;
  /** What is uploaded to the platform so that it lets an app read, without a call. Absent: nothing is. */
  appPackage?(appId: string, address: string): PackageFile[];
  /** Who is in a channel. Absent: the platform does not say. */
  members?: ChannelMembers<Config>;
  /** Absent: the platform tells nothing by itself and is asked again and again. */
  live?: LiveEvents<Config>;
  /** Absent: what our credentials are for, they only read. */
  questions?: ThreadQuestions<Config>;
  /** Absent: nobody can ask us there. */
  answers?: ThreadAnswers<Config>;
  /** Absent: nobody can be told anything there. */
  direct?: DirectMessages<Config>;
}

export interface PackageFile {
  name: string;
  content: Uint8Array;
}

export interface ChannelMembers<Config> {
  /** All of them, by the platform's ids. */
  list(config: Config, channelId: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * Who has this address; null: nobody, as far as can be seen from this channel. Throws `MissingPermission` where the credentials
   * may not look people up by their addresses.
   */
  findPerson(config: Config, email: string, channelId: string, signal?: AbortSignal): Promise<RemotePerson | null>;
}

export interface RemotePerson {
  externalId: string;
  /** Of another company, or let into some channels only. */
  isGuest: boolean;
}

export type RereadThreads = Pick<MessagePage, "messages" | "skipped" | "complete">;

/** What a platform tells by itself, at the moment it happens. */
export interface LiveEvents<Config> {
  /**
   * What stored events say, in their order; null for one that says nothing to us. Looks up what an event does not hold: the names
   * of people, or the message itself. Throws no `RateLimited` and no `Unreachable` `withoutNames` when events can be read without.
   */
  readEvents(
    config: Config,
    payloads: string[],
    options: { withoutNames: boolean; signal?: AbortSignal },
  ): Promise<(ChatChange | null)[]>;
  connection: LiveConnection<Config>;
  /** Absent: the platform sends nothing to an address of ours. */
  deliveries?: HttpDeliveries<Config>;
}

/** What a platform sends to an address of ours. */
export interface HttpDeliveries<Config> {
  /** The manifest's field that holds the secret by which a delivery is known to be genuine. */
  field: string;
  /** Throws nothing: what is not understood is `ignored`. */
  readDelivery(body: Uint8Array): Delivery;
  /** What somebody pressed, or asked with a command. Throws nothing. */
  readPress(body: Uint8Array): PressDelivery;
  /** Whether the platform itself sent these bytes, just now, by the secret it shares with us. */
  isGenuine(config: Config, delivery: { body: Uint8Array; headers: Readonly<Record<string, unknown>> }): boolean;
}

/** A way that we hold open ourselves, so that the platform need not reach us. */
export interface LiveConnection<Config> {
  /** The manifest's field that asks for it: without a value there is none. */
  field: string;
  /** Of several teams, so that whose events are whose must be known before. */
  isOfTeams: boolean;
  /** One connection for each, whoever entered it, because the platform sends an event to one of them only. Made of secrets. */
  keyOf(config: Config): string;
  /**
   * What connections with other credentials read too: the platform gives an event to one of them, and it is for all. Then an event
   * holds nothing but which message it is about, and each reads that with its own credentials.
   */
  sourceOf?(config: Config): string;
  /**
   * Keeps it, and makes it again when it breaks, until `signal` ends it. With the reason `SWITCHED_OFF` what it set up at the
   * platform is removed too, as far as that is possible soon; it resolves when that is done. Never rejects.
   */
  listen(config: Config, listener: ConnectionListener): Promise<void>;
}

/** Why a connection ends that nobody wants any more; without it another worker goes on with it. */
export const SWITCHED_OFF = new DOMException("The connection is switched off.", "AbortError");

export interface ConnectionListener {
  /** Acknowledged when this resolves, sent again by the platform when it does not. */
  onEvent(event: ChatEvent): Promise<void>;
  /** Resolves to what the platform is answered. */
  onPress(press: ChatPress): Promise<ChatReply>;
  onConnected(): void;
  /** `trouble`: a sentence when a person has to do something, null when it is tried again by itself. */
  onDisconnected(trouble: string | null): void;
  /** The platform's ids of the channels that are monitored now. */
  listChannels(): Promise<string[]>;
  signal: AbortSignal;
}

export type Delivery =
  /** To be answered with this, when genuine. */
  | { kind: "challenge"; challenge: string }
  | { kind: "event"; teamId: string; event: ChatEvent }
  /** Nothing of a channel: somebody writes to our app alone, or opens the conversation with it. */
  | { kind: "asked"; teamId: string; asked: DirectQuestion | AppOpened }
  /** Nothing for us; genuine or not, it changes nothing. */
  | { kind: "ignored"; teamId: string | null };

/** What a person does to us in the chat, and waits for. */
export type ChatPress =
  | QuestionPress
  | StillRightPress
  | FixSubmission
  | PrivateQuestion
  | ArticleWish
  | DirectQuestion
  | AppOpened
  | AnswerVotePress;

export type PressDelivery = { kind: "press"; press: ChatPress } | { kind: "ignored"; teamId: string | null };

export interface ChatEvent {
  /** The platform's: a delivery that comes again has it again. */
  eventId: string;
  /** Null: it is for everybody who shares the connection. */
  teamId: string | null;
  /** Null: it is about the app as a whole. */
  channelId: string | null;
  messageId: string | null;
  /** Only what `readEvents` needs, as JSON. */
  payload: string;
}

/** What an event says, in our words. Applied twice or in another order it comes to the same. */
export type ChatChange =
  /** `asksUs`: it names our app, and so asks it something. */
  | { kind: "message"; channelId: string; message: ChatMessage; isEdit: boolean; asksUs?: boolean }
  | { kind: "message-skipped"; channelId: string; skipped: SkippedMessage }
  | { kind: "message-deleted"; channelId: string; externalId: string; sentAt: Date }
  | { kind: "channel-renamed"; channelId: string; name: string }
  | { kind: "channel-private"; channelId: string; isPrivate: boolean }
  | { kind: "member"; channelId: string; memberId: string; isMember: boolean }
  | { kind: "channel-shared"; channelId: string; isShared: boolean }
  | { kind: "channel-state"; channelId: string; state: "archived" | "deleted" | "left" | null }
  /** `at`: null where the platform did not say when. Whoever allowed it again afterwards is not concerned. */
  | { kind: "app-removed" | "token-revoked"; at: Date | null }
  | { kind: "events-limited" };
