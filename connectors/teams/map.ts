import * as z from "zod";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel, SkippedMessage } from "../chat-source.ts";
import { parseJsonIfValid } from "../http.ts";
import { cleanChatText, cleanName } from "../markdown-text.ts";
import { buildMessageExtras } from "../message-extras.ts";
import { type ChannelIds, formatChannelIds } from "./channel-ids.ts";
import { buildFileMark, convertHtml, convertText, type MessageAttachment, type MessageParts } from "./markup.ts";

const moment = z.iso.datetime({ offset: true });
const messageId = z.string().regex(/^[\w-]{1,100}$/);

/** The ids and times of a message. A deleted message has them too. */
const wirePlace = z.looseObject({
  id: messageId,
  replyToId: messageId.nullish(),
  createdDateTime: moment.nullish(),
  lastModifiedDateTime: moment.nullish(),
  deletedDateTime: moment.nullish(),
  "@removed": z.unknown().optional(),
});

export interface MessageHeader {
  id: string;
  /** The post that the message replies to; null for a post. */
  replyTo: string | null;
  sentAt: Date;
  /** The time of the last change, including reactions; null if absent. */
  changedAt: string | null;
  isDeleted: boolean;
}

/** Returns the ids and times of a message; null for data that is not a message. */
export function parseMessageHeader(raw: unknown): MessageHeader | null {
  const { data } = wirePlace.safeParse(raw);
  if (!data) return null;
  const sentAt = data.createdDateTime ? new Date(data.createdDateTime) : momentOfId(data.id);
  if (sentAt === null) return null;
  const isDeleted = data.deletedDateTime != null || data["@removed"] !== undefined;
  const replyTo = data.replyToId && data.replyToId !== data.id ? data.replyToId : null;
  return { id: data.id, replyTo, sentAt, changedAt: data.lastModifiedDateTime ?? null, isDeleted };
}

/** Returns the time in a message's id, which is in milliseconds. For a removed message, no other time is left. */
const momentOfId = (id: string) => (/^\d{13}$/.test(id) ? new Date(Number(id)) : null);

const identity = z.looseObject({ id: z.string().nullish(), displayName: z.string().nullish() });
const identities = z.looseObject({
  user: identity.nullish(),
  application: identity.nullish(),
  conversation: identity.nullish(),
});
const mention = z.looseObject({ id: z.union([z.number(), z.string()]), mentioned: identities.nullish() });
const attachment = z.looseObject({
  id: z.string().nullish(),
  contentType: z.string().nullish(),
  content: z.string().nullish(),
  name: z.string().nullish(),
});

/** https://learn.microsoft.com/graph/api/resources/chatmessage */
const wireMessage = z.looseObject({
  messageType: z.string(),
  from: identities.nullish(),
  lastEditedDateTime: moment.nullish(),
  subject: z.string().max(10_000).nullish(),
  body: z.looseObject({ contentType: z.string().nullish(), content: z.string().max(400_000).nullish() }),
  mentions: z.array(mention).nullish().catch(null),
  attachments: z.array(attachment).nullish().catch(null),
  reactions: z
    .array(z.looseObject({ reactionType: z.string().nullish() }))
    .nullish()
    .catch(null),
});
type WireMessage = z.infer<typeof wireMessage>;

export type MappedMessage = { message: ChatMessage } | { skipped: SkippedMessage } | null;

/** Converts one message; null for messages by programs and for notices. Never throws. */
export function mapMessage(raw: unknown, place: MessageHeader, threadId: string | null): MappedMessage {
  if (isByProgram(raw)) return null;
  const skipped = (reason: string) => ({ skipped: { externalId: place.id, reason } });
  const parsed = wireMessage.safeParse(raw);
  if (!parsed.success) return skipped(brokenReason(parsed.error));
  const author = parsed.data.from?.user;
  if (!author?.id) return skipped("The message has no author.");
  const text = textOf(parsed.data);
  if (text === "") return skipped("The message has no text.");
  const { lastEditedDateTime } = parsed.data;
  return {
    message: {
      externalId: place.id,
      threadId,
      author: { externalId: author.id, name: cleanName(author.displayName ?? "") || author.id },
      sentAt: place.sentAt,
      // `lastModifiedDateTime` is not used, because a reaction changes it.
      editedAt: lastEditedDateTime ? new Date(lastEditedDateTime) : null,
      text,
      // The text already contains the names of files.
      ...buildMessageExtras({ files: [], reactions: reactionsOf(wireReactions(parsed.data)) }),
    },
  };
}

