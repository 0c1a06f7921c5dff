import * as z from "zod";
import type { RemotePerson } from "../chat-source.ts";
import { NotFound } from "../errors.ts";
import type { GoogleChatApi } from "./api.ts";

const MOST_PAGES = 100;
const wireMembership = z.looseObject({
  member: z.looseObject({ name: z.string().min(1), type: z.string().nullish() }),
});

export async function listMembers(api: GoogleChatApi, spaceId: string): Promise<string[]> {
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

/** Google takes an address in the place of a member's id and so tells whose id it is, of members of the space only. */
export async function findPerson(api: GoogleChatApi, spaceId: string, email: string): Promise<RemotePerson | null> {
  const found = await api.getMembership(spaceId, email).catch(unlessNobody);
  const externalId = personIn(found);
  return externalId === null ? null : { externalId, isGuest: false };
}

function personIn(raw: unknown): string | null {
  const { data } = wireMembership.safeParse(raw);
  return data && data.member.type !== "BOT" ? data.member.name : null;
}

function unlessNobody(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
