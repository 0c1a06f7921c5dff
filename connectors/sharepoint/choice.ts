import { expectChosen } from "../wiki-pages.ts";
import { parseReadingFilters } from "../wiki-reading-filters.ts";
import { listPageLibraries, type OpenedSite, parsePagePath } from "./pages.ts";
import type { ListedPage } from "./shapes.ts";

interface FoundChoice {
  isChosen(page: Pick<ListedPage, "webUrl" | "name">): boolean;
  /** Throws when a chosen folder is gone or hidden. Takes a call for each. */
  expectAll(): Promise<void>;
}

/** Pages of the chosen folders of the library, and of the folders below them. */
export function readChosen({ api, site }: OpenedSite, libraryName: string, places: string[]): FoundChoice {
  const { folder } = parseReadingFilters(places, ["folder"]);
  // SharePoint does not tell capital letters in names of folders apart.
  const paths = folder.map((entered) => `${cleaned(entered)}/`.toLowerCase());
  return {
    isChosen: (page) => paths.length === 0 || paths.some((path) => parsePagePath(page).toLowerCase().startsWith(path)),
    async expectAll() {
      if (folder.length === 0) return;
      const libraries = await listPageLibraries({ api, site });
      const named = libraries.find(({ displayName }) => displayName.toLowerCase() === libraryName.toLowerCase());
      const library = named ?? libraries[0];
      const there = new Set<string>();
      for (const entered of folder)
        if (library && (await api.isFolder(site, library.id, cleaned(entered)))) there.add(entered);
      expectChosen("folder", folder, (entered) => there.has(entered));
    },
  };
}

const cleaned = (folder: string) => folder.replace(/^(?:\.?\/)*(?:SitePages\/)?|\/+$/gi, "");
