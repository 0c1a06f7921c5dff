import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import type { StoredMessage } from "./message-queries.ts";

export interface PlaceOfMessage {
  workspaceId: string;
  channelId: string;
  externalId: string;
}

/**
 * Keyed hash that only recognises the same text of the same message: without the installation's key nobody can test
 * guesses.
 */
export function hashOfWords(
  secrets: Pick<KeyRing, "hmac">,
  { workspaceId, channelId, externalId }: PlaceOfMessage,
  text: string,
): string {
  return secrets.hmac(JSON.stringify([workspaceId, channelId, externalId, text]), "chat text").slice(0, 22);
}

/**
 * The message as it has to be stored: an erased one has no text, unless the platform reports a later edit with other
 * text. Text that only reads differently, for example because a colleague's name changed, does not come back.
 */
export function dropForgottenText(
  secrets: Pick<KeyRing, "hmac">,
  place: Omit<PlaceOfMessage, "externalId">,
  message: ChatMessage,
  known: StoredMessage | undefined,
): ChatMessage {
  if (!known?.forgottenAt) return message;
  const time = (date: Date | null) => date?.getTime() ?? 0;
  const isEdited =
    time(message.editedAt) > time(known.editedAt) &&
    hashOfWords(secrets, { ...place, externalId: message.externalId }, message.text) !== known.textHash;
  return isEdited ? message : { ...message, text: "" };
}
