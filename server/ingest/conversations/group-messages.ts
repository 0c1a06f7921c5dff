import type { LocalEngine, MessageWindow } from "../../../engine/contract.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { lockMessages } from "../messages/store-messages.ts";
import {
  countConversationSizes,
  findMessageChanges,
  findUngroupedWindow,
  storeConversationKeys,
  toMessage,
  type UngroupedWindow,
} from "./grouping-queries.ts";

/**
 * After this many attempts the result is stored although messages have changed. A message that somebody edits constantly
 * therefore does not block the other messages.
 */
const MOST_TRIES = 3;

interface ChannelKey {
  workspaceId: string;
  channelId: string;
}

/**
 * Groups the oldest window of ungrouped messages into conversations, which then have to be judged. Grouped messages keep their
 * conversation, which new messages may join. No transaction is open while the engine computes, so the input is read again if it
 * changed. Returns the number of grouped messages: call it until it returns 0.
 */
export async function groupNextMessages(
  deps: Pick<Deps, "db">,
  engine: Pick<LocalEngine, "group">,
  place: ChannelKey,
): Promise<number> {
  const { workspaceId, channelId } = place;
  for (let tries = 1; ; tries += 1) {
    const read = await readInWorkspace(deps.db, workspaceId, (scope) => readWindow(scope, channelId));
    if (!read) return 0;
    const keys = await engine.group(read.window);
    const grouped = await inWorkspace(deps.db, workspaceId, (scope) =>
      storeGrouped(scope, channelId, { read: read.open, keys, mayBeEdited: tries >= MOST_TRIES }),
    );
    if (grouped > 0) return grouped;
  }
}

async function readWindow(
  scope: WorkspaceScope,
  channelId: string,
): Promise<{ open: UngroupedWindow; window: MessageWindow } | null> {
  const open = await findUngroupedWindow(scope, channelId);
  if (!open) return null;
  const ordered = [...open.context, ...open.rows];
  const keysOf = (some: UngroupedWindow["roots"]) =>
    new Map(
      some.flatMap(({ externalId, conversationKey }) => (conversationKey ? [[externalId, conversationKey]] : [])),
    );
  const threadKeys = keysOf(open.roots);
  const sizes = await countConversationSizes(scope, channelId, ordered, threadKeys);
  return { open, window: { messages: ordered.map(toMessage), keys: keysOf(ordered), threadKeys, ...sizes } };
}

/** Stores the groups and returns the number of grouped messages; 0 if the engine's input has changed. */
async function storeGrouped(
  scope: WorkspaceScope,
  channelId: string,
  computed: { read: UngroupedWindow; keys: ReadonlyMap<string, string>; mayBeEdited: boolean },
): Promise<number> {
  const { read, keys, mayBeEdited } = computed;
  await lockMessages(scope, channelId);
  const { isEdited, isGrouped } = await findMessageChanges(scope, channelId, [
    ...read.context,
    ...read.rows,
    ...read.roots,
  ]);
  if (isGrouped || (isEdited && !mayBeEdited)) return 0;
  const grouped = read.rows.filter(({ conversationKey }) => conversationKey === null);
  return storeConversationKeys(
    scope,
    channelId,
    grouped.map(({ externalId }) => ({ externalId, key: keys.get(externalId) ?? externalId })),
  );
}
