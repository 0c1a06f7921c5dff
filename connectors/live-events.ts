import type { ChatMessage } from "../shared/domain/chat.ts";
import type { FixSubmission, QuestionPress } from "./chat-questions.ts";
import type {
  AnswerVotePress,
  AppOpened,
  ArticleWish,
  ChatReply,
  DirectQuestion,
  PrivateQuestion,
} from "./chat-threads.ts";
import type { StillRightPress } from "./direct-messages.ts";
import type { SkippedMessage } from "./message-page.ts";

/** Events that a platform sends immediately. */
export interface LiveEvents<Config> {
  /**
   * Interprets stored events in order; null for an irrelevant one. Looks up data that the event lacks: names of people, or the
   * message itself. With `withoutNames` it throws neither `RateLimited` nor `Unreachable` where names are not required.
   */
  readEvents(
    config: Config,
    payloads: string[],
    options: { withoutNames: boolean; signal?: AbortSignal },
  ): Promise<(ChatChange | null)[]>;
  connection: LiveConnection<Config>;
  /** Absent: the platform sends no requests to this server. */
  deliveries?: HttpDeliveries<Config>;
  /** Absent: the connection creates no subscriptions that notify this server. */
  notifications?: ChangeNotifications;
}

/** Notifications about the subscriptions that the connection creates, sent to this server. */
export interface ChangeNotifications {
  /** The plain-text response that proves to the platform that the address is ours; null for any other request. */
  readValidation(query: Readonly<Record<string, unknown>>): string | null;
  /** Each notification with its proof. Never throws: unknown or oversized notifications are left out. */
  readNotifications(body: Uint8Array): { proof: string; event: ChatEvent }[];
  /** Up to this many messages of a channel are read one by one; if more are waiting, one check reads all. */
  mostSingly: number;
}

/** Requests that a platform sends to this server. */
export interface HttpDeliveries<Config> {
  /** The manifest's field with the secret that authenticates a delivery. */
  field: string;
  /** Never throws: an unknown delivery is `ignored`. */
  readDelivery(body: Uint8Array): EventDelivery;
  /** Parses a press or a command. Never throws. */
  readInteraction(body: Uint8Array): InteractionDelivery;
  /** Whether the headers have the form of a recent signature, regardless of its secret. */
  looksSigned(headers: Readonly<Record<string, unknown>>): boolean;
  /** Whether the platform sent these bytes recently, verified with the shared secret. */
  isGenuine(config: Config, delivery: { body: Uint8Array; headers: Readonly<Record<string, unknown>> }): boolean;
}

/** A connection that we open ourselves, so that the platform need not reach this server. */
export interface LiveConnection<Config> {
  /** The manifest's field that enables it; without a value there is no connection. */
  field: string;
  /** True when one connection carries events of several teams. Each integration's team must then be known in advance. */
  isOfTeams: boolean;
  /** Connections with equal keys are one, because the platform sends each event to only one of them. Derived from secrets. */
  keyOf(config: Config): string;
  /**
   * Identifies a source that connections with different credentials share: the platform sends each event to only one of them. The
   * event then only names its message, and each connection reads that with its own credentials.
   */
  sourceOf?(config: Config): string;
  /**
   * Opens the connection and reopens it when it breaks, until `signal` ends it. With the reason `SWITCHED_OFF` it also removes
   * what it created at the platform, as far as a short time allows, and then resolves. Never rejects.
   */
  listen(config: Config, listener: ConnectionListener): Promise<void>;
}

/** The reason when a connection is no longer wanted. Without it another worker continues the connection. */
export const SWITCHED_OFF = new DOMException("The connection is switched off.", "AbortError");

export interface ConnectionListener {
  /** The event is acknowledged when this resolves; otherwise the platform sends it again. */
  onEvent(event: ChatEvent): Promise<void>;
  /** Resolves to the response for the platform. */
  onInteraction(interaction: ChatInteraction): Promise<ChatReply>;
  onConnected(): void;
  /** `trouble`: a sentence when a person must act, null when it is retried automatically. */
  onDisconnected(trouble: string | null): void;
  /** The platform's ids of the monitored channels. */
  listChannels(): Promise<string[]>;
  /** Receives the platform's notifications; absent for a platform without any. */
  address?: NotificationAddress;
  signal: AbortSignal;
}

/** The address shared by all connections with the same `sourceOf`. Channels are given by the platform's ids. */
export interface NotificationAddress {
  url: string;
  /** The proof that a notification about this channel must carry. */
  proofOf(channelId: string): string;
  /** Channels with a notification about their subscription after `since`, oldest first. */
  listTold(since: Date): Promise<{ channelId: string; at: Date }[]>;
  /** Whether a connection with other credentials monitors the channel at the same address. */
  isSharedBy(channelId: string): Promise<boolean>;
  /** Events may have been missed until now, so the channel must be read. */
  onBehind(channelId: string): Promise<void>;
}

export type EventDelivery =
  /** The response to a genuine challenge. */
  | { kind: "challenge"; challenge: string }
  | { kind: "event"; teamId: string; event: ChatEvent }
  /** Concerns no channel: somebody wrote to our app directly, or opened the conversation with it. */
  | { kind: "interaction"; teamId: string; interaction: DirectQuestion | AppOpened }
  /** Irrelevant, whether genuine or not; changes nothing. */
  | { kind: "ignored"; teamId: string | null };

/** An action of a person in the chat who waits for a response. */
export type ChatInteraction =
  | QuestionPress
  | StillRightPress
  | FixSubmission
  | PrivateQuestion
  | ArticleWish
  | DirectQuestion
  | AppOpened
  | AnswerVotePress;

export type InteractionDelivery =
  | { kind: "interaction"; interaction: ChatInteraction }
  | { kind: "ignored"; teamId: string | null };

export interface ChatEvent {
  /** The platform's id of the event; a repeated delivery has the same id. */
  eventId: string;
  /** The team of the event; null when it is for everybody who shares the connection. */
  teamId: string | null;
  /** The channel of the event; null when it concerns the whole app. */
  channelId: string | null;
  messageId: string | null;
  /** The data that `readEvents` needs, as JSON. */
  payload: string;
}

/** An event in the product's terms. Applying it twice or in another order has the same result. */
export type ChatChange =
  /** `asksUs`: the message mentions our app and therefore asks it something. */
  | { kind: "message"; channelId: string; message: ChatMessage; isEdit: boolean; asksUs?: boolean }
  | { kind: "message-skipped"; channelId: string; skipped: SkippedMessage }
  | { kind: "message-deleted"; channelId: string; externalId: string; sentAt: Date }
  /** Something happened in the channel that no event described, so the channel must be read. */
  | { kind: "channel-behind"; channelId: string }
  | { kind: "channel-renamed"; channelId: string; name: string }
  | { kind: "channel-private"; channelId: string; isPrivate: boolean }
  | { kind: "member"; channelId: string; memberId: string; isMember: boolean }
  | { kind: "channel-shared"; channelId: string; isShared: boolean }
  | { kind: "channel-state"; channelId: string; state: "archived" | "deleted" | "left" | null }
  /** `at`: null when the platform sent no time. Does not affect a workspace that authorized the app again afterwards. */
  | { kind: "app-removed" | "token-revoked"; at: Date | null }
  | { kind: "events-limited" };
