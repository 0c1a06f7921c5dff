import type { TrashedArticle } from "../../shared/contract/article-actions.ts";
import type { ReaderScope } from "../db/audience.ts";
import { findPeopleNames } from "../library/edit/index.ts";
import { getTrashEnd, listTrash } from "../library/trash/index.ts";

export async function readTrash(scope: ReaderScope): Promise<TrashedArticle[]> {
  const rows = await listTrash(scope);
  const names = await findPeopleNames(
    scope,
    rows.map(({ trashed }) => trashed?.by),
  );
  return rows.map(({ id, title, channelName, summaryText, trashedAt, trashed, pages }) => ({
    id,
    title,
    sourceChannel: channelName,
    summary: summaryText,
    trashedAt: trashedAt.toISOString(),
    until: getTrashEnd(trashedAt),
    by: names.get(trashed?.by ?? "") ?? null,
    pages,
  }));
}
