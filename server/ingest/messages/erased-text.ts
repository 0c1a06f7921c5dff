import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import type { StoredMessage } from "./message-queries.ts";

export interface MessageKey {
  workspaceId: string;
  channelId: string;
  externalId: string;
}

/**
 * A keyed hash that recognises the same text of the same message. Without the installation's encryption key nobody can test
 * guesses.
 */
export function hashErasedText(
  secrets: Pick<KeyRing, "hmac">,
  { workspaceId, channelId, externalId }: MessageKey,
  text: string,
): string {
  return secrets.hmac(JSON.stringify([workspaceId, channelId, externalId, text]), "chat text").slice(0, 22);
}

/**
 * Returns the message to store. A message that retention erased has no text, unless the platform reports a later edit with
 * other text. A text that differs only in its display, for example because of a changed name, does not return.
 */
export function dropErasedText(
  secrets: Pick<KeyRing, "hmac">,
  place: Omit<MessageKey, "externalId">,
  message: ChatMessage,
  known: StoredMessage | undefined,
): ChatMessage {
  if (!known?.forgottenAt) return message;
  const time = (date: Date | null) => date?.getTime() ?? 0;
  const isEdited =
    time(message.editedAt) > time(known.editedAt) &&
    hashErasedText(secrets, { ...place, externalId: message.externalId }, message.text) !== known.textHash;
  return isEdited ? message : { ...message, text: "" };
}
