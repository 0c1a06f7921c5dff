import * as z from "zod";
import { type ChoiceRequest, expectChosen, filterChoices, type ReadingChoice } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import type { WikiApi } from "./api.ts";

/** The choice of pages: those of the namespaces that are in one of the categories; in any or none where no category is chosen. */
export interface ChosenPages {
  /** The titles of category pages, as this wiki writes them: 'Kategorie:Handbuch'. */
  categories: string[];
  /** True where no category is chosen, so that pages of all categories and of none are read. */
  isAny: boolean;
  namespaces: string[];
}

interface FoundChoice extends ChosenPages {
  /** Throws when a chosen category or namespace is gone. */
  expectAll(): void;
}

const MAIN = "0";
/** The texts of the wiki's own interface: https://www.mediawiki.org/wiki/Manual:Namespace_constants */
const INTERFACE = 8;
const FORBIDDEN = /[#<>[\]{}|]/;

const siteInfo = z.object({
  query: z.object({ namespaces: z.record(z.string(), z.object({ id: z.number(), name: z.string() })) }),
});
const categoryPages = z.object({
  query: z
    .object({
      normalized: z.array(z.object({ from: z.string(), to: z.string() })).nullish(),
      pages: z.array(
        z.object({
          title: z.string(),
          missing: z.boolean().nullish(),
          invalid: z.boolean().nullish(),
          categoryinfo: z.looseObject({}).nullish(),
        }),
      ),
    })
    .nullish(),
});
const categoryList = z.object({
  query: z.object({ allcategories: z.array(z.object({ category: z.string() })) }),
  continue: z.looseObject({}).nullish(),
});

/** Finds those of the chosen categories and namespaces that the wiki has. */
export async function findChosen(api: WikiApi, places: string[]): Promise<FoundChoice> {
  const { category, namespace } = parseReadingFilters(places, ["category", "namespace"]);
  const titles = await findCategories(api, category);
  const known = namespace.length > 0 ? (await listNamespaces(api)).map(({ id }) => id) : [];
  return {
    categories: [...titles.values()],
    isAny: category.length === 0,
    namespaces: namespace.length > 0 ? namespace.filter((id) => known.includes(id)) : [MAIN],
    expectAll() {
      expectChosen("category", category, (name) => titles.has(name));
      expectChosen("namespace", namespace, (id) => known.includes(id));
    },
  };
}

/** The titles of those categories that have a page or members. https://www.mediawiki.org/wiki/API:Categoryinfo */
async function findCategories(api: WikiApi, names: string[]): Promise<Map<string, string>> {
  const asked = names.filter((name) => !FORBIDDEN.test(name));
  if (asked.length === 0) return new Map();
  const titleOf = (name: string) => `Category:${name}`;
  const question = { titles: asked.map(titleOf).join("|"), prop: "categoryinfo" };
  const { normalized, pages = [] } = (await api.read(question, categoryPages)).query ?? {};
  const written = new Map((normalized ?? []).map(({ from, to }) => [from, to]));
  const there = new Set(
    pages.flatMap(({ title, missing, invalid, categoryinfo }) =>
      invalid || (missing && !categoryinfo) ? [] : [title],
    ),
  );
  return new Map(
    asked.flatMap((name) => {
      const title = written.get(titleOf(name)) ?? titleOf(name);
      return there.has(title) ? [[name, title] as const] : [];
    }),
  );
}

/** Namespaces of pages, without those of discussions, which have odd numbers. https://www.mediawiki.org/wiki/API:Siteinfo */
async function listNamespaces(api: WikiApi): Promise<ReadingChoice[]> {
  const { namespaces } = (await api.read({ meta: "siteinfo", siprop: "namespaces" }, siteInfo)).query;
  return Object.values(namespaces)
    .filter(({ id }) => id >= 0 && id % 2 === 0 && id !== INTERFACE)
    .map(({ id, name }) => ({ id: String(id), name: name || "Main" }));
}

export async function listChoices(api: WikiApi, request: ChoiceRequest): Promise<ReadingChoice[]> {
  if (request.kind === "namespace") return filterChoices(await listNamespaces(api), request);
  const { found, isAll } = await listCategories(api, {});
  const { text } = request;
  if (isAll || text === "") return filterChoices(found, request);
  // The wiki finds only those of many categories that begin with a text.
  const more = await listCategories(api, { acprefix: text.charAt(0).toUpperCase() + text.slice(1) });
  const others = more.found.filter(({ id }) => !found.some((one) => one.id === id));
  return filterChoices([...found, ...others], request);
}

/** https://www.mediawiki.org/wiki/API:Allcategories */
async function listCategories(api: WikiApi, more: { acprefix?: string }) {
  const list = await api.read({ list: "allcategories", aclimit: "max", acmin: "1", ...more }, categoryList);
  const found = list.query.allcategories.map(({ category }) => ({ id: category, name: category }));
  return { found, isAll: !list.continue };
}
