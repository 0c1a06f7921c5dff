import type { ChatMessage } from "../shared/domain/chat.ts";
import type { ArticleFixSubmission, QuestionPress } from "./chat-questions.ts";
import type { StillRightPress } from "./direct-messages.ts";
import type { SkippedMessage } from "./message-page.ts";
import type {
  AnswerVotePress,
  ChatReply,
  DirectConversationOpened,
  DirectQuestion,
  PrivateQuestion,
  ThreadArticleRequest,
} from "./thread-answering.ts";

/** Events that a platform sends as soon as they happen. */
export interface LiveEvents<Config> {
  /**
   * Converts stored events in order; null for an irrelevant event. Requests data that the event lacks, such as people's
   * names or the message itself. With `withoutNames`, throws neither `RateLimited` nor `Unreachable` for an event that
   * is complete without names.
   */
  readEvents(
    config: Config,
    payloads: string[],
    options: { withoutNames: boolean; signal?: AbortSignal },
  ): Promise<(ChatChange | null)[]>;
  connection: LiveConnection<Config>;
  /** Absent if the platform sends no requests to this server. */
  deliveries?: HttpDeliveries<Config>;
  /** Absent if the connection creates no subscriptions that notify this server. */
  notifications?: ChangeNotifications;
}

/** Notifications that subscriptions of the connection send to this server. */
export interface ChangeNotifications {
  /** Returns the plain-text response with which the platform verifies our address; null for any other request. */
  readValidation(query: Readonly<Record<string, unknown>>): string | null;
  /**
   * Returns each notification with its proof of origin. Never throws: unknown and oversized notifications are omitted.
   */
  readNotifications(body: Uint8Array): { proof: string; event: ChatEvent }[];
  /**
   * The most waiting messages of a channel that are read one by one. If more messages wait, the whole channel is read
   * once.
   */
  mostSingly: number;
}

/** Requests that a platform sends to this server. */
export interface HttpDeliveries<Config> {
  /** The configuration field with the secret that authenticates a request. */
  field: string;
  /** Parses a request with an event. Never throws: an unknown request is `ignored`. */
  readDelivery(body: Uint8Array): EventDelivery;
  /** Parses a request for a button press or a command. Never throws. */
  readInteraction(body: Uint8Array): InteractionDelivery;
  /** Whether the headers look like a recent signature. The secret is not checked yet. */
  looksSigned(headers: Readonly<Record<string, unknown>>): boolean;
  /** Whether the platform sent these bytes recently, checked with the shared secret. */
  isGenuine(config: Config, delivery: { body: Uint8Array; headers: Readonly<Record<string, unknown>> }): boolean;
}

/** A connection that this server opens, so that the platform need not reach this server. */
export interface LiveConnection<Config> {
  /** The configuration field that enables the connection. Without a value there is no connection. */
  field: string;
  /**
   * True if one connection carries events of several platform teams. Each integration's team must then be known in
   * advance.
   */
  isOfTeams: boolean;
  /**
   * Integrations with equal keys share one connection, because the platform sends each event to only one connection.
   * The key is derived from secrets.
   */
  keyOf(config: Config): string;
  /**
   * Identifies an event source that connections with different credentials share, because the platform sends each event
   * to only one connection. Such an event contains only its message's name, and each connection reads the message with
   * its own credentials.
   */
  sourceOf?(config: Config): string;
  /**
   * Opens the connection, and reopens it after a failure, until `signal` ends it. If the signal's reason is
   * `CONNECTION_SWITCHED_OFF`, also removes subscriptions at the platform within a short time. Never rejects.
   */
  listen(config: Config, listener: ConnectionListener): Promise<void>;
}

/**
 * The signal's reason if a connection is no longer wanted. With any other reason, another worker continues the
 * connection.
 */
export const CONNECTION_SWITCHED_OFF = new DOMException("The connection is switched off.", "AbortError");

