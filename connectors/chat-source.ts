import type { ChatMessage } from "../shared/domain/chat.ts";

/** Where reading goes on next time. Opaque to everybody but the source; stored as JSON beside the channel. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface RemoteChannel {
  externalId: string;
  name: string;
  description: string;
  isPrivate: boolean;
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
 * A platform whose talk we read. Throws only `ConnectorError`s for what the platform did. Credentials arrive decrypted and
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
}
