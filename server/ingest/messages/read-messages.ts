import type { ChatSource, MessagePage, ReadingCursor, ReadOptions } from "../../../connectors/chat-source.ts";
import { Unreachable } from "../../../connectors/errors.ts";
import type { ChatMessage, MessageExtras } from "../../../shared/domain/chat.ts";
import { toStorableText } from "../../db/storable-text.ts";

/** The longest text that is stored. Platforms allow at most 40,000 characters. */
const MAX_TEXT_CHARACTERS = 100_000;

/** Reads a channel's messages after the cursor, page by page. Each page can be stored with its `nextCursor`. */
export async function* readMessages<Config>(
  source: ChatSource<Config>,
  config: Config,
  channelId: string,
  cursor: ReadingCursor | null,
  options: ReadOptions = {},
): AsyncGenerator<MessagePage> {
  let at = cursor;
  for (;;) {
    const page = await source.readMessages(config, channelId, at, options);
    if (!page.done && page.messages.length === 0 && JSON.stringify(page.nextCursor) === JSON.stringify(at)) {
      throw new Unreachable("The platform sent the same page again and again.", { mayHaveHappened: false });
    }
    yield keepStorableMessages(page);
    if (page.done) return;
    at = page.nextCursor;
  }
}

/** Moves messages that cannot be stored to `skipped`, without affecting other messages. */
export function keepStorableMessages<Page extends Pick<MessagePage, "messages" | "skipped">>(page: Page): Page {
  const messages: ChatMessage[] = [];
  const skipped = [...page.skipped];
  const seen = new Set<string>();
  for (const message of page.messages) {
    const reason = whyNotStorable(message);
    if (reason) skipped.push({ externalId: message.externalId || null, reason });
    else if (!seen.has(message.externalId)) messages.push(storable(message));
    seen.add(message.externalId);
  }
  return { ...page, messages, skipped };
}

function whyNotStorable({ externalId, sentAt, text }: ChatMessage): string | null {
  if (!externalId || externalId.includes("\0")) return "The message has no usable id.";
  if (Number.isNaN(sentAt.getTime())) return "The message has no readable date.";
  if (text.length > MAX_TEXT_CHARACTERS) return "The message is too long.";
  return null;
}

function storable(message: ChatMessage): ChatMessage {
  const { author, text, editedAt } = message;
  return {
    ...message,
    author: { externalId: toStorableText(author.externalId), name: toStorableText(author.name) },
    editedAt: editedAt && Number.isNaN(editedAt.getTime()) ? null : editedAt,
    text: toStorableText(text),
    ...(message.beside && { beside: storableBeside(message.beside) }),
  };
}

const storableBeside = ({ files, reactions }: MessageExtras): MessageExtras => ({
  ...(files && {
    files: files.map(({ name, text }) => ({
      name: toStorableText(name),
      ...(text !== undefined && { text: toStorableText(text) }),
    })),
  }),
  ...(reactions && { reactions: reactions.map(({ name, count }) => ({ name: toStorableText(name), count })) }),
});
