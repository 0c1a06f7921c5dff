import type { ChangeReview, RemotePage } from "../../connectors/knowledge-target.ts";
import type { LocatedPage } from "./find-page.ts";
import { listKeys } from "./known-content.ts";
import { isRenamedByPerson, mapToWrittenKeys } from "./page-baseline.ts";
import type { PageWriter } from "./page-writer.ts";
import type { PublicationRow } from "./queries.ts";

/**
 * Moves the page of an undone approval to the platform's trash. Null if the page stays with a neutral text, because people left
 * something on it, or the platform does not tell.
 */
export async function withdrawPage(
  writer: PageWriter,
  { page, row }: LocatedPage,
): Promise<{ outcome: "withdrawn"; review: ChangeReview | null } | null> {
  const { target, config, signal } = writer;
  if (!writer.isUnapproved || (await writer.hasTraces())) return null;
  if (!page) return { outcome: "withdrawn", review: null };
  if (!hasOnlyOurText(row, page) || (await target.hasComments?.(config, page, signal)) !== false) return null;
  // No platform takes a version with the call, so the page is read once more right before it.
  const now = await target.read(config, page.externalId, signal);
  if (now?.state !== "current" || now.version !== page.version) return null;
  // If this process dies after the call, the next attempt restores the page and does not take it for removed by a person.
  await writer.store({ ifGone: "restore" });
  const review = await target.archive(config, page.externalId, signal);
  return { outcome: "withdrawn", review: review ?? null };
}

/** False once a person wrote on the page: their words stay on it. */
function hasOnlyOurText(row: PublicationRow, page: RemotePage): boolean {
  const ours = new Set([...(row.publishedBlocks ?? []), ...(row.pendingBlocks ?? [])]);
  return !isRenamedByPerson(row, page.title) && listKeys(mapToWrittenKeys(page, row)).every((key) => ours.has(key));
}
