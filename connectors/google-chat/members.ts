import * as z from "zod";
import type { ChannelMembers, RemotePerson } from "../chat-source.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import { type GoogleCredentials, getCredentialsId } from "./access-token.ts";
import type { GoogleChatApi } from "./api.ts";
import type { GoogleChatConfig } from "./manifest.ts";
import { parseSpaceId } from "./space-id.ts";

const MOST_PAGES = 100;
const wireMembership = z.looseObject({
  member: z.looseObject({ name: z.string().min(1), type: z.string().nullish() }),
});

export const createChannelMembers = (
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): ChannelMembers<GoogleChatConfig> => ({
  list: (config, channelId, signal) => listMembers(apiOf(config, signal), parseSpaceId(channelId)),
  findPerson: (config, email, channelId, signal) => findPerson(apiOf(config, signal), parseSpaceId(channelId), email),
});

async function listMembers(api: GoogleChatApi, spaceId: string): Promise<string[]> {
  const members: string[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await api.listMembers(spaceId, pageToken);
    members.push(...answer.members.map(personIn).filter((id) => id !== null));
    pageToken = answer.nextPageToken;
    if (!pageToken) break;
  }
  return members;
}

/**
 * Finds a member by e-mail address. Google accepts an address in place of a member's id, but only for members of the
 * space.
 */
async function findPerson(api: GoogleChatApi, spaceId: string, email: string): Promise<RemotePerson | null> {
  const found = await api.getMembership(spaceId, email).catch(unlessNobody);
  const externalId = personIn(found);
  return externalId === null ? null : { externalId, isGuest: false };
}

type OpenGoogleChatApi = (
  config: GoogleChatConfig,
  signal: AbortSignal | undefined,
) => { api: GoogleChatApi; credentials: GoogleCredentials };

/**
 * Returns our app's id in mentions, cached per service account. Null for a person's token, because our posts would
 * appear as that person's.
 */
export function createOwnAppFinder(connect: OpenGoogleChatApi) {
  const known = new Map<string, string>();
  return async (
    config: GoogleChatConfig,
    channelId: string,
    signal: AbortSignal | undefined,
  ): Promise<string | null> => {
    const { api, credentials } = connect(config, signal);
    if (!("serviceAccount" in credentials)) return null;
    const caller = getCredentialsId(credentials);
    const own = known.get(caller) ?? (await ownAppIn(api, parseSpaceId(channelId)));
    if (own !== null) known.set(caller, own);
    return own;
  };
}

async function ownAppIn(api: GoogleChatApi, spaceId: string): Promise<string | null> {
  const found = await api.getOwnMembership(spaceId).catch((error: unknown) => {
    if (error instanceof MissingPermission) return null;
    return unlessNobody(error);
  });
  return wireMembership.safeParse(found).data?.member.name ?? null;
}

function personIn(raw: unknown): string | null {
  const { data } = wireMembership.safeParse(raw);
  return data && data.member.type !== "BOT" ? data.member.name : null;
}

function unlessNobody(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
