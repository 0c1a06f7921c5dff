import { MissingPermission, NotFound, Refused } from "../errors.ts";
import type { GoogleChatApi } from "./api.ts";
import { listPeople } from "./map.ts";
import { mapMember } from "./map-space.ts";

const KEPT_MS = 60 * 60_000;
const MOST_PAGES = 20;

/**
 * Caches the names of a space's members for an hour. A person's token shows senders only as 'users/123', so names come
 * from the member list and from mentions.
 */
export class MemberDirectory {
  readonly #now: () => number;
  readonly #members = new Map<string, string>();
  readonly #mentioned = new Map<string, string>();
  #listedAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly nameOf = (user: string): string | undefined => this.#members.get(user) ?? this.#mentioned.get(user);

  /** Stores the names of the messages' authors and of the mentioned people. */
  async learn(api: GoogleChatApi, spaceId: string, rawMessages: readonly unknown[]): Promise<void> {
    const people = rawMessages.map(listPeople);
    for (const { user, name } of people.flatMap(({ mentioned }) => mentioned)) this.#mentioned.set(user, name);
    if (this.#listedAt !== null && this.#now() - this.#listedAt < KEPT_MS) return;
    if (people.every(({ sender }) => sender === null)) return;
    await this.#readMembers(api, spaceId);
    this.#listedAt = this.#now();
  }

  /** Reads the names of a space's members. Without the permission for this, people are shown as numbers. */
  async #readMembers(api: GoogleChatApi, spaceId: string): Promise<void> {
    try {
      let pageToken: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { members, nextPageToken } = await api.listMembers(spaceId, pageToken);
        for (const member of members.map(mapMember)) if (member) this.#members.set(member.user, member.name);
        pageToken = nextPageToken;
        if (!pageToken) return;
      }
    } catch (error) {
      if (error instanceof MissingPermission || error instanceof NotFound || error instanceof Refused) return;
      throw error;
    }
  }
}
