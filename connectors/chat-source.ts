import type { ChatMessage } from "../shared/domain/chat.ts";
import type { ThreadQuestions } from "./chat-questions.ts";
import type { ThreadAnswers } from "./chat-threads.ts";
import type { DirectMessages } from "./direct-messages.ts";
import type { LiveEvents } from "./live-events.ts";
import type { MessagePage, ReadingCursor, RereadThreads } from "./message-page.ts";

export * from "./chat-questions.ts";
export * from "./chat-threads.ts";
export * from "./direct-messages.ts";
export * from "./live-events.ts";
export * from "./message-page.ts";

export interface RemoteChannel {
  externalId: string;
  name: string;
  description: string;
  isPrivate: boolean;
  /** True when people of other companies are in the channel or invited. Absent: the platform does not tell. */
  isShared?: boolean;
  isArchived: boolean;
  /** False when our bot must be invited before it can read. */
  isMember: boolean;
}

export interface SourceCheck {
  /** The owner of the credentials, for the success message: 'Acme (bot lorekeep)'. */
  account: string;
  /** The platform's team id, which routes its events; null on platforms without teams. */
  teamId: string | null;
  /** The base of permalinks (`https://acme.chat.example/`); null where the platform has none. */
  teamUrl: string | null;
  /**
   * Whether these credentials may post `questions`. Absent where that is unknown, or where the platform has no
   * questions.
   */
  mayPost?: boolean;
  /** Functions that will not work although reading works, in sentences. */
  warnings: string[];
  /** The result for each credential that can be verified alone. Absent: reading has verified all of them. */
  credentials?: CredentialFound[];
}

export interface CredentialFound {
  /** The manifest's key of the field. */
  field: string;
  /** `unknown`: the platform could not be asked. */
  state: "proven" | "refused" | "unknown";
  text: string;
}

export interface ReadOptions {
  /** Limits reading to this many of the newest messages with their threads, without a cursor (for the dashboard's test). */
  newest?: number;
  signal?: AbortSignal;
}

export type OnPause = (waitMs: number) => void;

/**
 * A platform that we read messages from. A failure of the platform is always thrown as `ConnectorError`. Credentials arrive
 * decrypted and are never logged. The only state is rate-limit clocks, one for each workspace and method.
 */
export interface ChatSource<Config> {
  check(config: Config, signal?: AbortSignal): Promise<SourceCheck>;
  /** The step that makes a channel readable, in the platform's own words. */
  joins?: string;
  /**
   * Yields all pages of channels that can be monitored. When the platform demands a pause it throws `RateLimited`; with
   * `onPause`, which receives the pause in milliseconds, it waits and continues.
   */
  listChannels(config: Config, signal?: AbortSignal, onPause?: OnPause): AsyncIterable<RemoteChannel[]>;
  /** Reads one page; call again with `nextCursor` until `done`. A null cursor starts at the beginning of the channel. */
  readMessages(
    config: Config,
    channelId: string,
    cursor: ReadingCursor | null,
    options?: ReadOptions,
  ): Promise<MessagePage>;
  /** The address of a message in the platform's own interface, computed without a call; null when unknown. */
  permalink(place: {
    teamUrl: string | null;
    channelId: string;
    message: Pick<ChatMessage, "externalId" | "threadId">;
  }): string | null;

  /** Reads the channel's current state. Absent where the platform has no such call. */
  findChannel?(config: Config, channelId: string, signal?: AbortSignal): Promise<RemoteChannel>;
  /**
   * Reads whole threads again, for edits and deletions that nothing else reveals. Reads as many as the rate limit allows and
   * omits the rest.
   */
  rereadThreads?(config: Config, channelId: string, threadIds: string[], signal?: AbortSignal): Promise<RereadThreads>;
  /**
   * Builds the files that people upload to the platform so that it lets an app read; calls nothing. Absent where the
   * platform needs no files.
   */
  appPackage?(appId: string, address: string): PackageFile[];
  /** The members of a channel. Absent: the platform does not list them. */
  members?: ChannelMembers<Config>;
  /** Absent: the platform sends no events and must be polled. */
  live?: LiveEvents<Config>;
  /** Asks people in threads. Absent where the connector only reads. */
  questions?: ThreadQuestions<Config>;
  /** Answers the questions that people ask Lorekeep. Absent on platforms where nobody can ask. */
  answers?: ThreadAnswers<Config>;
  /** Sends direct messages. Absent where the platform has none. */
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
   * Finds the channel's member with this e-mail address; null when the credentials see no such member in this channel.
   * Throws `MissingPermission` when the credentials may not look up addresses.
   */
  findPerson(config: Config, email: string, channelId: string, signal?: AbortSignal): Promise<RemotePerson | null>;
}

export interface RemotePerson {
  externalId: string;
  /** True for people of another company and for those admitted to some channels only. */
  isGuest: boolean;
}
