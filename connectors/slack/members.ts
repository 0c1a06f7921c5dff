import * as z from "zod";
import type { ChannelMembers, RemotePerson } from "../chat-source.ts";
import { NotFound } from "../errors.ts";
import type { SlackApi } from "./api.ts";
import type { SlackConfig } from "./manifest.ts";

/** The most pages of members: enough for 100,000 members. */
const MOST_PAGES = 100;

export const createChannelMembers = (
  apiOf: (config: SlackConfig, signal: AbortSignal | undefined) => SlackApi,
): ChannelMembers<SlackConfig> => ({
  list: (config, channelId, signal) => listMembers(apiOf(config, signal), channelId),
  findPerson: (config, email, _channelId, signal) => findPerson(apiOf(config, signal), email),
});

async function listMembers(api: SlackApi, channelId: string): Promise<string[]> {
  const members: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await api.listMembers(channelId, cursor);
    members.push(...answer.members);
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return members;
}

/** https://docs.slack.dev/reference/objects/user-object */
const wirePerson = z.looseObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  deleted: z.boolean().nullish(),
  is_restricted: z.boolean().nullish(),
  is_ultra_restricted: z.boolean().nullish(),
  is_stranger: z.boolean().nullish(),
  is_email_confirmed: z.boolean().nullish(),
});

async function findPerson(api: SlackApi, email: string): Promise<RemotePerson | null> {
  const found = await api.userByEmail(email).catch(unlessNobody);
  // An address that Slack has not confirmed does not prove who the person is.
  if (wirePerson.safeParse(found).data?.is_email_confirmed === false) return null;
  return toRemotePerson(found);
}

/** Converts a user; null for data that is not a person, and for a deactivated person. */
export function toRemotePerson(user: unknown): RemotePerson | null {
  const { data } = wirePerson.safeParse(user);
  if (!data || data.deleted) return null;
  return { externalId: data.id, isGuest: Boolean(data.is_restricted || data.is_ultra_restricted || data.is_stranger) };
}

function unlessNobody(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
