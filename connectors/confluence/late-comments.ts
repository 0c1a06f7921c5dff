import { ConnectorError } from "../errors.ts";
import type { BeforeSending } from "../knowledge-target.ts";
import type { ConfluenceApi } from "./api.ts";
import { carryOverComments, listCommentIds } from "./inline-comments.ts";
import type { ConfluencePage } from "./shapes.ts";

const NOTE = "Lorekeep: a comment that was made during the update is on its words again";

/**
 * Restores inline comments that people made during our update. A comment does not change the page's version, so
 * Confluence accepts an update that removes the comment's marker. The previous version still contains the marker. It is
 * put around the same words again; if the words are gone, a person is notified.
 */
export async function restoreLateComments(
  api: ConfluenceApi,
  { read, written, storage }: { read: ConfluencePage; written: ConfluencePage; storage: string },
  before?: BeforeSending,
): Promise<ConfluencePage> {
  try {
    const replaced = storageOf(await api.readPage(read.id, read.version.number));
    const seen = listCommentIds(storageOf(read));
    const late = listCommentIds(replaced).filter((ref) => !seen.includes(ref));
    if (late.length === 0) return written;
    const carried = carryOverComments(replaced, storageOf(written) || storage);
    const detached = carried.detached.filter((ref) => late.includes(ref));
    if (detached.length === late.length) await before?.(detached);
    if (detached.length === late.length) return written;
    const version = { number: written.version.number + 1, message: NOTE };
    const { title } = written;
    return await api.updatePage(
      read.id,
      { title, storage: carried.storage },
      version,
      before && (() => before(detached)),
    );
  } catch (error) {
    // The update succeeded. A failure to read the comments must not make it look failed.
    if (!(error instanceof ConnectorError)) throw error;
    return written;
  }
}

const storageOf = (page: ConfluencePage | null): string => page?.body?.storage?.value ?? "";
