import {
  createCategoryFolders,
  type FolderKind,
  type HelpCenterFolder,
  parseFolderNumber,
  parseFolderNumbers,
} from "../category-folders.ts";
import { MissingPermission, Refused } from "../errors.ts";
import type { CategoryFolders } from "../knowledge-target.ts";
import type { ZendeskApi } from "./api.ts";
import type { CreationSettings } from "./creation-settings.ts";
import type { ZendeskConfig } from "./manifest.ts";
import type { ZendeskArticle, ZendeskSection } from "./shapes.ts";

const KIND: FolderKind = { noun: "section", platform: "Zendesk" };

type OpenHelpCenter = (
  config: ZendeskConfig,
  signal?: AbortSignal,
) => Promise<{ api: ZendeskApi; place: CreationSettings }>;

/** Returns the section's id for `folderId`; null means the configured section. */
export const chooseSection = ({ section }: CreationSettings, folderId: string | null): string =>
  folderId === null ? section.id : parseFolderNumber(KIND, folderId);

/** Returns the numbers of those ids that are sections. */
export const parseSectionNumbers = (ids: readonly string[]): string[] => parseFolderNumbers(KIND, ids);

/** The article's section as `move` takes it, unless new articles are created there. */
export const listContainers = ({ section }: CreationSettings, { section_id: id }: ZendeskArticle): string[] =>
  typeof id === "number" && String(id) !== section.id ? [`${KIND.noun}-${id}`] : [];

/**
 * Represents categories as sections below the configured section. If the plan has no nested sections, they are created
 * beside it.
 */
export const createZendeskFolders = (open: OpenHelpCenter): CategoryFolders<ZendeskConfig> =>
  createCategoryFolders(KIND, async (config, signal) => {
    const { api, place } = await open(config, signal);
    const { locale, section } = place;
    return {
      list: async () => (await api.sections(locale)).map(folderOf),
      async read(id) {
        const found = await api.section(locale, id);
        return found && folderOf(found);
      },
      async create(content, before) {
        const made = { ...content, locale };
        const nested = { ...made, parent_section_id: Number(section.id) };
        const create = (one: typeof made) => api.createSection(section.categoryId, one, before);
        return folderOf(await create(nested).catch((error: unknown) => unlessNested(error, () => create(made))));
      },
      rename: async (id, name, before) => folderOf(await api.updateSection(locale, Number(id), { name }, before)),
      async move(id, parentId) {
        const above = parentId ?? section.id;
        await api.updateSection(locale, Number(id), { parent_section_id: Number(above) }).catch((error: unknown) =>
          unlessNested(error, async () => {
            if (!(await api.section(locale, above))) throw error;
          }),
        );
      },
      async isFilled(id) {
        if ((await api.sections(locale)).some(({ parent_section_id: above }) => String(above) === id)) return true;
        for await (const articles of api.articles(locale, id)) if (articles.length > 0) return true;
        return false;
      },
    };
  });

/** Handles the refusal of a nested section. Only the most expensive plan has nested sections. */
function unlessNested<Result>(error: unknown, otherwise: () => Promise<Result>): Promise<Result> {
  if (error instanceof Refused || error instanceof MissingPermission) return otherwise();
  throw error;
}

const folderOf = ({ html_url: url, ...section }: ZendeskSection): HelpCenterFolder => ({ ...section, url });
