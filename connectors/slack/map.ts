import * as z from "zod";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import type { RemoteChannel, SkippedMessage } from "../chat-source.ts";
import { cleanName } from "../markdown-text.ts";
import { buildMessageExtras } from "../message-extras.ts";
import { convertToMarkdown, type SlackNames } from "./mrkdwn.ts";
import { convertBlocks } from "./rich-text.ts";
import { parseMicros, toDate } from "./timestamp.ts";

/** The names in a team, and the ids that belong to bots. */
export interface SlackPeople extends SlackNames {
  isBot(id: string): boolean;
}

const named = z.looseObject({
  name: z.string().nullish(),
  title: z.string().nullish(),
  /** The beginning of a text file, or the whole text of a short one. */
  preview: z.string().nullish().catch(null),
  preview_is_truncated: z.boolean().nullish().catch(null),
});
const reaction = z.looseObject({ name: z.string(), count: z.number() });
const attachment = z.looseObject({
  pretext: z.string().nullish(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  fallback: z.string().nullish(),
});

/**
 * The fields of a message that we read, from the API and from an export.
 * https://docs.slack.dev/reference/events/message
 */
const wireMessage = z.looseObject({
  ts: z.string().regex(/^\d{1,10}\.\d{6}$/),
  type: z.string().nullish(),
  subtype: z.string().nullish(),
  user: z.string().nullish(),
  bot_id: z.string().nullish(),
  text: z.string().max(200_000).nullish(),
  thread_ts: z
    .string()
    .regex(/^\d{1,10}\.\d{6}$/)
    .nullish(),
  edited: z.looseObject({ ts: z.string() }).nullish(),
  user_profile: z.looseObject({ display_name: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
  blocks: z.unknown().optional(),
  files: z.array(named).nullish().catch(null),
  attachments: z.array(attachment).nullish().catch(null),
  reactions: z.array(reaction).nullish().catch(null),
});
type WireMessage = z.infer<typeof wireMessage>;

/** Subtypes of messages by people. All other subtypes are notices of Slack or messages of bots. */
const SPOKEN = new Set(["thread_broadcast", "file_share", "me_message"]);

/** A converted message. `isBroken`: the message does not match Slack's documentation, apart from having no text. */
export type MappedMessage = { message: ChatMessage } | { skipped: SkippedMessage; isBroken?: true } | null;

/** Converts a Slack message; null for messages by bots and for notices. Never throws. */
export function mapMessage(raw: unknown, people: SlackPeople): MappedMessage {
  const parsed = wireMessage.safeParse(raw);
  if (!parsed.success) {
    if (isNotice(raw)) return null;
    return { skipped: { externalId: idOf(raw), reason: brokenReason(parsed.error) }, isBroken: true };
  }
  const wire = parsed.data;
  if (isNotice(wire) || (wire.user && people.isBot(wire.user))) return null;
  const sentAt = parseMicros(wire.ts);
  if (sentAt === null || !wire.user) return { skipped: { externalId: wire.ts, reason: "The message has no author." } };
  const text = textOf(wire, people);
  if (text === "") return { skipped: { externalId: wire.ts, reason: "The message has no text." } };
  const editedAt = parseMicros(wire.edited?.ts);
  return {
    message: {
      externalId: wire.ts,
      threadId: wire.thread_ts ?? null,
      author: { externalId: wire.user, name: people.user(wire.user) ?? profileName(wire) ?? wire.user },
      sentAt: toDate(sentAt),
      editedAt: editedAt === null ? null : toDate(editedAt),
      text,
      ...buildMessageExtras({
        files: (wire.files ?? []).map((file) => ({
          name: file.name || file.title || "",
          ...(file.preview && file.preview_is_truncated === false && { text: file.preview }),
        })),
        reactions: wire.reactions ?? [],
      }),
    },
  };
}

function isNotice(raw: unknown): boolean {
  const { subtype, bot_id } = (raw ?? {}) as { subtype?: unknown; bot_id?: unknown };
  return Boolean(bot_id) || (typeof subtype === "string" && subtype !== "" && !SPOKEN.has(subtype));
}

function textOf(wire: WireMessage, people: SlackPeople): string {
  const own = convertToMarkdown(wire.text ?? "", people);
  if (own !== "") return own;
  const built = convertToMarkdown(convertBlocks(wire.blocks), people);
  if (built !== "") return built;
  const attached = (wire.attachments ?? []).map(({ pretext, title, text, fallback }) =>
    [pretext, title, text || fallback].filter(Boolean).join("\n"),
  );
  const quoted = convertToMarkdown(attached.filter(Boolean).join("\n\n"), people);
  if (quoted !== "") return quoted;
  const files = (wire.files ?? [])
    .map((file) => convertToMarkdown(file.name || file.title || "", people))
    .filter(Boolean);
  return files.map((name) => `[file: ${name}]`).join(" ");
}

const profileName = ({ user_profile }: WireMessage) =>
  shortenName(user_profile?.display_name || user_profile?.real_name || "") || undefined;

const idOf = (raw: unknown) => {
  const ts = (raw as { ts?: unknown } | null)?.ts;
  return parseMicros(ts) === null ? null : (ts as string);
};

function brokenReason(error: z.ZodError): string {
  const field = String(error.issues[0]?.path[0] ?? "");
  return field === "" ? "It is not a message." : `Its '${field.slice(0, 40)}' is not what Slack documents.`;
}

/**
 * Returns the ids of the author and of everybody mentioned in the text, so that their names can be requested before
 * conversion.
 */
export function listMentionedIds(raw: unknown): { users: string[]; channels: string[] } {
  const { user, text, blocks, attachments } = (raw ?? {}) as Record<string, unknown>;
  const said = `${typeof text === "string" ? text : ""}${text ? "" : JSON.stringify([blocks ?? null, attachments ?? null])}`;
  const users = [...said.matchAll(/<@([A-Z0-9]+)|"user_id":"([A-Z0-9]+)"/g)].map((match) => match[1] ?? match[2] ?? "");
  const channels = [...said.matchAll(/<#([A-Z0-9]+)\|?>|"channel_id":"([A-Z0-9]+)"/g)];
  return {
    users: typeof user === "string" && user !== "" ? [user, ...users] : users,
    channels: channels.map((match) => match[1] ?? match[2] ?? ""),
  };
}

const wireUser = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  is_bot: z.boolean().nullish(),
  profile: z.looseObject({ display_name: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
});

export interface SlackPerson {
  id: string;
  name: string;
  isBot: boolean;
}

/** Converts a user; null for data that is not a user. A deleted user keeps the name. */
export function mapUser(raw: unknown): SlackPerson | null {
  const parsed = wireUser.safeParse(raw);
  if (!parsed.success) return null;
  const { id, name, real_name, is_bot, profile } = parsed.data;
  const shown = profile?.display_name || real_name || profile?.real_name || name || id;
  return { id, name: shortenName(shown) || id, isBot: is_bot === true || id === "USLACKBOT" };
}

const MAX_NAME_CHARACTERS = 200;

/** Shortens a name, because a text may repeat it thousands of times. Slack permits 80 characters. */
export const shortenName = (name: string): string => cleanName(name.slice(0, MAX_NAME_CHARACTERS));

const noted = z.looseObject({ value: z.string().nullish() }).nullish();
const wireChannel = z.looseObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1),
  is_private: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  is_member: z.boolean().nullish(),
  is_im: z.boolean().nullish(),
  is_mpim: z.boolean().nullish(),
  is_ext_shared: z.boolean().nullish(),
  is_pending_ext_shared: z.boolean().nullish(),
  topic: noted,
  purpose: noted,
});

/** Converts a channel; null for other data, such as a direct message. */
export function mapChannel(raw: unknown, names: SlackNames): RemoteChannel | null {
  const parsed = wireChannel.safeParse(raw);
  if (!parsed.success) return null;
  const { id, name, is_private, is_archived, is_member, topic, purpose, ...of } = parsed.data;
  if (of.is_im || of.is_mpim) return null;
  return {
    externalId: id,
    name: shortenName(name) || id,
    description: convertToMarkdown(purpose?.value || topic?.value || "", names),
    isPrivate: is_private === true,
    isShared: of.is_ext_shared === true || of.is_pending_ext_shared === true,
    isArchived: is_archived === true,
    isMember: is_member === true,
  };
}
