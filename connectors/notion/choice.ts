import { createHash } from "node:crypto";
import { type ChoiceRequest, expectChosen, type ReadingChoice } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import type { ContainerKind, NotionApi } from "./api.ts";
import { parsePageId } from "./page-id.ts";
import { isTrashed, type NotionPage, type NotionParent, readTitle } from "./shapes.ts";

/** The most names of chosen pages that are looked up for a person who waits. Notion allows three calls a second. */
const MOST_NAMES = 12;
const MOST_LISTED = 50;
const DEEPEST_PAGE = 40;
const KEPT_MS = 10 * 60_000;
const MOST_TOKENS = 50;

interface Container {
  kind: ContainerKind;
  id: string;
}

/** The containers of pages, databases and blocks by their ids, as found during one look. */
export class FoundAncestors {
  readonly above = new Map<string, Container | null>();
  readonly until = Date.now() + KEPT_MS;
  /** True after the first part of a look was listed. */
  isBegun = false;
}

/** Remembers ancestors, of which each costs a call, separately for each credential. */
export class AncestorMemories {
  readonly #kept = new Map<string, FoundAncestors>();

  /** A look asks anew. One whose first part took too long goes on with what that had found. */
  of(token: string, { isFirst }: { isFirst: boolean }): FoundAncestors {
    const key = createHash("sha256").update(token).digest("hex");
    const kept = this.#kept.get(key);
    if (kept && !(isFirst && kept.isBegun) && Date.now() < kept.until) return kept;
    const found = new FoundAncestors();
    this.#kept.delete(key);
    this.#kept.set(key, found);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_TOKENS) break;
      this.#kept.delete(oldest);
    }
    return found;
  }
}

/** The ids of the chosen pages and databases; null if everything is read. */
export function parseChosen(places: string[]): Set<string> | null {
  const { tree } = parseReadingFilters(places, ["tree"]);
  return tree.length === 0 ? null : new Set(tree.map((entered) => parsePageId(entered) ?? entered));
}

/** Throws when a chosen page or database is gone or not shared any more. */
export async function expectShared(api: NotionApi, chosen: ReadonlySet<string>): Promise<void> {
  const there = new Map(await Promise.all([...chosen].map(async (id) => [id, await findTitle(api, id)] as const)));
  expectChosen("page or database", [...chosen], (id) => typeof there.get(id) === "string");
}

/** Null if the page or database is in the trash or not shared. */
async function findTitle(api: NotionApi, id: string): Promise<string | null> {
  if (parsePageId(id) !== id) return null;
  const page = await api.findContainer("pages", id);
  const found = page ?? (await api.findContainer("databases", id));
  if (!found || isTrashed(found)) return null;
  return page ? page.name : nameDatabase(found.name);
}

const nameDatabase = (name: string) => `${name} (database)`;

/** The ids of what is above a page, the nearest last, up to a chosen one. */
export async function findAbove(
  api: NotionApi,
  page: Pick<NotionPage, "id" | "parent">,
  { chosen, known }: { chosen: ReadonlySet<string>; known: FoundAncestors["above"] },
): Promise<string[]> {
  const path: string[] = [];
  let above = readParent(page.parent, known);
  known.set(page.id, above);
  while (above && !path.includes(above.id) && path.length < DEEPEST_PAGE) {
    path.unshift(above.id);
    if (chosen.has(above.id)) break;
    const { kind, id }: Container = above;
    if (!known.has(id)) known.set(id, readParent((await api.findContainer(kind, id))?.parent, known));
    above = known.get(id) ?? null;
  }
  return path;
}

/** The id of what is directly above a page. */
export const findNearestAbove = ({ parent }: Pick<NotionPage, "parent">): string | null =>
  readParent(parent, new Map())?.id ?? null;

const DATA_SOURCE = /^data_source:(.+)$/;

/** Lists the direct container of a page as `movePage` takes it: a page or a database's data source. Empty for a block and for the top. */
export function listContainers({ parent }: Pick<NotionPage, "parent">): string[] {
  const { type, page_id, data_source_id } = parent ?? {};
  if (type === "page_id" && page_id) return [page_id];
  return type === "data_source_id" && data_source_id ? [`data_source:${data_source_id}`] : [];
}

export function parseContainer(container: string): { type: "page_id" | "data_source_id"; id: string } {
  const dataSource = DATA_SOURCE.exec(container)?.[1];
  return dataSource ? { type: "data_source_id", id: dataSource } : { type: "page_id", id: container };
}

function readParent(parent: NotionParent | null | undefined, known: FoundAncestors["above"]): Container | null {
  const { type, page_id, database_id, data_source_id, block_id } = parent ?? {};
  if (type === "page_id" && page_id) return { kind: "pages", id: page_id };
  if (type === "block_id" && block_id) return { kind: "blocks", id: block_id };
  if (type === "data_source_id" && data_source_id) {
    if (database_id) known.set(data_source_id, { kind: "databases", id: database_id });
    return { kind: "data_sources", id: data_source_id };
  }
  return type === "database_id" && database_id ? { kind: "databases", id: database_id } : null;
}

export async function listChoices(api: NotionApi, { text, chosen }: ChoiceRequest): Promise<ReadingChoice[]> {
  const [pages, databases] = await Promise.all([
    api.findPages(text, MOST_LISTED),
    api.findDatabases(text, MOST_LISTED),
  ]);
  const found = [
    ...databases.map(({ id, name }) => ({ id, name: nameDatabase(name) })),
    ...pages.filter((page) => !isTrashed(page)).map((page) => ({ id: page.id, name: readTitle(page) || "Untitled" })),
  ];
  const missing = chosen.filter((value) => !found.some(({ id }) => id === value)).slice(0, MOST_NAMES);
  const named = await Promise.all(missing.map(async (id) => ({ id, name: await findTitle(api, id) })));
  return [...named.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }])), ...found];
}
