import { NotFound, Unreachable } from "../errors.ts";
import type { AppMessage, GoogleChatApi } from "./api.ts";
import { placeOf } from "./map.ts";
import { spaceIdOf } from "./space-id.ts";

interface OwnPlace {
  /** Ours. */
  id: string;
  channelId: string;
  /** Of a message of the thread: THREAD.MESSAGE. */
  threadId: string;
}

/** The name that we give a message, under which it is found again, and under which Google makes no second one. */
const ownNameOf = (id: string) => `client-lorekeep-${id.toLowerCase()}`;

/** Posts it in the thread; answers the id of the message, also of one that is there already. */
export async function postOwn(api: GoogleChatApi, place: OwnPlace, message: AppMessage): Promise<string> {
  const space = spaceIdOf(place.channelId);
  const thread = await threadOf(api, space, place.threadId);
  const name = await api.createMessage(space, ownNameOf(place.id), thread, message);
  if (name !== null) return lastPart(name);
  const found = await findOwn(api, place);
  if (found === null)
    throw new Unreachable("Google Chat does not show a message that it has.", { mayHaveHappened: true });
  return found;
}

export async function findOwn(
  api: GoogleChatApi,
  { channelId, id }: Pick<OwnPlace, "channelId" | "id">,
): Promise<string | null> {
  const found = await api.getMessage(spaceIdOf(channelId), ownNameOf(id)).catch(unlessGone);
  return placeOf(found)?.id ?? null;
}

/** As the message says it; of a deleted one nothing is left but its id, which is THREAD.MESSAGE. */
async function threadOf(api: GoogleChatApi, space: string, messageId: string): Promise<string> {
  const message = placeOf(await api.getMessage(space, messageId).catch(unlessGone));
  return message?.thread ?? `spaces/${space}/threads/${messageId.split(".")[0]}`;
}

function unlessGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

const lastPart = (name: string) => name.slice(name.lastIndexOf("/") + 1);
