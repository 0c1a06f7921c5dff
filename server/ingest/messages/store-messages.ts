import { isDeepStrictEqual } from "node:util";
import type { CompletePeriod, ReadingCursor, SkippedMessage } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { getChannel, updateChannel } from "../channels/queries.ts";
import { type ChangedMessages, messagesChanged } from "../events.ts";
import { dropErasedPeople } from "./erased-people.ts";
import { dropErasedText } from "./erased-text.ts";
import {
  findStoredMessages,
  markDeleted,
  markMissing,
  markRead,
  markThreadStarts,
  type StoredMessage,
  upsertMessages,
} from "./message-queries.ts";

export interface MessageBatch {
  messages: ChatMessage[];
  skipped: SkippedMessage[];
  complete: CompletePeriod[];
}

export interface StoreOptions {
  /** The channel's new cursor. Without it the cursor does not change. */
  nextCursor?: ReadingCursor;
  /**
   * The start of the reading, by the database's clock. A message that an event stored since then is not taken for deleted, even if the
   * platform's answer does not contain it.
   */
  readingSince: Date;
  /** The origin of the messages. 'export' and 'event' may be older than stored rows, so they restore no deleted message. */
  from: "platform" | "export" | "event";
  /** If true, only messages that are already stored are changed. */
  onlyKnown?: boolean;
  /** The key of the hash by which erased text is recognised. */
  secrets: Pick<KeyRing, "hmac">;
}

export interface StoreResult {
  /** Ids of the batch's messages that were stored before, deleted or not. */
  known: ReadonlySet<string>;
  added: ChatMessage[];
  changed: number;
  deleted: number;
}

/**
 * Stores messages that were read, imported or received, and a page's cursor. The same message from the platform and from an
 * export is the same row. A changed or deleted message makes the product judge its conversation again and check articles that
 * cite it.
 */
export async function storeMessages(
  scope: WorkspaceScope,
  channelId: string,
  batch: MessageBatch,
  options: StoreOptions,
): Promise<StoreResult> {
  await lockMessages(scope, channelId);
  const read = await dropErasedPeople(scope, batch.messages);
  const stored = await findStoredMessages(scope, channelId, read);
  const place = { workspaceId: scope.workspaceId, channelId };
  const incoming = read.map((message) =>
    dropErasedText(options.secrets, place, message, stored.get(message.externalId)),
  );
  const unknown = options.onlyKnown ? [] : incoming.filter(({ externalId }) => !stored.has(externalId));
  const added = options.from === "export" ? unknown : await dropEarlierMessages(scope, channelId, unknown);
  const changed = incoming.filter((message) => {
    const known = stored.get(message.externalId);
    return known !== undefined && isNewer(message, known, options);
  });
  if (added.length + changed.length > 0)
    await upsertMessages(scope, channelId, [...added, ...changed], options.from === "export");
  if (options.from === "event") await markThreadStarts(scope, channelId, added);
  await markRead(scope, channelId, [...stored.keys()]);
  const edited = changed.flatMap(({ externalId, text }) => {
    const known = stored.get(externalId);
    return known && (known.text !== text || known.deletedAt) ? [externalId] : [];
  });
  const deleted = options.from === "platform" ? await eraseMissing(scope, channelId, batch, options) : [];
  await announceChanges(scope, { channelId, externalIds: [...edited, ...deleted] });
  if (options.nextCursor) await updateChannel(scope, channelId, { cursor: options.nextCursor });
  return { known: new Set(stored.keys()), added, changed: changed.length, deleted: deleted.length };
}

/**
 * Erases messages that an event reported as deleted. An unknown message gets a row without text, so that neither a late event
 * nor an earlier page brings it back.
 */
export async function eraseMessages(
  scope: WorkspaceScope,
  channelId: string,
  gone: { externalId: string; sentAt: Date }[],
): Promise<void> {
  if (gone.length === 0) return;
  await lockMessages(scope, channelId);
  await announceChanges(scope, { channelId, externalIds: await markDeleted(scope, channelId, gone) });
}

/** Locks a channel's messages, so that pages, events and exports of one channel are stored one after the other. */
export async function lockMessages({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await lockUntilCommit(tx, `messages ${workspaceId} ${channelId}`);
}

/** Earlier messages of a channel that is read from a moment on are left where they are. */
async function dropEarlierMessages(
  scope: WorkspaceScope,
  channelId: string,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  if (messages.length === 0) return messages;
  const { readsFrom } = await getChannel(scope, channelId);
  return readsFrom ? messages.filter(({ sentAt }) => sentAt >= readsFrom) : messages;
}

function isNewer(message: ChatMessage, known: StoredMessage, { from, readingSince }: StoreOptions): boolean {
  // A page read before the deletion still contains the message.
  if (known.deletedAt) return from === "platform" && known.deletedAt < readingSince;
  const time = (date: Date | null) => date?.getTime() ?? 0;
  if (time(message.editedAt) < time(known.editedAt)) return false;
  return (
    message.text !== known.text ||
    (isNamed(message) && message.author.name !== known.authorName) ||
    time(message.editedAt) !== time(known.editedAt) ||
    (message.threadId !== null && message.threadId !== known.threadId) ||
    (message.text !== "" && message.beside !== undefined && !isDeepStrictEqual(message.beside, known.beside))
  );
}

/** An id instead of a name means that the platform no longer shows the name, so a known name stays. */
const isNamed = ({ author }: ChatMessage) => author.name !== author.externalId;

/** Erases stored messages that a completely read range lacks, because the platform deleted them. */
async function eraseMissing(
  scope: WorkspaceScope,
  channelId: string,
  { messages: present, skipped, complete }: MessageBatch,
  { readingSince }: StoreOptions,
): Promise<string[]> {
  // A message whose id cannot be read may be any of the stored messages, so none counts as missing.
  if (skipped.some(({ externalId }) => externalId === null)) return [];
  const there = [...present, ...skipped].flatMap(({ externalId }) => externalId ?? []);
  const gone: string[] = [];
  for (const stretch of complete) gone.push(...(await markMissing(scope, channelId, { stretch, there, readingSince })));
  return gone;
}

async function announceChanges(scope: WorkspaceScope, changes: ChangedMessages): Promise<void> {
  if (changes.externalIds.length > 0) await messagesChanged.announce(null, scope, changes);
}
