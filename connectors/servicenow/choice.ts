import { type ChoiceRequest, expectChosen, filterChoices, type ReadingChoice } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import type { ArticleFilter, ServicenowApi } from "./api.ts";
import type { ServicenowConfig } from "./manifest.ts";
import { findBase } from "./pages.ts";
import type { ArticleCategory } from "./shapes.ts";

interface FoundChoice extends ArticleFilter {
  /** Throws when a chosen knowledge base or category is gone or hidden. */
  expectAll(): void;
}

/** The chosen knowledge bases, without a choice the configured one; of these the chosen categories with those below them. */
export async function findChosen(api: ServicenowApi, config: ServicenowConfig, places: string[]): Promise<FoundChoice> {
  const { base, category } = parseReadingFilters(places, ["base", "category"]);
  const bases = base.length > 0 ? (await api.knowledgeBases()).map(({ sys_id }) => sys_id) : [];
  const categories = category.length > 0 ? await api.categories() : [];
  const isChosen = (one: ArticleCategory) =>
    withThoseAbove(one, categories).some(({ sys_id }) => category.includes(sys_id));
  return {
    bases: base.length > 0 ? base.filter((id) => bases.includes(id)) : [(await findBase(api, config)).sys_id],
    categories: category.length > 0 ? categories.filter(isChosen).map(({ sys_id }) => sys_id) : null,
    expectAll() {
      expectChosen("knowledge base", base, (value) => bases.includes(value));
      expectChosen("category", category, (value) => categories.some(({ sys_id }) => sys_id === value));
    },
  };
}

function withThoseAbove(category: ArticleCategory, all: ArticleCategory[]): ArticleCategory[] {
  const path = [category];
  for (const { parent_id: aboveId } of path) {
    const above = all.find(({ sys_id }) => sys_id === aboveId);
    if (above && !path.includes(above)) path.push(above);
  }
  return path;
}

export async function listChoices(api: ServicenowApi, request: ChoiceRequest): Promise<ReadingChoice[]> {
  const bases = (await api.knowledgeBases()).map(({ sys_id, title }) => ({ id: sys_id, name: title }));
  if (request.kind === "base") return filterChoices(bases, request);
  const categories = await api.categories();
  const nameOf = (category: ArticleCategory) => {
    const path = withThoseAbove(category, categories);
    const base = bases.find(({ id }) => id === path.at(-1)?.parent_id);
    return [...path.map(({ label }) => label), ...(base ? [base.name] : [])].toReversed().join(" › ");
  };
  const named = categories.map((category) => ({ id: category.sys_id, name: nameOf(category) }));
  return filterChoices(named, request);
}
