import { MissingPermission, NotFound, Refused } from "../errors.ts";
import { toHtmlBlocks } from "../html-blocks.ts";
import { escapeHtml } from "../html-render.ts";
import { contentVersion } from "../html-sum.ts";
import { ANY_MARKER, type CategoryFolders, PageChanged, type RemotePage } from "../knowledge-target.ts";
import { fittingTitle } from "../page-title.ts";
import type { ZendeskApi, ZendeskSection } from "./api.ts";
import type { ZendeskConfig } from "./manifest.ts";
import type { Place } from "./place.ts";

const MAX_NAME_LENGTH = 255;
/** Articles and sections are numbered apart: an id of one is never taken for one of the other. */
const PREFIX = "section-";

type Open = (config: ZendeskConfig, signal?: AbortSignal) => Promise<{ api: ZendeskApi; place: Place }>;

/** The section for what stands below `folderId`; the configured one for null. */
export const sectionOf = ({ section }: Place, folderId: string | null): string =>
  folderId === null ? section.id : numberOf(folderId);

/** Those of these ids that are sections. */
export const sectionsAmong = (ids: readonly string[]): string[] =>
  ids.filter((id) => id.startsWith(PREFIX)).map(numberOf);

/** The configured section and those for categories, of whatever integration. */
export async function sectionsWithArticles(api: ZendeskApi, place: Place): Promise<string[]> {
  const ofCategories = (await api.sections(place.locale)).filter(
    ({ category_id: id, description }) => id === place.section.categoryId && ANY_MARKER.test(description ?? ""),
  );
  return [place.section.id, ...ofCategories.map(({ id }) => String(id))];
}

/**
 * Categories as sections below the configured one; beside it in its category where the plan nests no sections. The
 * description is the marker, and a person's once they wrote one.
 */
export const zendeskFolders = (open: Open): CategoryFolders<ZendeskConfig> => ({
  async publish(config, { title, blocks }, signal, before) {
    const { api, place } = await open(config, signal);
    const marker = blocks.map(({ native }) => ANY_MARKER.exec(JSON.stringify(native))?.[0]).find(Boolean);
    const made = { name: fittingTitle(title, MAX_NAME_LENGTH), description: marker ?? "", locale: place.locale };
    const nested = { ...made, parent_section_id: Number(place.section.id) };
    const create = (section: typeof made) => api.createSection(place.section.categoryId, section, before);
    return remoteFolder(await create(nested).catch((error: unknown) => unlessNested(error, () => create(made))));
  },

  async update(config, folderId, { title, expectedVersion }, signal, before) {
    const { api, place } = await open(config, signal);
    const found = await api.section(place.locale, numberOf(folderId));
    if (!found) throw new NotFound("The section is gone from Zendesk.");
    if (remoteFolder(found).version !== expectedVersion)
      throw new PageChanged("Somebody edited the section in Zendesk.");
    const change = { name: fittingTitle(title, MAX_NAME_LENGTH) };
    return remoteFolder(await api.updateSection(place.locale, found.id, change, before));
  },

  async find(config, { marker, known }, signal) {
    const { api, place } = await open(config, signal);
    return (await api.sections(place.locale))
      .filter(({ id, description }) => description?.includes(marker) && !known?.has(PREFIX + id))
      .map((found) => ({ ...remoteFolder(found), marker, isUntouched: found.description === marker }));
  },

  async read(config, folderId, signal) {
    const { api, place } = await open(config, signal);
    const found = await api.section(place.locale, numberOf(folderId));
    return found && remoteFolder(found);
  },

  /** With a section Zendesk deletes its articles: one in which anything stands stays. */
  async archive(config, folderId, signal) {
    const { api, place } = await open(config, signal);
    const id = numberOf(folderId);
    if ((await api.sections(place.locale)).some(({ parent_section_id: above }) => String(above) === id)) return;
    for await (const articles of api.articles(place.locale, id)) if (articles.length > 0) return;
    await api.deleteSection(place.locale, id);
  },

  async move(config, folderId, parentId, signal) {
    const { api, place } = await open(config, signal);
    const [id, above] = [Number(numberOf(folderId)), Number(sectionOf(place, parentId))];
    await api.updateSection(place.locale, id, { parent_section_id: above }).catch((error: unknown) =>
      unlessNested(error, async () => {
        if (!(await api.section(place.locale, String(above)))) throw error;
      }),
    );
  },
});

/** Sections in sections are part of the dearest plan: elsewhere they stand side by side. */
function unlessNested<Result>(error: unknown, otherwise: () => Promise<Result>): Promise<Result> {
  if (error instanceof Refused || error instanceof MissingPermission) return otherwise();
  throw error;
}

function remoteFolder({ id, name, description, html_url: url }: ZendeskSection): RemotePage {
  const isOurs = !description || ANY_MARKER.exec(description)?.[0] === description;
  return {
    externalId: PREFIX + id,
    url: url ?? "",
    title: name,
    version: contentVersion(name, description),
    blocks: isOurs ? [] : toHtmlBlocks(`<p>${escapeHtml(description)}</p>`),
    state: "current",
  };
}

function numberOf(folderId: string): string {
  const id = /^section-(\d{1,18})$/.exec(folderId)?.[1];
  if (!id) throw new NotFound("This is not the id of a Zendesk section.");
  return id;
}