export interface ConnectionListener {
  /** Stores an event. The event is acknowledged after this promise resolves; otherwise the platform sends it again. */
  onEvent(event: ChatEvent): Promise<void>;
  /** Resolves to the response for the platform. */
  onInteraction(interaction: ChatInteraction): Promise<ChatReply>;
  onConnected(): void;
  /** `trouble`: a sentence if a person must act; null if the connection is retried automatically. */
  onDisconnected(trouble: string | null): void;
  /** The platform's ids of the monitored channels. */
  listChannels(): Promise<string[]>;
  /** The address for the platform's notifications. Absent on a platform without notifications. */
  address?: NotificationAddress;
  signal: AbortSignal;
}

/**
 * The notification address that all connections with the same `sourceOf` share. Channels are identified by the
 * platform's ids.
 */
export interface NotificationAddress {
  url: string;
  /** Returns the proof that a genuine notification about this channel contains. */
  proofOf(channelId: string): string;
  /** Returns the channels whose subscription was the subject of a notification after `since`, oldest first. */
  listTold(since: Date): Promise<{ channelId: string; at: Date }[]>;
  /** Whether a connection with other credentials monitors the channel at the same address. */
  isSharedBy(channelId: string): Promise<boolean>;
  /** Called if events may have been missed until now. The channel must then be read. */
  onBehind(channelId: string): Promise<void>;
}

export type EventDelivery =
  /** The response that the platform expects to a genuine challenge. */
  | { kind: "challenge"; challenge: string }
  | { kind: "event"; teamId: string; event: ChatEvent }
  /** An action outside of channels: a person wrote to our app or opened the conversation with it. */
  | { kind: "interaction"; teamId: string; interaction: DirectQuestion | DirectConversationOpened }
  /** An irrelevant request, genuine or not. It changes nothing. */
  | { kind: "ignored"; teamId: string | null };

/** A person's action in the chat. The person waits for a response. */
export type ChatInteraction =
  | QuestionPress
  | StillRightPress
  | ArticleFixSubmission
  | PrivateQuestion
  | ThreadArticleRequest
  | DirectQuestion
  | DirectConversationOpened
  | AnswerVotePress;

export type InteractionDelivery =
  | { kind: "interaction"; interaction: ChatInteraction }
  | { kind: "ignored"; teamId: string | null };

export interface ChatEvent {
  /** The platform's id of the event; a repeated delivery has the same id. */
  eventId: string;
  /** The platform team of the event; null if the event is for every workspace that shares the connection. */
  teamId: string | null;
  /** The channel of the event; null if the event concerns the whole app. */
  channelId: string | null;
  messageId: string | null;
  /** The data that `readEvents` needs, as JSON. */
  payload: string;
}

/** An event in the product's own terms. Processing it twice, or in another order, has the same result. */
export type ChatChange =
  /** `asksUs`: the message mentions our app, so it asks Lorekeep a question. */
  | { kind: "message"; channelId: string; message: ChatMessage; isEdit: boolean; asksUs?: boolean }
  | { kind: "message-skipped"; channelId: string; skipped: SkippedMessage }
  | { kind: "message-deleted"; channelId: string; externalId: string; sentAt: Date }
  /** Something happened in the channel without a complete event, so the channel must be read. */
  | { kind: "channel-behind"; channelId: string }
  | { kind: "channel-renamed"; channelId: string; name: string }
  | { kind: "channel-private"; channelId: string; isPrivate: boolean }
  | { kind: "member"; channelId: string; memberId: string; isMember: boolean }
  | { kind: "channel-shared"; channelId: string; isShared: boolean }
  | { kind: "channel-state"; channelId: string; state: "archived" | "deleted" | "left" | null }
  /**
   * The app or its token was revoked. `at` is null if the platform sent no time. A workspace that authorized the app
   * again after `at` is not affected.
   */
  | { kind: "app-removed" | "token-revoked"; at: Date | null }
  | { kind: "events-limited" };
