import * as z from "zod";
import type { DirectAnswers, ThreadMessage } from "../chat-source.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import type { GoogleChatApi } from "./api.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { mapMessage, placeOf } from "./map.ts";
import { spaceIdOf } from "./space-id.ts";

/** What was said so long before belongs to a question: such a conversation has no threads. */
const MINUTES_BEFORE = 30;
const MOST_BEFORE = 50;
/** Names of people find no article. */
const NO_NAMES = () => undefined;

const alone = z.looseObject({ spaceType: z.literal("DIRECT_MESSAGE"), singleUserBotDm: z.literal(true) });

export const directAnswers = (
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): DirectAnswers<GoogleChatConfig> => ({
  forMembersAlone: true,
  read: (config, { channelId, messageId }, signal) =>
    readDirect(apiOf(config, signal), spaceIdOf(channelId), messageId),
});

/**
 * An event only says where something was said. Who said what, and that nobody else reads there, is what Google says itself: whoever
 * may publish to the customer's topic could make up an event.
 */
async function readDirect(api: GoogleChatApi, space: string, messageId: string): Promise<ThreadMessage[]> {
  if (!alone.safeParse(await api.getSpace(space)).success)
    throw new NotFound("This is not a conversation of one person with the Chat app.");
  const raw = await api.getMessage(space, messageId);
  const asked = placeOf(raw);
  if (!asked || asked.isDeleted) return [];
  const from = new Date(asked.sentAt.getTime() - MINUTES_BEFORE * 60_000).toISOString();
  const filter = `createTime > "${from}" AND createTime < "${asked.createTime}"`;
  const before = await api
    .listMessages(space, { filter, orderBy: "createTime DESC", pageSize: MOST_BEFORE })
    .catch(nothingUnlessAllowed);
  return [...before.messages.toReversed(), raw].flatMap(saidIn);
}

function saidIn(raw: unknown): ThreadMessage[] {
  const place = placeOf(raw);
  const mapped = place && !place.isDeleted ? mapMessage(raw, place, null, NO_NAMES) : null;
  if (!mapped || !("message" in mapped)) return [];
  const { externalId: messageId, author, text } = mapped.message;
  return [{ messageId, by: author.externalId, text }];
}

/** What was said to the app it may read by itself; all else needs a scope that an administrator approves. */
function nothingUnlessAllowed(error: unknown): { messages: unknown[] } {
  if (error instanceof MissingPermission) return { messages: [] };
  throw error;
}
