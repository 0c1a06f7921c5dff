import type { ChatSource, Cursor, MessagePage, ReadOptions } from "../../../connectors/chat-source.ts";
import { Unreachable } from "../../../connectors/errors.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { storableText } from "../../db/storable-text.ts";

/** Longer is no chat message on any platform we read (the longest: 40,000). */
const MAX_TEXT_CHARACTERS = 100_000;

/** A channel's messages from the cursor on, page by page. Every page can be stored as it is, with its `nextCursor`. */
export async function* readMessages<Config>(
  source: ChatSource<Config>,
  config: Config,
  channelId: string,
  cursor: Cursor | null,
  options: ReadOptions = {},
): AsyncGenerator<MessagePage> {
  let at = cursor;
  for (;;) {
    const page = await source.readMessages(config, channelId, at, options);
    if (!page.done && page.messages.length === 0 && JSON.stringify(page.nextCursor) === JSON.stringify(at)) {
      throw new Unreachable("The platform sent the same page again and again.", { mayHaveHappened: false });
    }
    yield onlyStorable(page);
    if (page.done) return;
    at = page.nextCursor;
  }
}

/** One message that cannot be stored is left out by name and takes no other with it. */
export function onlyStorable<Page extends Pick<MessagePage, "messages" | "skipped">>(page: Page): Page {
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
    author: { externalId: storableText(author.externalId), name: storableText(author.name) },
    editedAt: editedAt && Number.isNaN(editedAt.getTime()) ? null : editedAt,
    text: storableText(text),
  };
}
