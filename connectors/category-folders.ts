import { NotFound } from "./errors.ts";
import { splitHtml } from "./html-blocks.ts";
import { escapeHtml } from "./html-render.ts";
import { deriveContentVersion } from "./html-sum.ts";
import { ANY_MARKER, type CategoryFolders, PageChanged, type RemotePage } from "./knowledge-target.ts";
import { fitTitle } from "./page-title.ts";

/** The name of an empty category's folder. A person may delete it; otherwise it is reused. */
export const UNUSED_FOLDER = "Unused (Lorekeep)";

const MAX_NAME_LENGTH = 255;

/** A folder of a help center, called 'section' or 'collection' by the platform. */
export interface HelpCenterFolder {
  id: string | number;
  name: string;
  description?: string | null | undefined;
  url?: string | null | undefined;
}

/** The calls to one help center, made with its credentials. */
export interface FolderApi {
  /** The folders that may contain articles of this integration. */
  list(): Promise<HelpCenterFolder[]>;
  read(id: string): Promise<HelpCenterFolder | null>;
  /** Creates a folder below the configured one. */
  create(made: { name: string; description: string }, before?: () => Promise<void>): Promise<HelpCenterFolder>;
  rename(id: string, name: string, before?: () => Promise<void>): Promise<HelpCenterFolder>;
  /** Moves a folder into another folder; with `parentId` null into the configured folder. */
  move(id: string, parentId: string | null): Promise<void>;
  /** Whether the folder contains an article or another folder. */
  isFilled(id: string): Promise<boolean>;
}

/**
 * Settings of a platform's folders. Articles and folders are numbered separately, so the noun is a prefix that keeps
 * their ids apart.
 */
export interface FolderKind {
  noun: "section" | "collection";
  platform: string;
}

/** Returns the platform's numbers of those ids that belong to folders. */
export const parseFolderNumbers = (kind: FolderKind, ids: readonly string[]): string[] =>
  ids.filter((id) => id.startsWith(`${kind.noun}-`)).map((id) => parseFolderNumber(kind, id));

/** Throws `NotFound` for the id of an article. */
export function parseFolderNumber({ noun, platform }: FolderKind, folderId: string): string {
  const id = /^([a-z]+)-(\d{1,18})$/.exec(folderId);
  if (id?.[1] !== noun || !id[2]) throw new NotFound(`This is not the id of a ${platform} ${noun}.`);
  return id[2];
}

/**
 * Represents categories as folders below the configured folder. A folder's description contains our marker until a
 * person replaces the description.
 */
export function createCategoryFolders<Config>(
  kind: FolderKind,
  open: (config: Config, signal?: AbortSignal) => Promise<FolderApi>,
): CategoryFolders<Config> {
  const { noun, platform } = kind;
  const numberOf = (folderId: string) => parseFolderNumber(kind, folderId);
  const pageOf = (folder: HelpCenterFolder) => remoteFolder(kind, folder);
  return {
    async publish(config, { title, blocks }, signal, before) {
      const marker = blocks.map(({ native }) => ANY_MARKER.exec(JSON.stringify(native))?.[0]).find(Boolean) ?? "";
      const made = { name: fitTitle(title, MAX_NAME_LENGTH), description: marker };
      return pageOf(await (await open(config, signal)).create(made, before));
    },

    async update(config, folderId, { title, expectedVersion }, signal, before) {
      const site = await open(config, signal);
      const found = await site.read(numberOf(folderId));
      if (!found) throw new NotFound(`The ${noun} is gone from ${platform}.`);
      if (pageOf(found).version !== expectedVersion)
        throw new PageChanged(`Somebody edited the ${noun} in ${platform}.`);
      return pageOf(await site.rename(String(found.id), fitTitle(title, MAX_NAME_LENGTH), before));
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
     * Renames an empty folder and hides it from readers, but never deletes it. No platform can delete a folder only if
     * it is empty, and a person may add an article between our check and our call.
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

function remoteFolder({ noun }: FolderKind, { id, name, description, url }: HelpCenterFolder): RemotePage {
  const isOurs = !description || ANY_MARKER.exec(description)?.[0] === description;
  return {
    externalId: `${noun}-${id}`,
    url: url ?? "",
    title: name,
    version: deriveContentVersion(name, description),
    blocks: isOurs ? [] : splitHtml(`<p>${escapeHtml(description)}</p>`),
    state: "current",
  };
}
