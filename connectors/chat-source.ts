import type { ChatMessage } from "../shared/domain/chat.ts";
import type { ThreadAsking } from "./chat-questions.ts";
import type { DirectMessages } from "./direct-messages.ts";
import type { LiveEvents } from "./live-events.ts";
import type { MessagePage, ReadingCursor, ThreadRereadResult } from "./message-page.ts";
import type { ThreadAnswering } from "./thread-answering.ts";

export * from "./chat-questions.ts";
export * from "./direct-messages.ts";
export * from "./live-events.ts";
export * from "./message-page.ts";
export * from "./thread-answering.ts";

export interface RemoteChannel {
  externalId: string;
  name: string;
  description: string;
  isPrivate: boolean;
  /**
   * True if people of other companies are in the channel or invited to it. Absent if the platform does not report this.
   */
  isShared?: boolean;
  isArchived: boolean;
  /** False if the channel must invite our bot before the bot can read messages. */
  isMember: boolean;
}

export interface SourceCheck {
  /** The owner of the credentials, for the success message: 'Acme (bot lorekeep)'. */
  account: string;
  /** The platform's id of the team, which decides which workspace gets an event; null on platforms without teams. */
  teamId: string | null;
  /** The beginning of message links (`https://acme.chat.example/`); null if the platform has no fixed beginning. */
  teamUrl: string | null;
  /** Whether these credentials may post `questions`. Absent if this is unknown or the platform has no questions. */
  mayPost?: boolean;
  /** Sentences about features that will not work, although reading works. */
  warnings: string[];
  /** The result for each credential that can be checked separately. If absent, reading has proved all credentials. */
  credentials?: CredentialCheck[];
}

export interface CredentialCheck {
  /** The configuration field of the credential. */
  field: string;
  /** `unknown`: the check could not reach the platform. */
  state: "proven" | "refused" | "unknown";
  text: string;
}

export interface ReadOptions {
  /**
   * Reads only this many of the newest messages, with their threads and without a cursor. The dashboard's test uses
   * this.
   */
  newest?: number;
  signal?: AbortSignal;
}

export type OnPause = (waitMs: number) => void;

/**
 * A platform from which messages are read. Every failure of the platform is thrown as a `ConnectorError`. Credentials
 * arrive decrypted and are never logged. The only state is the clocks for rate limits, one per workspace and method.
 */
export interface ChatSource<Config> {
  check(config: Config, signal?: AbortSignal): Promise<SourceCheck>;
  /** The step that makes a channel readable, in the platform's own terms. */
  joins?: string;
  /**
   * Yields all channels that can be monitored, page by page. If the platform demands a pause, throws `RateLimited`.
   * With `onPause`, calls it with the pause in milliseconds, waits and continues instead.
   */
  listChannels(config: Config, signal?: AbortSignal, onPause?: OnPause): AsyncIterable<RemoteChannel[]>;
  /**
   * Reads one page of messages. Call it again with `nextCursor` until `done`. A null cursor starts at the beginning of
   * the channel.
   */
  readMessages(
    config: Config,
    channelId: string,
    cursor: ReadingCursor | null,
    options?: ReadOptions,
  ): Promise<MessagePage>;
  /**
   * The cursor of a channel that is read from this time on, computed without a call. Pages may still have earlier messages,
   * for example of a thread that goes on.
   */
  startAt(time: Date): ReadingCursor;
  /**
   * The address of a message in the platform's own interface, computed without a call; null if it cannot be computed.
   */
  permalink(place: {
    teamUrl: string | null;
    channelId: string;
    message: Pick<ChatMessage, "externalId" | "threadId">;
  }): string | null;

  /** Reads the channel's current state. Absent if the platform has no call for this. */
  findChannel?(config: Config, channelId: string, signal?: AbortSignal): Promise<RemoteChannel>;
  /**
   * Reads whole threads again, for edits and deletions that no event and no list reports. Reads as many threads as the
   * rate limit allows and omits the others.
   */
  rereadThreads?(
    config: Config,
    channelId: string,
    threadIds: string[],
    signal?: AbortSignal,
  ): Promise<ThreadRereadResult>;
  /**
   * Builds the files that a person uploads to the platform to install our app, without a call. Absent if the platform
   * needs no files.
   */
  appPackage?(appId: string, address: string): PackageFile[];
  /** The members of a channel. Absent if the platform does not list them. */
  members?: ChannelMembers<Config>;
  /** The platform's events. If absent, messages must be polled. */
  live?: LiveEvents<Config>;
  /** Asks people questions in threads. Absent if the connector only reads. */
  questions?: ThreadAsking<Config>;
  /** Answers questions that people ask Lorekeep in chat. Absent if people cannot ask there. */
  answers?: ThreadAnswering<Config>;
  /** Sends direct messages. Absent if the platform has none. */
  direct?: DirectMessages<Config>;
}

export interface PackageFile {
  name: string;
  content: Uint8Array;
}

export interface ChannelMembers<Config> {
  /** Lists all members of a channel, by the platform's ids. */
  list(config: Config, channelId: string, signal?: AbortSignal): Promise<string[]>;
  /**
   * Finds the channel's member with this e-mail address; null if the credentials show no member with this address.
   * Throws `MissingPermission` if the credentials may not search by address.
   */
  findPerson(config: Config, email: string, channelId: string, signal?: AbortSignal): Promise<RemotePerson | null>;
}

export interface RemotePerson {
  externalId: string;
  /** True for people of another company, and for people who may see only some channels. */
  isGuest: boolean;
}
