import { NotFound, Refused } from "../errors.ts";
import { toHtmlBlocks } from "../html-blocks.ts";
import { escapeHtml } from "../html-render.ts";
import { contentVersion } from "../html-sum.ts";
import { ANY_MARKER, type CategoryFolders, PageChanged, type RemotePage } from "../knowledge-target.ts";
import { fittingTitle } from "../page-title.ts";
import type { IntercomApi, IntercomCollection } from "./api.ts";
import type { IntercomConfig } from "./manifest.ts";
import { collectionIdOf } from "./site.ts";

const MAX_NAME_LENGTH = 255;
/** Articles and collections are numbered apart: an id of one is never taken for one of the other. */
const PREFIX = "collection-";

type Connect = (config: IntercomConfig, signal?: AbortSignal) => IntercomApi;

/** The collection for what stands below `folderId`; the configured one for null. */
export const collectionOf = (config: IntercomConfig, folderId: string | null) =>
  folderId === null ? collectionIdOf(config) : numberOf(folderId);

/** Categories as collections below the configured one. The description is the marker, and a person's once they wrote one. */
export const intercomFolders = (connect: Connect): CategoryFolders<IntercomConfig> => ({
  async publish(config, { title, blocks }, signal, before) {
    const marker = blocks.map(({ native }) => ANY_MARKER.exec(JSON.stringify(native))?.[0]).find(Boolean);
    const made = {
      name: fittingTitle(title, MAX_NAME_LENGTH),
      description: marker ?? "",
      parent_id: collectionIdOf(config),
    };
    return remoteFolder(await connect(config, signal).createCollection(made, before));
  },

  async update(config, folderId, { title, expectedVersion }, signal, before) {
    const api = connect(config, signal);
    const found = await api.collection(numberOf(folderId));
    if (!found) throw new NotFound("The collection is gone from Intercom.");
    if (remoteFolder(found).version !== expectedVersion)
      throw new PageChanged("Somebody edited the collection in Intercom.");
    return remoteFolder(await api.updateCollection(found.id, { name: fittingTitle(title, MAX_NAME_LENGTH) }, before));
  },

  async find(config, { marker, known }, signal) {
    const below = collectionsBelow(await connect(config, signal).collections(), collectionIdOf(config));
    return below
      .filter(({ id, description }) => description?.includes(marker) && !known?.has(PREFIX + id))
      .map((found) => ({ ...remoteFolder(found), marker, isUntouched: found.description === marker }));
  },

  async read(config, folderId, signal) {
    const found = await connect(config, signal).collection(numberOf(folderId));
    return found && remoteFolder(found);
  },

  /** Deleting is for good in Intercom: a collection in which anything stands stays. */
  async archive(config, folderId, signal) {
    const api = connect(config, signal);
    const id = numberOf(folderId);
    if ((await api.collections()).some(({ parent_id }) => parent_id === id)) return;
    for await (const list of api.articles())
      if (list.some((article) => article.parent_id === id || article.parent_ids?.includes(id))) return;
    await api.deleteCollection(id);
  },

  /** Intercom nests three deep: what would be deeper stands in the configured collection. */
  async move(config, folderId, parentId, signal) {
    const api = connect(config, signal);
    const id = numberOf(folderId);
    await api.updateCollection(id, { parent_id: collectionOf(config, parentId) }).catch((error: unknown) => {
      if (!(error instanceof Refused) || parentId === null) throw error;
      return api.updateCollection(id, { parent_id: collectionIdOf(config) });
    });
  },
});

/** At any depth. */
export function collectionsBelow(all: IntercomCollection[], rootId: string): IntercomCollection[] {
  const direct = all.filter(({ id, parent_id }) => parent_id === rootId && id !== rootId);
  const rest = all.filter((one) => !direct.includes(one));
  return [...direct, ...direct.flatMap(({ id }) => collectionsBelow(rest, id))];
}

function remoteFolder({ id, name, description, url }: IntercomCollection): RemotePage {
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
  const id = /^collection-(\d{1,15})$/.exec(folderId)?.[1];
  if (!id) throw new NotFound("This is not the id of an Intercom collection.");
  return id;
}
