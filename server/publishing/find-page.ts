import { Refused } from "../../connectors/errors.ts";
import type { ChangeReview, FoundPage, RemotePage } from "../../connectors/knowledge-target.ts";
import { hashBlocks, hashText, hasOnlyProductText, listBlockKeys } from "./known-content.ts";
import type { PageWriter } from "./page-writer.ts";
import type { PublicationRow } from "./queries.ts";

/** The longest time by which the platform's clock, in a page's creation time, may be behind our clock. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The publication's row after its page was found; if `page` is null, the page has to be created. */
export interface LocatedPage {
  page: RemotePage | null;
  row: PublicationRow;
}

/**
 * Finds the publication's page. The first choice is the page in the row, the second a page that a call with an unknown
 * outcome created, the third a page that a restored database does not know. Other pages with the marker are copies for
 * `handlePageCopies`. Returns 'removed' if somebody removed the page and nobody requested a new page.
 */
export async function findPage(writer: PageWriter): Promise<LocatedPage | "removed" | { declined: ChangeReview }> {
  const { row } = writer;
  const own = await readOwn(writer);
  if (own?.review?.state === "closed" && !isProposedAgain(writer)) return { declined: own.review };
  if (own?.state === "declined") return { page: null, row };
  const isCurrent = own?.state === "current";
  const made = await findCreatedPages(writer, isCurrent);
  const free = made.filter(({ externalId }) => externalId !== row.externalId);
  const adopted = isCurrent
    ? undefined
    : free.find((page) => row.externalId === null || hasOnlyProductText(writer, page));
  const copies = free.filter((page) => page !== adopted);
  if (copies.length > 0) await writer.handlePageCopies(copies);
  if (isCurrent) return { page: own, row };
  if (adopted?.unreadable) throw new Refused(adopted.unreadable);
  if (adopted) return adoptPage(writer, adopted);
  const isWanted = row.ifGone === "recreate" || row.ifGone === "restore";
  return row.externalId && !isWanted ? "removed" : { page: null, row };
}

/**
 * A change that people refused in a review is proposed again only for a newer version of the article, or on request.
 */
const isProposedAgain = ({ row, content }: PageWriter) =>
  !row.retracts && (row.ifGone !== null || row.publishedVersion === null || content.version > row.publishedVersion);

/** Reads the row's page. If the article was restored, restores the page from the platform's trash. */
async function readOwn({ target, config, row, signal }: PageWriter): Promise<RemotePage | null> {
  if (!row.externalId) return null;
  const page = await target.read(config, row.externalId, signal);
  if (page?.state === "trashed" && row.ifGone === "restore") return target.restore(config, row.externalId, signal);
  const isOpen = row.intentAt !== null && page?.state === "current";
  return (isOpen && (await target.finish?.(config, row.externalId, signal))) || page;
}

async function findCreatedPages(writer: PageWriter, isCurrent: boolean): Promise<FoundPage[]> {
  const { target, config, row, content, signal } = writer;
  const since = row.firstIntentAt ?? row.intentAt;
  if (!since) return isCurrent ? [] : writer.unrecordedPages();
  const createdAfter = new Date(since.getTime() - CLOCK_SKEW_MS);
  const known = new Set(await writer.others());
  const containers = await writer.containers();
  const wanted = { marker: row.marker, title: row.title ?? content.title, createdAfter, known, containers };
  return target.find(config, wanted, signal);
}

/** Stores the page immediately, so that the next attempt after a failure need not search for the page. */
export async function adoptPage({ row, store }: PageWriter, page: FoundPage): Promise<LocatedPage> {
  const isBase = page.isUntouched && row.pendingBlocks === null;
  const change = {
    externalId: page.externalId,
    url: page.url,
    placedIn: null,
    beside: null,
    ifGone: null,
    ...(page.isUntouched && { title: page.title, publishedTitle: hashText(page.title) }),
    ...(isBase && { publishedBlocks: listBlockKeys(hashBlocks(page.blocks)) }),
  };
  await store(change);
  return { page, row: { ...row, ...change } };
}
