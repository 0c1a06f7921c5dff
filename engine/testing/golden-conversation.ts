import type { ChatMessage, Conversation } from "../../shared/domain/chat.ts";

/**
 * Builds a conversation from lines `Name: text`, one minute apart; a line without a name continues the previous
 * message.
 */
export function parseConversation(text: string): Conversation {
  const messages: ChatMessage[] = [];
  for (const line of text.trim().split("\n")) {
    const [, name, said] = /^\s*(\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)?): (.*)$/u.exec(line) ?? [];
    const last = messages.at(-1);
    if (name === undefined || said === undefined) {
      if (last) last.text += `\n${line.replace(/^ {4}/, "")}`;
      continue;
    }
    messages.push({
      externalId: String(messages.length + 1),
      threadId: null,
      author: { externalId: `U-${name}`, name },
      sentAt: new Date(Date.UTC(2026, 0, 5, 9, messages.length)),
      editedAt: null,
      text: said,
    });
  }
  return { key: messages[0]?.externalId ?? "", messages };
}
