import * as z from "zod";
import type { DirectMessageAnswering, ThreadMessage } from "../chat-source.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import type { GoogleChatApi } from "./api.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { mapMessage, parseMessageHeader } from "./map.ts";
import { parseSpaceId } from "./space-id.ts";

/** Earlier messages within this time belong to the question, because a direct conversation has no threads. */
const MINUTES_BEFORE = 30;
const MOST_BEFORE = 50;
/** The names of people are not needed for finding an article. */
const NO_NAMES = () => undefined;

const alone = z.looseObject({ spaceType: z.literal("DIRECT_MESSAGE"), singleUserBotDm: z.literal(true) });

export const createDirectMessageAnswering = (
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): DirectMessageAnswering<GoogleChatConfig> => ({
  forMembersAlone: true,
  read: (config, { channelId, messageId }, signal) =>
    readDirect(apiOf(config, signal), parseSpaceId(channelId), messageId),
});

/**
 * Reads a direct message. The event contains only the message's name, because anybody who may publish to the customer's
 * topic could forge an event. Text and author are read from Google, and so is the fact that nobody else reads the
 * space.
 */
async function readDirect(api: GoogleChatApi, space: string, messageId: string): Promise<ThreadMessage[]> {
  if (!alone.safeParse(await api.getSpace(space)).success)
    throw new NotFound("This is not a conversation of one person with the Chat app.");
  const raw = await api.getMessage(space, messageId);
  const asked = parseMessageHeader(raw);
  if (!asked || asked.isDeleted) return [];
  const from = new Date(asked.sentAt.getTime() - MINUTES_BEFORE * 60_000).toISOString();
  const filter = `createTime > "${from}" AND createTime < "${asked.createTime}"`;
  const before = await api
    .listMessages(space, { filter, orderBy: "createTime DESC", pageSize: MOST_BEFORE })
    .catch(nothingUnlessAllowed);
  return [...before.messages.toReversed(), raw].flatMap(saidIn);
}

function saidIn(raw: unknown): ThreadMessage[] {
  const place = parseMessageHeader(raw);
  const mapped = place && !place.isDeleted ? mapMessage(raw, place, null, NO_NAMES) : null;
  if (!mapped || !("message" in mapped)) return [];
  const { externalId: messageId, author, text } = mapped.message;
  return [{ messageId, by: author.externalId, text }];
}

/** Our app may read only messages that mention it. Other messages need a scope that an administrator approves. */
function nothingUnlessAllowed(error: unknown): { messages: unknown[] } {
  if (error instanceof MissingPermission) return { messages: [] };
  throw error;
}
