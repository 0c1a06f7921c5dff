import { createChatMessages, type StreamRow } from "./bench-rows.ts";

/**
 * Converts an IRC stream to the style of a team's channel, because no public data with labels has that style. The
 * result has fewer parallel conversations, minutes and not seconds between messages, silence before new topics, and few
 * names. Conversations stay complete, so their replies stay valid.
 */
export function toWorkplaceChat(row: StreamRow, random: () => number): StreamRow {
  const share = 0.06 + 0.24 * random();
  const slower = Math.exp(1.5 + 3 * random());
  const named = random() * 0.5;
  const conversations = [...new Set(row.messages.map((message) => message.conv))];
  const kept = new Set(conversations.filter((conversation) => conversation !== null && random() < share));
  const times = createChatMessages(row.messages);
  const authors = new Set(row.messages.map((message) => message.author?.toLowerCase()));
  const seen = new Set<number>();
  const here = new Set<number>();
  const lastOf = new Map(row.messages.map((message) => [message.conv, message.i]));
  let busyUntil = -1;
  let silence = 0;
  let last = 0;
  const messages = row.messages.flatMap((message, index) => {
    const { conv } = message;
    if (conv === null || !kept.has(conv) || message.system) return [];
    // A topic that starts while nothing else is discussed starts after a silence. A topic that interrupts another does
    // not.
    if (!seen.has(conv) && (message.i > busyUntil || random() < 0.15))
      silence += -Math.log(1 - random()) * 2_400 * slower;
    busyUntil = Math.max(busyUntil, lastOf.get(conv) ?? 0);
    seen.add(conv);
    here.add(message.i);
    const seconds = (times[index]?.sentAt.getTime() ?? 0) / 1_000;
    const first = Number(times[0]?.sentAt.getTime() ?? 0) / 1_000;
    const text = random() < named ? message.text : withoutAddress(message.text ?? "", authors);
    last = Math.max((seconds - first) * slower + silence, last + random() * 30 * slower);
    return [{ ...message, text: text ?? "", ts: Math.round(last) }];
  });
  return {
    ...row,
    scoredFrom: 0,
    messages: messages.map((message) =>
      message.replyTo ? { ...message, replyTo: message.replyTo.filter((parent) => here.has(parent)) } : message,
    ),
  };
}

/** Removes names of addressed people, as in chats where people reply directly and name nobody. */
export function removeNames(row: StreamRow, share = 1, random: () => number = () => 0): StreamRow {
  const authors = new Set(
    row.messages.map((message) => message.author?.toLowerCase()).filter((name) => name && name.length > 1),
  );
  const names = new RegExp(
    `(^|\\s)@?(?:${[...authors].map((name) => (name ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})[,:]*(?=\\s|$)`,
    "gi",
  );
  return {
    ...row,
    messages: row.messages.map((message) =>
      random() < share && message.text
        ? {
            ...message,
            text: message.text
              .replace(/^@\S+[,:]*\s+/, "")
              .replace(/(\s)@\S+/g, "$1")
              .replace(names, "$1")
              .trim(),
          }
        : message,
    ),
  };
}

function withoutAddress(text: string, authors: Set<string | undefined>): string {
  const [, name = "", rest = ""] = /^@?([^\s:,]+)\s*[:,]\s+(.+)$/s.exec(text) ?? [];
  return authors.has(name.toLowerCase()) ? rest : text;
}
