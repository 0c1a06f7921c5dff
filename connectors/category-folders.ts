import { NotFound } from "./errors.ts";
import { toHtmlBlocks } from "./html-blocks.ts";
import { escapeHtml } from "./html-render.ts";
import { contentVersion } from "./html-sum.ts";
import { ANY_MARKER, type CategoryFolders, PageChanged, type RemotePage } from "./knowledge-target.ts";
import { fittingTitle } from "./page-title.ts";

/** The name of a folder whose category has no articles any more. It can be removed by a person, and is taken again. */
export const UNUSED_FOLDER = "Unused (Lorekeep)";

const MAX_NAME_LENGTH = 255;

/** A section or a collection of a help centre. */
export interface Folder {
  id: string | number;
  name: string;
  description?: string | null | undefined;
  url?: string | null | undefined;
}

/** The calls of one help center, signed in. */
export interface FolderSite {
  /** Those in which articles of this integration may stand. */
  list(): Promise<Folder[]>;
  read(id: string): Promise<Folder | null>;
  /** Below the configured folder. */
  create(made: { name: string; description: string }, before?: () => Promise<void>): Promise<Folder>;
  rename(id: string, name: string, before?: () => Promise<void>): Promise<Folder>;
  /** Null: below the configured folder. */
  move(id: string, parentId: string | null): Promise<void>;
  /** Whether an article or another folder stands in it. */
  isFilled(id: string): Promise<boolean>;
}

/** Articles and folders are numbered apart: with this name before it, an id of one is never taken for one of the other. */
export interface FolderKind {
  noun: "section" | "collection";
  platform: string;
}

/** Those of these ids that are folders, as the platform numbers them. */
export const foldersAmong = (kind: FolderKind, ids: readonly string[]): string[] =>
  ids.filter((id) => id.startsWith(`${kind.noun}-`)).map((id) => folderNumber(kind, id));

/** Throws `NotFound` for what is no id of a folder. */
export function folderNumber({ noun, platform }: FolderKind, folderId: string): string {
  const id = /^([a-z]+)-(\d{1,18})$/.exec(folderId);
  if (id?.[1] !== noun || !id[2]) throw new NotFound(`This is not the id of a ${platform} ${noun}.`);
  return id[2];
}

/** Categories as folders below the configured one. The description is the marker, and a person's once they wrote one. */
export function categoryFolders<Config>(
  kind: FolderKind,
  open: (config: Config, signal?: AbortSignal) => Promise<FolderSite>,
): CategoryFolders<Config> {
  const { noun, platform } = kind;
  const numberOf = (folderId: string) => folderNumber(kind, folderId);
  const pageOf = (folder: Folder) => remoteFolder(kind, folder);
  return {
    async publish(config, { title, blocks }, signal, before) {
      const marker = blocks.map(({ native }) => ANY_MARKER.exec(JSON.stringify(native))?.[0]).find(Boolean) ?? "";
      const made = { name: fittingTitle(title, MAX_NAME_LENGTH), description: marker };
      return pageOf(await (await open(config, signal)).create(made, before));
    },

    async update(config, folderId, { title, expectedVersion }, signal, before) {
      const site = await open(config, signal);
      const found = await site.read(numberOf(folderId));
      if (!found) throw new NotFound(`The ${noun} is gone from ${platform}.`);
      if (pageOf(found).version !== expectedVersion)
        throw new PageChanged(`Somebody edited the ${noun} in ${platform}.`);
      return pageOf(await site.rename(String(found.id), fittingTitle(title, MAX_NAME_LENGTH), before));
    },

    async find(config, { marker, known }, signal) {
      return (await (await open(config, signal)).list())
        .filter(({ description }) => description?.includes(marker))
        .map((found) => ({ ...pageOf(found), marker, isUntouched: found.description === marker }))
        .filter(({ externalId }) => !known?.has(externalId));
    },

    async read(config, folderId, signal) {
      const found = await (await open(config, signal)).read(numberOf(folderId));
      return found && pageOf(found);
    },

    /**
     * Never deleted: no platform deletes 'only if empty', some delete the articles along, and a person may put one in
     * between our look and our call. An empty one loses its name and is shown to no reader.
     */
    async archive(config, folderId, signal) {
      const site = await open(config, signal);
      const id = numberOf(folderId);
      const found = await site.read(id);
      if (!found || (await site.isFilled(id))) return;
      await site.rename(id, UNUSED_FOLDER);
      if (await site.isFilled(id)) await site.rename(id, found.name);
      else await site.move(id, null);
    },

    async move(config, folderId, parentId, signal) {
      const id = numberOf(folderId);
      await (await open(config, signal)).move(id, parentId === null ? null : numberOf(parentId));
    },
  };
}

function remoteFolder({ noun }: FolderKind, { id, name, description, url }: Folder): RemotePage {
  const isOurs = !description || ANY_MARKER.exec(description)?.[0] === description;
  return {
    externalId: `${noun}-${id}`,
    url: url ?? "",
    title: name,
    version: contentVersion(name, description),
    blocks: isOurs ? [] : toHtmlBlocks(`<p>${escapeHtml(description)}</p>`),
    state: "current",
  };
}
