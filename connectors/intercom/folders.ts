import { createCategoryFolders, type FolderKind, parseFolderNumber } from "../category-folders.ts";
import { Refused } from "../errors.ts";
import type { CategoryFolders } from "../knowledge-target.ts";
import type { IntercomApi } from "./api.ts";
import type { IntercomConfig } from "./manifest.ts";
import type { IntercomCollection } from "./shapes.ts";
import { parseCollectionId } from "./site.ts";

const KIND: FolderKind = { noun: "collection", platform: "Intercom" };

type OpenIntercomApi = (config: IntercomConfig, signal?: AbortSignal) => IntercomApi;

/** Returns the id of the collection for `folderId`; null means the configured collection. */
export const chooseCollection = (config: IntercomConfig, folderId: string | null) =>
  folderId === null ? parseCollectionId(config) : parseFolderNumber(KIND, folderId);

/** Represents categories as collections below the configured collection. */
export const createIntercomFolders = (connect: OpenIntercomApi): CategoryFolders<IntercomConfig> =>
  createCategoryFolders(KIND, async (config, signal) => {
    const api = connect(config, signal);
    const root = parseCollectionId(config);
    return {
      list: async () => listCollectionsBelow(await api.collections(), root),
      read: (id) => api.collection(id),
      create: (content, before) => api.createCollection({ ...content, parent_id: root }, before),
      rename: (id, name, before) => api.updateCollection(id, { name }, before),
      /** Intercom permits three levels. A deeper collection is moved into the configured one. */
      async move(id, parentId) {
        await api.updateCollection(id, { parent_id: parentId ?? root }).catch((error: unknown) => {
          if (!(error instanceof Refused) || parentId === null) throw error;
          return api.updateCollection(id, { parent_id: root });
        });
      },
      async isFilled(id) {
        if ((await api.collections()).some(({ parent_id }) => parent_id === id)) return true;
        for await (const list of api.articles())
          if (list.some((article) => article.parent_id === id || article.parent_ids?.includes(id))) return true;
        return false;
      },
    };
  });

/** Returns all collections below one collection, on all levels. */
export function listCollectionsBelow(all: IntercomCollection[], rootId: string): IntercomCollection[] {
  const direct = all.filter(({ id, parent_id }) => parent_id === rootId && id !== rootId);
  const rest = all.filter((one) => !direct.includes(one));
  return [...direct, ...direct.flatMap(({ id }) => listCollectionsBelow(rest, id))];
}
