import { type ChoiceRequest, expectChosen, filterChoices, type ReadingChoice } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import type { IntercomApi } from "./api.ts";
import { listCollectionsBelow } from "./folders.ts";
import type { IntercomArticle, IntercomCollection } from "./shapes.ts";

interface FoundChoice {
  isChosen(article: IntercomArticle): boolean;
  /** Throws when a chosen collection is gone or hidden. */
  expectAll(): void;
}

/** Articles of the chosen collections and of the collections below them. */
export async function findChosen(api: IntercomApi, places: string[]): Promise<FoundChoice> {
  const { collection } = parseReadingFilters(places, ["collection"]);
  if (collection.length === 0) return { isChosen: () => true, expectAll() {} };
  const all = await api.collections();
  const there = all.filter(({ id }) => collection.includes(id));
  const ids = new Set([...there, ...there.flatMap(({ id }) => listCollectionsBelow(all, id))].map(({ id }) => id));
  return {
    isChosen: ({ parent_id: id, parent_ids: more }) => [id, ...(more ?? [])].some((one) => ids.has(one ?? "")),
    expectAll: () => expectChosen("collection", collection, (value) => there.some(({ id }) => id === value)),
  };
}

/** Collections of one name are told apart by those above them. */
export async function listChoices(api: IntercomApi, request: ChoiceRequest): Promise<ReadingChoice[]> {
  const all = await api.collections();
  const nameOf = (one: IntercomCollection, deepest = 10): string => {
    const above = deepest > 0 && all.find(({ id }) => id === one.parent_id);
    return above ? `${nameOf(above, deepest - 1)} › ${one.name}` : one.name;
  };
  return filterChoices(
    all.map((one) => ({ id: one.id, name: nameOf(one) })),
    request,
  );
}
