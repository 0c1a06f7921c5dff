import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { messagesForgotten } from "../events.ts";
import { forgetFingerprints, listToForget, markForgotten } from "./forget-queries.ts";
import { hashOfWords } from "./forgotten-words.ts";
import { lockMessages } from "./store-messages.ts";

/**
 * Erases the text of the channel's messages that were stored longer than so many days ago, `most` at a time. The rows
 * stay, with a keyed hash that recognises the same text when it is read again. Returns how many were erased.
 */
export async function forgetMessages(
  scope: WorkspaceScope,
  secrets: Pick<KeyRing, "hmac">,
  { channelId, keepDays, most }: { channelId: string; keepDays: number; most: number },
): Promise<number> {
  await lockMessages(scope, channelId);
  const due = await listToForget(scope, channelId, keepDays, most);
  if (due.length === 0) return 0;
  const place = { workspaceId: scope.workspaceId, channelId };
  const forgotten = due.map(({ externalId, text }) => ({
    externalId,
    hash: hashOfWords(secrets, { ...place, externalId }, text),
  }));
  await markForgotten(scope, channelId, keepDays, forgotten);
  await forgetFingerprints(scope, channelId, [...new Set(due.flatMap(({ conversationKey }) => conversationKey ?? []))]);
  await messagesForgotten.announce(null, scope, { channelId, externalIds: due.map(({ externalId }) => externalId) });
  return due.length;
}
