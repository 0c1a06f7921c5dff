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
  /** Absent: nothing that the connection sets up is sent to an address of ours. */
  notifications?: ChangeNotifications;
}

/** What a platform sends to an address of ours about subscriptions that the connection keeps there. */
export interface ChangeNotifications {
  /** To be answered as plain text, so that the platform knows the address for ours; null where it asks nothing. */
  readValidation(query: Readonly<Record<string, unknown>>): string | null;
  /** Each with the proof that it brought. Throws nothing: what is not understood, or beyond a bound, is left out. */
  readNotifications(body: Uint8Array): { proof: string; event: ChatEvent }[];
  /** So many messages of a channel are read one by one; of more that wait, one check reads all. */
  mostSingly: number;
}

/** What a platform sends to an address of ours. */
export interface HttpDeliveries<Config> {
  /** The manifest's field that holds the secret by which a delivery is known to be genuine. */
  field: string;
  /** Throws nothing: what is not understood is `ignored`. */
  readDelivery(body: Uint8Array): Delivery;
  /** What somebody pressed, or asked with a command. Throws nothing. */
  readInteraction(body: Uint8Array): InteractionDelivery;
  /** Whether it has the form of a signature that was made just now, by whatever secret. */
  looksSigned(headers: Readonly<Record<string, unknown>>): boolean;
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
  onInteraction(interaction: ChatInteraction): Promise<ChatReply>;
  onConnected(): void;
  /** `trouble`: a sentence when a person has to do something, null when it is tried again by itself. */
  onDisconnected(trouble: string | null): void;
  /** The platform's ids of the channels that are monitored now. */
  listChannels(): Promise<string[]>;
  /** Where the platform sends notifications; absent for one that does not. */
  address?: NotificationAddress;
  signal: AbortSignal;
}

/** Of everybody whose `sourceOf` is the same. Channels by the platform's ids. */
export interface NotificationAddress {
  url: string;
  /** What a notification of this channel has to bring to be believed. */
  proofOf(channelId: string): string;
  /** Channels whose subscription the platform said something about after `since`, oldest first. */
  listTold(since: Date): Promise<{ channelId: string; at: Date }[]>;
  /** Whether somebody with other credentials monitors it by the same address. */
  isSharedBy(channelId: string): Promise<boolean>;
  /** Nothing was told of what was said until now: it is to be read. */
  onBehind(channelId: string): Promise<void>;
}

export type Delivery =
  /** To be answered with this, when genuine. */
  | { kind: "challenge"; challenge: string }
  | { kind: "event"; teamId: string; event: ChatEvent }
  /** Nothing of a channel: somebody writes to our app alone, or opens the conversation with it. */
  | { kind: "interaction"; teamId: string; interaction: DirectQuestion | AppOpened }
  /** Nothing for us; genuine or not, it changes nothing. */
  | { kind: "ignored"; teamId: string | null };

/** What a person does to us in the chat, and waits for. */
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
  /** Something happened there that was not told: it is to be read. */
  | { kind: "channel-behind"; channelId: string }
  | { kind: "channel-renamed"; channelId: string; name: string }
  | { kind: "channel-private"; channelId: string; isPrivate: boolean }
  | { kind: "member"; channelId: string; memberId: string; isMember: boolean }
  | { kind: "channel-shared"; channelId: string; isShared: boolean }
  | { kind: "channel-state"; channelId: string; state: "archived" | "deleted" | "left" | null }
  /** `at`: null where the platform did not say when. Whoever allowed it again afterwards is not concerned. */
  | { kind: "app-removed" | "token-revoked"; at: Date | null }
  | { kind: "events-limited" };
