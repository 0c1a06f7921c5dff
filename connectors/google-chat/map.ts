import * as z from "zod";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { SkippedMessage } from "../chat-source.ts";
import { cleanName } from "../markdown-text.ts";
import { buildMessageExtras } from "../message-extras.ts";
import { convertToMarkdown, type NameOf } from "./markup.ts";

const moment = z.iso.datetime({ offset: true });
const messageName = z.string().regex(/^spaces\/[^/]+\/messages\/[\w.-]+$/);

/** The ids and the time of a message. A deleted message has them too. */
const wirePlace = z.looseObject({
  name: messageName,
  createTime: moment,
  deleteTime: moment.nullish(),
  thread: z.looseObject({ name: z.string().regex(/^spaces\/[\w-]+\/threads\/[\w.-]+$/) }).nullish(),
  threadReply: z.boolean().nullish(),
});

export interface MessageHeader {
  /** The last part of the name, unique within the space. */
  id: string;
  createTime: string;
  sentAt: Date;
  thread: string | null;
  isReply: boolean;
  isDeleted: boolean;
}

/** Returns the ids and the time of a message; null for data that is not a message. */
export function parseMessageHeader(raw: unknown): MessageHeader | null {
  const parsed = wirePlace.safeParse(raw);
  if (!parsed.success) return null;
  const { name, createTime, deleteTime, thread, threadReply } = parsed.data;
  return {
    id: getLastPart(name),
    createTime,
    sentAt: new Date(createTime),
    thread: thread?.name ?? null,
    isReply: threadReply === true,
    isDeleted: deleteTime != null,
  };
}

const mentionAnnotation = z.looseObject({
  type: z.literal("USER_MENTION"),
  startIndex: z.int().nonnegative().default(0),
  length: z.int().positive(),
  userMention: z.looseObject({
    user: z.looseObject({ name: z.string().regex(/^users\/[\w.@-]+$/), type: z.string().nullish() }),
  }),
});

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages#Message */
const wireMessage = z.looseObject({
  sender: z.looseObject({
    name: z.string().min(1),
    type: z.string().nullish(),
    displayName: z.string().nullish(),
  }),
  lastUpdateTime: moment.nullish(),
  text: z.string().max(200_000).nullish(),
  formattedText: z.string().max(400_000).nullish(),
  annotations: z.array(z.unknown()).nullish().catch(null),
  attachment: z
    .array(z.looseObject({ contentName: z.string().nullish() }))
    .nullish()
    .catch(null),
  emojiReactionSummaries: z
    .array(
      z.looseObject({
        emoji: z
          .looseObject({
            unicode: z.string().nullish(),
            customEmoji: z.looseObject({ emojiName: z.string().nullish() }).nullish(),
          })
          .nullish(),
        reactionCount: z.number().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});
type WireMessage = z.infer<typeof wireMessage>;

export type MappedMessage = { message: ChatMessage } | { skipped: SkippedMessage } | null;

/** Converts one message; null for messages by programs. Never throws. */
export function mapMessage(raw: unknown, place: MessageHeader, threadId: string | null, nameOf: NameOf): MappedMessage {
  if (isBot(raw)) return null;
  const skipped = (reason: string) => ({ skipped: { externalId: place.id, reason } });
  const parsed = wireMessage.safeParse(raw);
  if (!parsed.success) return skipped(brokenReason(parsed.error));
  const wire = parsed.data;
  const text = textOf(wire, nameOf);
  if (text === "") return skipped("The message has no text.");
  const { name, displayName } = wire.sender;
  return {
    message: {
      externalId: place.id,
      threadId,
      author: { externalId: name, name: cleanName(displayName || nameOf(name) || "") || name },
      sentAt: place.sentAt,
      editedAt: wire.lastUpdateTime ? new Date(wire.lastUpdateTime) : null,
      text,
      ...buildMessageExtras({
        files: (wire.attachment ?? []).map(({ contentName }) => ({ name: contentName ?? "" })),
        reactions: (wire.emojiReactionSummaries ?? []).map(({ emoji, reactionCount }) => ({
          name: emoji?.unicode ?? emoji?.customEmoji?.emojiName ?? "",
          count: reactionCount ?? 0,
        })),
      }),
    },
  };
}

export function isBot(raw: unknown): boolean {
  return (raw as { sender?: { type?: unknown } } | null)?.sender?.type === "BOT";
}

export function toSkippedMessage(raw: unknown): SkippedMessage {
  const name = messageName.safeParse((raw as { name?: unknown } | null)?.name);
  return {
    externalId: name.success ? getLastPart(name.data) : null,
    reason: "It is not a message that Google documents.",
  };
}

function textOf(wire: WireMessage, nameOf: NameOf): string {
  const own = convertToMarkdown(wire.formattedText || withMentions(wire), nameOf);
  if (own !== "") return own;
  const files = (wire.attachment ?? []).map(({ contentName }) => convertToMarkdown(contentName ?? "", nameOf));
  return files
    .filter(Boolean)
    .map((name) => `[file: ${name}]`)
    .join(" ");
}

/** Adds the mentions of `formattedText` to the plain text. */
function withMentions(wire: WireMessage): string {
  return mentionsIn(wire).reduceRight(
    (text, { start, end, user }) => `${text.slice(0, start)}<${user}>${text.slice(end)}`,
    wire.text ?? "",
  );
}

interface Mention {
  user: string;
  /** The name in the text, such as 'Ada Lovelace' for '@Ada Lovelace'. */
  name: string;
  isApp: boolean;
  start: number;
  end: number;
}

function mentionsIn({ text, annotations }: Pick<WireMessage, "text" | "annotations">): Mention[] {
  const found = (annotations ?? []).flatMap((annotation) => {
    const parsed = mentionAnnotation.safeParse(annotation);
    if (!parsed.success) return [];
    const { startIndex: start, length, userMention } = parsed.data;
    const end = start + length;
    const shown = (text ?? "").slice(start, end);
    if (!shown.startsWith("@") || shown.length !== length) return [];
    const { name: user, type } = userMention.user;
    return [{ user, name: shown.slice(1).trim(), isApp: type === "BOT", start, end }];
  });
  return found.sort((a, b) => a.start - b.start).filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0));
}

/** Returns the author of a message, and the people whom its text mentions with their names. */
export function listPeople(raw: unknown): { sender: string | null; mentioned: { user: string; name: string }[] } {
  const parsed = wireMessage.safeParse(raw);
  if (!parsed.success || isBot(raw)) return { sender: null, mentioned: [] };
  const { name, displayName } = parsed.data.sender;
  return { sender: displayName ? null : name, mentioned: mentionsIn(parsed.data).filter((mention) => mention.name) };
}

/** Returns the apps that a person's message mentions. */
export function listMentionedApps(raw: unknown): string[] {
  const { data } = wireMessage.safeParse(raw);
  if (!data || isBot(raw)) return [];
  return mentionsIn(data).flatMap(({ user, isApp }) => (isApp ? [user] : []));
}

function brokenReason(error: z.ZodError): string {
  const field = String(error.issues[0]?.path[0] ?? "");
  return field === "" ? "It is not a message." : `Its '${field.slice(0, 40)}' is not what Google documents.`;
}

export const getLastPart = (name: string) => name.slice(name.lastIndexOf("/") + 1);
