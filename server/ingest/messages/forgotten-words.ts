import type { ChatMessage } from "../../../shared/domain/chat.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import type { StoredMessage } from "./message-queries.ts";

export interface PlaceOfMessage {
  workspaceId: string;
  channelId: string;
  externalId: string;
}

/** Of use for nothing but knowing the same words of the same message again: without the installation's key it cannot be tried out. */
export function hashOfWords(
  secrets: Pick<KeyRing, "hmac">,
  { workspaceId, channelId, externalId }: PlaceOfMessage,
  text: string,
): string {
  return secrets.hmac(JSON.stringify([workspaceId, channelId, externalId, text]), "chat text").slice(0, 22);
}

/**
 * A message as it is to be stored: one that was forgotten has no words, unless the platform says that it was edited since and
 * its words are others. Words that only read otherwise, because a colleague's name changed, say, do not come back.
 */
export function withoutForgotten(
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
