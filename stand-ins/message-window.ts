const SHOWN_MESSAGES = 200;

/** The messages shown on a page: those around a position, or the newest for an unknown position (-1). */
export function takeWindow<Message>(messages: Message[], place: number): Message[] {
  const middle = place < 0 ? messages.length : place;
  const end = Math.min(messages.length, Math.max(SHOWN_MESSAGES, middle + SHOWN_MESSAGES / 2));
  return messages.slice(Math.max(0, end - SHOWN_MESSAGES), end);
}

export const GONE =
  '<aside role="status">The message this link names is not here any more: somebody deleted it.</aside>';
