import type { ChangeReview, RemotePage } from "../../connectors/knowledge-target.ts";
import type { LocatedPage } from "./find-page.ts";
import { listBlockKeys } from "./known-content.ts";
import { isRenamedByPerson, mapToWrittenKeys } from "./page-baseline.ts";
import type { PageWriter } from "./page-writer.ts";
import type { PublicationRow } from "./queries.ts";

/**
 * Moves the page of an undone approval to the platform's trash. Returns null if people left something on the page, or
 * the platform does not tell. The page then stays, with a neutral text.
 */
export async function withdrawPage(
  writer: PageWriter,
  { page, row }: LocatedPage,
): Promise<{ outcome: "withdrawn"; review: ChangeReview | null } | null> {
  const { target, config, signal } = writer;
  if (!writer.isUnapproved || (await writer.hasTraces())) return null;
  if (!page) return { outcome: "withdrawn", review: null };
  if (!hasOnlyOurText(row, page) || (await target.hasComments?.(config, page, signal)) !== false) return null;
  // No platform can check a version in the call that removes a page. The page is therefore read once more right before
  // that call.
  const now = await target.read(config, page.externalId, signal);
  if (now?.state !== "current" || now.version !== page.version) return null;
  // If this process dies after the call, the next attempt must restore the page. Otherwise it would think that a person
  // removed the page.
  await writer.store({ ifGone: "restore" });
  const review = await target.archive(config, page.externalId, signal);
  return { outcome: "withdrawn", review: review ?? null };
}

/** False once a person wrote on the page: the person's text must stay. */
function hasOnlyOurText(row: PublicationRow, page: RemotePage): boolean {
  const ours = new Set([...(row.publishedBlocks ?? []), ...(row.pendingBlocks ?? [])]);
  return (
    !isRenamedByPerson(row, page.title) && listBlockKeys(mapToWrittenKeys(page, row)).every((key) => ours.has(key))
  );
}
