import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { messagesForgotten } from "../events.ts";
import { hashErasedText } from "./erased-text.ts";
import { forgetFingerprints, listMessagesToForget, markForgotten } from "./forget-queries.ts";
import { lockMessages } from "./store-messages.ts";

/**
 * Erases the text of the channel's messages that were stored at least this many days ago, at most `most` messages at a time.
 * Rows stay, with a keyed hash that recognises the text in a later reading. Returns the number of erased messages.
 */
export async function forgetMessages(
  scope: WorkspaceScope,
  secrets: Pick<KeyRing, "hmac">,
  { channelId, keepDays, most }: { channelId: string; keepDays: number; most: number },
): Promise<number> {
  await lockMessages(scope, channelId);
  const due = await listMessagesToForget(scope, channelId, keepDays, most);
  if (due.length === 0) return 0;
  const place = { workspaceId: scope.workspaceId, channelId };
  const forgotten = due.map(({ externalId, text }) => ({
    externalId,
    hash: hashErasedText(secrets, { ...place, externalId }, text),
  }));
  await markForgotten(scope, channelId, keepDays, forgotten);
  await forgetFingerprints(scope, channelId, [...new Set(due.flatMap(({ conversationKey }) => conversationKey ?? []))]);
  await messagesForgotten.announce(null, scope, { channelId, externalIds: due.map(({ externalId }) => externalId) });
  return due.length;
}
