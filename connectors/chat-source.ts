import type { ChatMessage } from "../shared/domain/chat.ts";
import type { ThreadQuestions } from "./chat-questions.ts";
import type { ThreadAnswers } from "./chat-threads.ts";
import type { DirectMessages } from "./direct-messages.ts";
import type { LiveEvents } from "./live-events.ts";
import type { Cursor, MessagePage, RereadThreads } from "./message-page.ts";

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
  /** Base of permalinks (`https://acme.chat.example/`); null where the platform has none. */
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
