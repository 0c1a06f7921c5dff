import { randomUUID } from "node:crypto";
import type { StoredMessage, TeamsChannel } from "./channel.ts";
import { GraphFailure } from "./failure.ts";

type Item = StoredMessage | string;

interface LinkState {
  query: Record<string, string>;
  path: string;
  /** For a page of a list: the whole list, and the position of the page. */
  items: Item[] | null;
  at: number;
  /** For the list of changes: the counter of changes when the list began. */
  changes: number;
}

const TOKENS = ["$skiptoken", "$deltatoken"];

/**
 * Creates and resolves links to further pages. The token in a link stands for the original parameters. Links expire.
 */
export class PageLinks {
  readonly #kept: Map<string, LinkState>;
  readonly #address: { base: string; path: string };

  constructor(kept: Map<string, LinkState>, address: { base: string; path: string }) {
    this.#kept = kept;
    this.#address = address;
  }

  /**
   * Returns the parameters of the first request. Refuses parameters that are not `allowed`, and any parameter beside a
   * token.
   */
  firstQuery(query: Record<string, string>, allowed: string[]): Record<string, string> {
    const kept = this.#find(query);
    const open = kept ? TOKENS : allowed;
    const wrong = Object.keys(query).find((name) => !open.includes(name));
    if (wrong !== undefined) throw new GraphFailure("BadRequest", `Query option '${wrong}' is not allowed.`);
    return kept?.query ?? query;
  }

  kept(query: Record<string, string>): Item[] | null {
    return this.#find(query)?.items ?? null;
  }

  offset(query: Record<string, string>): number {
    return this.#find(query)?.at ?? 0;
  }

  /** Returns the counter of changes that the caller already knows; null if the caller has no token. */
  changesKnown(query: Record<string, string>): number | null {
    return query["$deltatoken"] ? (this.#find(query)?.changes ?? null) : null;
  }

  next(
    query: Record<string, string>,
    asked: Record<string, string>,
    { items, at, channel }: { items: Item[]; at: number; channel: TeamsChannel },
  ) {
    const isFirst = query["$skiptoken"] === undefined;
    const changes = isFirst ? channel.changes : (this.#find(query)?.changes ?? 0);
    return {
      "@odata.nextLink": this.#keep("$skiptoken", { query: asked, path: this.#address.path, items, at, changes }),
    };
  }

  /** Builds the link at the end of the list of changes. Other lists end without a link. */
  end(query: Record<string, string>, asked: Record<string, string>, channel: TeamsChannel) {
    if (!this.#address.path.endsWith("/delta")) return {};
    // Changes that were made while the caller read the pages are part of the next list.
    const changes = query["$skiptoken"] ? (this.#find(query)?.changes ?? 0) : channel.changes;
    const kept = { query: asked, path: this.#address.path, items: null, at: 0, changes };
    return { "@odata.deltaLink": this.#keep("$deltatoken", kept) };
  }

  repliesAfter(channel: TeamsChannel, postId: string, replies: Item[], at: number): string {
    const { teamId } = channel.owner;
    const path = `/teams/${teamId}/channels/${channel.data.id}/messages/${postId}/replies`;
    return this.#keep("$skiptoken", { query: {}, path, items: replies, at, changes: 0 });
  }

  #keep(name: string, kept: LinkState): string {
    const token = randomUUID();
    this.#kept.set(token, kept);
    return `${this.#address.base}${kept.path}?${name}=${token}`;
  }

  #find(query: Record<string, string>): LinkState | null {
    const token = query["$skiptoken"] ?? query["$deltatoken"];
    if (token === undefined) return null;
    const kept = this.#kept.get(token);
    if (kept && kept.path === this.#address.path) return kept;
    throw query["$deltatoken"]
      ? new GraphFailure("SyncStateNotFound", "The sync state generation is not found.")
      : new GraphFailure("BadRequest", "Invalid skip token.");
  }
}
