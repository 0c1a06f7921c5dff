import type { ChatMessage } from "../shared/domain/chat.ts";
import type { Inline } from "../shared/markdown/inline.ts";

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

/**
 * A platform whose messages we read. Throws only `ConnectorError`s for what the platform did. Credentials arrive decrypted and
 * are never logged. Holds no state but rate-limit clocks, which are kept per workspace and method.
 */
export interface ChatSource<Config> {
  check(config: Config, signal?: AbortSignal): Promise<SourceCheck>;
  /** All pages, as they come. */
  listChannels(config: Config, signal?: AbortSignal): AsyncIterable<RemoteChannel[]>;
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
  /** Who is in a channel. Absent: the platform does not say. */
  members?: ChannelMembers<Config>;
  /** Absent: the platform tells nothing by itself and is asked again and again. */
  live?: LiveEvents<Config>;
  /** Absent: what our credentials are for, they only read. */
  questions?: ThreadQuestions<Config>;
  /** Absent: nobody can ask us there. */
  answers?: ThreadAnswers<Config>;
}

/** Answering whoever asks us in a channel, in the thread of what they asked. */
export interface ThreadAnswers<Config> {
  /** Posts it; answers the id of the message. It can be found again by `answer.id` whatever becomes of the call. */
  post(config: Config, answer: ThreadAnswer, signal?: AbortSignal): Promise<string>;
  /** The message with this answer; null when none stands in the thread. `since`: it was posted later than this. */
  find(config: Config, answer: ThreadAnswer, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Puts what holds now in the place of what was posted; done twice it comes to the same. */
  replace(config: Config, answer: PostedAnswer, signal?: AbortSignal): Promise<void>;
  /** Whether this person is of another company, or let into some channels only. */
  isGuest(config: Config, personId: string, signal?: AbortSignal): Promise<boolean>;
}

export interface ThreadAnswer {
  id: string;
  channelId: string;
  threadId: string;
  /** What is said before the sentences. */
  lead: string;
  sentences: {
    inline: Inline[];
    /** Instead of `inline`; null for a sentence. */
    code: string | null;
    /** Why it may not hold. */
    notes: string[];
    sources: { label: string; url: string | null }[];
  }[];
  article: { title: string; url: string } | null;
}

export interface PostedAnswer extends ThreadAnswer {
  messageId: string;
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

export const QUESTION_ANSWERS = ["publish", "fix", "not-knowledge"] as const;
export type QuestionAnswer = (typeof QUESTION_ANSWERS)[number];
/** `fixed`: the person put the article right in the chat. */
export type QuestionOutcome = QuestionAnswer | "fixed";

/** Asking the person who gave an answer, in its thread. */
export interface ThreadQuestions<Config> {
  /** Posts it; answers the id of the message. It can be found again by `question.id` whatever becomes of the call. */
  ask(config: Config, question: ThreadQuestion, signal?: AbortSignal): Promise<string>;
  /** The message that asks this question; null when none stands in the thread. `since`: it was posted later than this. */
  findAsked(config: Config, question: ThreadQuestion, since: Date, signal?: AbortSignal): Promise<string | null>;
  /** Puts what was decided in the place of the question. */
  tell(config: Config, told: ToldAnswer, signal?: AbortSignal): Promise<void>;
  /** Tells who pressed a button, and nobody else, why nothing came of it; nothing where the platform gives no place for that. */
  tellPresser(press: QuestionPress, why: NotCounted, signal: AbortSignal): Promise<void>;
  /** Absent: an article is put right in the product alone. */
  fixes?: ChatFixes<Config>;
}

/** Putting an article right in a form of the chat. */
export interface ChatFixes<Config> {
  /** False: the article is too long for such a form, and none was opened. `triggerId` came with the press. */
  open(config: Config, form: FixForm, triggerId: string, signal: AbortSignal): Promise<boolean>;
  /** What the platform is answered when somebody pressed Save. */
  reply(submission: FixSubmission, outcome: FixOutcome): ChatReply;
}

export interface FixForm {
  questionId: string;
  channelId: string;
  articleUrl: string;
  /** Of the article as the form shows it. */
  edition: string;
  /** Saving publishes it: it waits for somebody who read it. */
  publishes: boolean;
  /** The article changed after the form was opened: the form shows what was typed, and what stands there now. */
  isLate: boolean;
  title: FixField;
  sections: { heading: string; fields: FixField[] }[];
  /** For sentences that the article does not have. */
  added: string;
}

export interface FixField {
  id: string;
  label: string;
  text: string;
  isCode: boolean;
  /** What somebody else put there meanwhile; null when nobody did. */
  now: string | null;
}

/** What stands in the form when somebody presses Save. */
export interface FixSubmission {
  teamId: string;
  questionId: string;
  channelId: string;
  /** The platform's id of who pressed it. */
  by: string;
  edition: string;
  /** By the ids of the fields. */
  texts: ReadonlyMap<string, string>;
  added: string;
  /** Somebody else is to fix it. */
  leavesIt: boolean;
}

export type FixOutcome =
  /** `notice`: what the person should know about what was saved. */
  | { kind: "done"; notice: string | null }
  /** Nothing was saved, what was typed stays in the form. */
  | { kind: "refused"; why: string }
  | { kind: "again"; form: FixForm };

/** JSON that answers what somebody did; null for nothing. */
export type ChatReply = Readonly<Record<string, unknown>> | null;

/** Why a press changed nothing: somebody else was asked, it was answered before, or there is no such question any more. */
export type NotCounted = "not-asked" | "answered" | "over";

export interface ThreadQuestion {
  id: string;
  channelId: string;
  threadId: string;
  /** The platform's id of the person. */
  askedOf: string;
  /** Where the article can be read. */
  articleUrl: string;
  /** It stands already: the question is whether it is right, not whether to publish it. */
  isPublished: boolean;
}

export interface ToldAnswer extends ThreadQuestion {
  messageId: string;
  /** Null: it came too late, there is no such article any more. */
  answer: QuestionOutcome | null;
}

/** Somebody pressed one of a question's buttons. */
export interface QuestionPress {
  teamId: string;
  channelId: string;
  messageId: string;
  questionId: string;
  /** The platform's id of who pressed it. */
  by: string;
  answer: QuestionAnswer;
  /** Where the platform takes an answer that only who pressed it sees, as it says; null when it says nothing. */
  replyAt: string | null;
  /** The platform's. */
  threadId: string | null;
  /** What a form is opened with, within seconds; null when the platform gives nothing. */
  triggerId: string | null;
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
  /** Throws nothing: what is not understood is `ignored`. */
  readDelivery(body: Uint8Array): Delivery;
  /** What somebody pressed. Throws nothing. */
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
  onPress(press: QuestionPress | FixSubmission): Promise<ChatReply>;
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
  /** Nothing for us; genuine or not, it changes nothing. */
  | { kind: "ignored"; teamId: string | null };

export type PressDelivery =
  | { kind: "press"; press: QuestionPress | FixSubmission }
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
  | { kind: "channel-renamed"; channelId: string; name: string }
  | { kind: "channel-private"; channelId: string; isPrivate: boolean }
  | { kind: "member"; channelId: string; memberId: string; isMember: boolean }
  | { kind: "channel-shared"; channelId: string; isShared: boolean }
  | { kind: "channel-state"; channelId: string; state: "archived" | "deleted" | "left" | null }
  | { kind: "app-removed" | "token-revoked" | "events-limited" };
