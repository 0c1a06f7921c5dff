import { NotFound, Unreachable } from "../errors.ts";
import type { AppMessage, GoogleChatApi } from "./api.ts";
import { parseMessageHeader } from "./map.ts";
import { parseSpaceId } from "./space-id.ts";

interface OwnPlace {
  /** The id that Lorekeep gave the message. */
  id: string;
  channelId: string;
  /** Any message of the thread, as THREAD.MESSAGE. */
  threadId: string;
}

/**
 * The id that we assign to a message. With this id the message can be found again, and Google creates no second
 * message.
 */
const ownNameOf = (id: string) => `client-lorekeep-${id.toLowerCase()}`;

/** Posts the message in the thread and returns its id. If it was posted before, returns the existing message's id. */
export async function postOwnMessage(api: GoogleChatApi, place: OwnPlace, message: AppMessage): Promise<string> {
  const space = parseSpaceId(place.channelId);
  const thread = await threadOf(api, space, place.threadId);
  const name = await api.createMessage(space, ownNameOf(place.id), thread, message);
  if (name !== null) return lastPart(name);
  const found = await findOwnMessage(api, place);
  if (found === null)
    throw new Unreachable("Google Chat does not show a message that it has.", { mayHaveHappened: true });
  return found;
}

export async function findOwnMessage(
  api: GoogleChatApi,
  { channelId, id }: Pick<OwnPlace, "channelId" | "id">,
): Promise<string | null> {
  const found = await api.getMessage(parseSpaceId(channelId), ownNameOf(id)).catch(unlessGone);
  return parseMessageHeader(found)?.id ?? null;
}

/** Returns the message's thread. The id of a deleted message, THREAD.MESSAGE, contains the thread. */
async function threadOf(api: GoogleChatApi, space: string, messageId: string): Promise<string> {
  const message = parseMessageHeader(await api.getMessage(space, messageId).catch(unlessGone));
  return message?.thread ?? `spaces/${space}/threads/${messageId.split(".")[0]}`;
}

function unlessGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

const lastPart = (name: string) => name.slice(name.lastIndexOf("/") + 1);
