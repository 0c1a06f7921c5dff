const SHOWN_MESSAGES = 200;

/** Returns the messages that a page shows: those around a position, or the newest if the position is unknown (-1). */
export function selectVisibleMessages<Message>(messages: Message[], place: number): Message[] {
  const middle = place < 0 ? messages.length : place;
  const end = Math.min(messages.length, Math.max(SHOWN_MESSAGES, middle + SHOWN_MESSAGES / 2));
  return messages.slice(Math.max(0, end - SHOWN_MESSAGES), end);
}

export const MESSAGE_DELETED_NOTE =
  '<aside role="status">The message this link names is not here any more: somebody deleted it.</aside>';
