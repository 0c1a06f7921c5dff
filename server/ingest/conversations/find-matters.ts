import {
  type DetectionSettings,
  type FoundMatters,
  type ModelEngine,
  ModelUnavailable,
  type ReadingWindow,
} from "../../../engine/contract.ts";
import { toStorableText } from "../../db/storable-text.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { lockMessages } from "../messages/store-messages.ts";
import { deleteRereadConversations } from "../waiting/rereading-queries.ts";
import { markConversationsRefused } from "../waiting/waiting-queries.ts";
import { listConversations } from "./conversation-queries.ts";
import { findMessageChanges, storeConversationKeys } from "./grouping-queries.ts";
import {
  findReadingWindow,
  type ReadingWindowWithRows,
  storeMatters,
  ungroupThread,
  ungroupUnreadMessages,
  type WindowRequest,
} from "./reading-queries.ts";
import { computeFingerprint, storeVerdicts } from "./verdict-queries.ts";

/**
 * After this many attempts the result is stored although messages have changed. A message that somebody edits constantly
 * therefore does not block the other messages.
 */
const MOST_TRIES = 3;
/**
 * If the model declines a window of at most this many messages, they are marked as refused. Of a larger window, half is tried.
 */
const SMALLEST_WINDOW = 8;
const DECLINED = "the model declines to read it";
const NOTHING = "the model sees nothing in it that would be of use later";

interface MatterSearch extends WindowRequest {
  workspaceId: string;
  engine: ModelEngine;
  settings: DetectionSettings;
}

/**
 * Lets the model read the oldest window of unread messages. Stores which messages belong to the same topic (a matter) and which
 * to no topic. Returns the number of assigned messages: call it until it returns 0. No transaction is open while the model
 * reads. Throws `ModelUnavailable`.
 */
export async function findNextMatters(deps: Pick<Deps, "db">, finding: MatterSearch): Promise<number> {
  const { workspaceId, engine, settings, channelId } = finding;
  for (let tries = 1; ; tries += 1) {
    const read = await inWorkspace(deps.db, workspaceId, (scope) => findReadingWindow(scope, finding));
    if (!read) return 0;
    const most = Math.min(finding.most, read.window.fresh.size);
    const found = await findIn(engine, read.window);
    if (found === null && most > SMALLEST_WINDOW)
      return findNextMatters(deps, { ...finding, most: Math.ceil(most / 2) });
    const placed = await inWorkspace(deps.db, workspaceId, (scope) =>
      storeFound(scope, {
        channelId,
        read,
        found: found ?? nothingOf(read),
        isRefused: found === null,
        isAgain: finding.again === true,
        engine,
        settings,
        mayBeEdited: tries >= MOST_TRIES,
      }),
    );
    if (placed > 0) return placed;
  }
}

/** Takes messages that the model has to read out of their conversations. */
export async function ungroupMessagesForModel(scope: WorkspaceScope, channelId: string): Promise<void> {
  await lockMessages(scope, channelId);
  await ungroupUnreadMessages(scope, channelId);
}

/** Finds the topics (matters) of a window; null if the model declines to read these messages. */
async function findIn(engine: ModelEngine, window: ReadingWindow): Promise<FoundMatters | null> {
  try {
    return await engine.find(window);
  } catch (error) {
    if (error instanceof ModelUnavailable && error.reason === "refused") return null;
    throw error;
  }
}

const nothingOf = ({ window }: ReadingWindowWithRows): FoundMatters => ({ matters: [], nothing: [...window.fresh] });

/**
 * Prepares an article that a person requested about a thread: the thread's messages without conversation join its first
 * conversation.
 */
export async function joinThreadIntoConversation(
  scope: WorkspaceScope,
  channelId: string,
  threadId: string,
): Promise<void> {
  await lockMessages(scope, channelId);
  const { key, ids } = await ungroupThread(scope, channelId, threadId);
  await storeConversationKeys(
    scope,
    channelId,
    ids.map((externalId) => ({ externalId, key })),
  );
}

interface MattersToStore {
  isRefused: boolean;
  /** True if the found topics replace earlier conversations of these messages. */
  isAgain: boolean;
  channelId: string;
  read: ReadingWindowWithRows;
  found: FoundMatters;
  engine: ModelEngine;
  settings: DetectionSettings;
  mayBeEdited: boolean;
}

/** Stores the found topics and returns the number of assigned messages; 0 if the model's input has changed. */
async function storeFound(scope: WorkspaceScope, storing: MattersToStore): Promise<number> {
  const { channelId, read, found, engine, settings, mayBeEdited, isRefused, isAgain } = storing;
  await lockMessages(scope, channelId);
  const { isEdited, isGrouped } = await findMessageChanges(scope, channelId, read.rows);
  if (isGrouped || (isEdited && !mayBeEdited)) return 0;
  if (isAgain) await deleteRereadConversations(scope, channelId, [...read.window.fresh]);
  const placed = await storeConversationKeys(scope, channelId, [
    ...found.matters.flatMap(({ key, messages }) => messages.map((externalId) => ({ externalId, key }))),
    ...found.nothing.map((externalId) => ({ externalId, key: externalId })),
  ]);
  const nothing = found.nothing.map((key) => ({
    key,
    question: null,
    gist: null,
    searches: [],
    kind: null,
    settled: "nothing" as const,
  }));
  const matters = found.matters.map(({ key, question, gist, searches, kind, settled }) => ({
    key,
    kind,
    settled,
    question: toStorableText(question),
    gist: toStorableText(gist),
    searches: searches.map(toStorableText),
  }));
  await storeMatters(scope, channelId, [...matters, ...nothing], engine.reader);
  const alone = await listConversations(scope, {
    channelId,
    keys: found.nothing,
    after: "",
    limit: found.nothing.length || 1,
  });
  await storeVerdicts(
    scope,
    alone.map((conversation) => ({
      conversation,
      fingerprint: computeFingerprint(conversation, settings, engine),
      finding: { score: 0, isKnowledge: false, contentType: "documentation" as const },
      reasons: [isRefused ? DECLINED : NOTHING],
    })),
  );
  if (isRefused)
    for (const { id } of alone)
      await markConversationsRefused(scope, id, new ModelUnavailable("refused", null, DECLINED));
  return isAgain ? read.window.fresh.size : placed;
}
