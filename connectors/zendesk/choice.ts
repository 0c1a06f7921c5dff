import { type ChoiceRequest, expectChosen, filterChoices, type ReadingChoice } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import type { OpenedCenter } from "./creation-settings.ts";
import type { ZendeskArticle, ZendeskSection } from "./shapes.ts";

interface FoundChoice {
  isChosen(article: ZendeskArticle): boolean;
  /** Throws when a chosen category or section is gone or hidden. */
  expectAll(): void;
}

/** Articles of the chosen sections, the sections below them, and the sections of the chosen categories. */
export async function findChosen({ api, place: { locale } }: OpenedCenter, places: string[]): Promise<FoundChoice> {
  const { section, category } = parseReadingFilters(places, ["section", "category"]);
  if (section.length + category.length === 0) return { isChosen: () => true, expectAll() {} };
  const [sections, categories] = await Promise.all([
    api.sections(locale),
    category.length > 0 ? api.categories(locale) : [],
  ]);
  const isWithin = (one: ZendeskSection) =>
    category.includes(String(one.category_id)) ||
    withThoseAbove(one, sections).some(({ id }) => section.includes(String(id)));
  const ids = new Set(sections.filter(isWithin).map(({ id }) => id));
  return {
    isChosen: ({ section_id: id }) => typeof id === "number" && ids.has(id),
    expectAll() {
      expectChosen("section", section, (value) => sections.some(({ id }) => String(id) === value));
      expectChosen("category", category, (value) => categories.some(({ id }) => String(id) === value));
    },
  };
}

function withThoseAbove(section: ZendeskSection, all: ZendeskSection[]): ZendeskSection[] {
  const path = [section];
  for (const { parent_section_id: aboveId } of path) {
    const above = all.find(({ id }) => id === aboveId);
    if (above && !path.includes(above)) path.push(above);
  }
  return path;
}

export async function listChoices(
  { api, place: { locale } }: OpenedCenter,
  request: ChoiceRequest,
): Promise<ReadingChoice[]> {
  const categories = await api.categories(locale);
  if (request.kind === "category")
    return filterChoices(
      categories.map(({ id, name }) => ({ id: String(id), name })),
      request,
    );
  const sections = await api.sections(locale);
  const nameOf = (section: ZendeskSection) => {
    const category = categories.find(({ id }) => id === section.category_id);
    const path = withThoseAbove(section, sections).map(({ name }) => name);
    return [...path, ...(category ? [category.name] : [])].toReversed().join(" › ");
  };
  return filterChoices(
    sections.map((section) => ({ id: String(section.id), name: nameOf(section) })),
    request,
  );
}