const wireReactions = ({ reactions }: WireMessage) => (reactions ?? []).map(({ reactionType }) => reactionType ?? "");

/** Counts the reactions of each kind. Teams lists one entry per person. */
const reactionsOf = (types: string[]) =>
  [...Map.groupBy(types, (type) => type)].map(([name, each]) => ({ name, count: each.length }));

/** Whether a program wrote the message, or Teams itself: somebody joined, a meeting started. */
export function isByProgram(raw: unknown): boolean {
  const { messageType, from } = (raw ?? {}) as { messageType?: unknown; from?: { application?: unknown } | null };
  if (typeof messageType === "string" && messageType !== "message") return true;
  return from?.application != null;
}

export function toSkippedMessage(raw: unknown): SkippedMessage {
  const id = messageId.safeParse((raw as { id?: unknown } | null)?.id);
  return { externalId: id.success ? id.data : null, reason: "It is not a message that Microsoft documents." };
}

function textOf(wire: WireMessage): string {
  const { content, contentType } = wire.body;
  const subject = convertText(cleanName(wire.subject ?? ""));
  const inHtml = contentType === "html";
  const own = inHtml ? convertHtml(content ?? "", partsOf(wire)) : convertText(content ?? "");
  const files = (wire.attachments ?? [])
    .filter(({ id, contentType: kind }) => kind === "reference" && !(inHtml && content?.includes(`"${id}"`)))
    .map(({ name }) => buildFileMark(name ?? ""));
  return [subject && `**${subject}**`, own, ...files].filter(Boolean).join("\n");
}

function partsOf({ mentions, attachments }: WireMessage): MessageParts {
  return {
    mentioned(id) {
      const who = mentions?.find((one) => String(one.id) === id)?.mentioned;
      return who?.user?.id ?? who?.application?.id ?? who?.conversation?.id ?? undefined;
    },
    attachment(id) {
      const found = attachments?.find((one) => one.id === id);
      return found && attachedOf(found);
    },
  };
}

const reference = z.looseObject({
  messagePreview: z.string().nullish(),
  originalMessageContent: z.string().nullish(),
  messageSender: identities.nullish(),
  originalMessageSender: identities.nullish(),
});
const snippet = z.looseObject({ code: z.string().nullish(), lines: z.array(z.string()).nullish() });

function attachedOf({ contentType, content, name }: z.infer<typeof attachment>): MessageAttachment | undefined {
  const inside = parseJsonIfValid(content ?? "");
  switch (contentType) {
    case "reference":
      return { kind: "file", words: name ?? "" };
    case "messageReference":
    case "forwardedMessageReference": {
      const { data } = reference.safeParse(inside);
      const words = data?.messagePreview ?? data?.originalMessageContent ?? "";
      const who = (data?.messageSender ?? data?.originalMessageSender)?.user?.displayName;
      return { kind: "quote", words: who && words ? `${who}: ${words}` : words };
    }
    case "application/vnd.microsoft.card.codesnippet": {
      const { data } = snippet.safeParse(inside);
      const code = data?.code ?? data?.lines?.join("\n");
      return code ? { kind: "code", words: code } : { kind: "file", words: name ?? "code" };
    }
    default:
      return name ? { kind: "file", words: name } : undefined;
  }
}

function brokenReason(error: z.ZodError): string {
  const field = String(error.issues[0]?.path[0] ?? "");
  return field === "" ? "It is not a message." : `Its '${field.slice(0, 40)}' is not what Microsoft documents.`;
}

const wireChannel = z.looseObject({
  id: z.string().min(1).max(150),
  displayName: z.string().nullish(),
  description: z.string().nullish(),
  membershipType: z.string().nullish(),
  isArchived: z.boolean().nullish(),
});

/** Converts a channel; null for other data. `team` is added to the name in a list of several teams. */
export function mapChannel(raw: unknown, teamId: string, team?: string): RemoteChannel | null {
  const { data } = wireChannel.safeParse(raw);
  if (!data) return null;
  const place: ChannelIds = { teamId, channelId: data.id };
  const name = cleanName(data.displayName ?? "") || data.id;
  return {
    externalId: formatChannelIds(place),
    name: team ? `${cleanName(team)} / ${name}` : name,
    description: cleanChatText(data.description ?? ""),
    isPrivate: data.membershipType === "private" || data.membershipType === "shared",
    isShared: data.membershipType === "shared",
    isArchived: data.isArchived === true,
    isMember: true,
  };
}
