import { MissingPermission, NotFound, Refused } from "../errors.ts";
import type { SlackApi } from "./api.ts";
import { listMentionedIds, mapChannel, mapUser, type SlackPeople, type SlackPerson } from "./map.ts";

const KEPT_MS = 60 * 60_000;
const MOST_KEPT = 50_000;
/** The number of unknown people from which the whole member list is read. Fewer people are requested one by one. */
const WORTH_A_LIST = 5;
const LIST_REQUESTS = 5;

/** Caches a team's names for an hour, so that a page of messages needs no further requests for names. */
export class MemberDirectory implements SlackPeople {
  readonly #now: () => number;
  #people = new Map<string, SlackPerson | null>();
  #channels = new Map<string, string | null>();
  #since = 0;
  #listed = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  user(id: string): string | undefined {
    return this.#people.get(id)?.name;
  }

  channel(id: string): string | undefined {
    return this.#channels.get(id) ?? undefined;
  }

  isBot(id: string): boolean {
    return id === "USLACKBOT" || (this.#people.get(id)?.isBot ?? false);
  }

  /** Stores the names of all people and channels in the messages. */
  async learn(api: SlackApi, rawMessages: readonly unknown[]): Promise<void> {
    this.#forgetOld();
    const named = rawMessages.map(listMentionedIds);
    await this.#learnPeople(api, new Set(named.flatMap(({ users }) => users)));
    for (const id of new Set(named.flatMap(({ channels }) => channels))) {
      if (!this.#channels.has(id)) this.#channels.set(id, await channelName(api, id));
    }
  }

  async #learnPeople(api: SlackApi, ids: ReadonlySet<string>): Promise<void> {
    const unknown = () => [...ids].filter((id) => !this.#people.has(id) && id !== "USLACKBOT");
    if (!this.#listed && unknown().length > WORTH_A_LIST) await this.#readList(api, () => unknown().length === 0);
    for (const id of unknown()) this.#people.set(id, await person(api, id));
  }

  async #readList(api: SlackApi, enough: () => boolean): Promise<void> {
    let cursor: string | undefined;
    for (let request = 0; request < LIST_REQUESTS; request += 1) {
      const page = await api.listUsers(cursor).catch(ofNoTeam);
      for (const found of page.members.map(mapUser)) if (found) this.#people.set(found.id, found);
      cursor = page.nextCursor;
      if (!cursor || enough()) break;
    }
    this.#listed = true;
  }

  #forgetOld(): void {
    const now = this.#now();
    if (now - this.#since < KEPT_MS && this.#people.size < MOST_KEPT) return;
    this.#people = new Map();
    this.#channels = new Map();
    this.#listed = false;
    this.#since = now;
  }
}

/**
 * Ignores the error of an organization's token, whose member list covers only one team. People are then requested one
 * by one.
 */
function ofNoTeam(error: unknown) {
  if (error instanceof Refused) return { members: [], nextCursor: undefined };
  throw error;
}

async function person(api: SlackApi, id: string): Promise<SlackPerson | null> {
  try {
    return mapUser(await api.user(id));
  } catch (error) {
    if (error instanceof NotFound || error instanceof Refused) return null;
    throw error;
  }
}

/** Returns a channel's name. A bot cannot read the name of a private channel that it is not in. */
async function channelName(api: SlackApi, id: string): Promise<string | null> {
  try {
    return mapChannel(await api.channelInfo(id), { user: () => undefined, channel: () => undefined })?.name ?? null;
  } catch (error) {
    if (error instanceof NotFound || error instanceof Refused || error instanceof MissingPermission) return null;
    throw error;
  }
}
