import type { FoundPage, RemotePage, Review } from "../../connectors/knowledge-target.ts";
import { hashed, hashOf, isOnlyOurs, keysOf } from "./known-content.ts";
import type { PageWriter } from "./page-writer.ts";
import type { PublicationRow } from "./queries.ts";

/** How far the platform's clock may be behind ours when it says when a page was made. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The row as it is now that the page is known; a page of null has to be made. */
export interface LocatedPage {
  page: RemotePage | null;
  row: PublicationRow;
}

/**
 * The publication's page: the one in its row, else one that a call with an open outcome made, else one that a restored
 * database does not know. What else carries the marker is a copy, for `settleCopies`. 'removed': somebody removed it, and nobody
 * asked for another one.
 */
export async function findPage(writer: PageWriter): Promise<LocatedPage | "removed" | { declined: Review }> {
  const { row } = writer;
  const own = await readOwn(writer);
  if (own?.review?.state === "closed" && !isAskedAgain(writer)) return { declined: own.review };
  if (own?.state === "declined") return { page: null, row };
  const isCurrent = own?.state === "current";
  const made = await findMade(writer, isCurrent);
  const free = made.filter(({ externalId }) => externalId !== row.externalId);
  const adopted = isCurrent ? undefined : free.find((page) => row.externalId === null || isOnlyOurs(writer, page));
  const copies = free.filter((page) => page !== adopted);
  if (copies.length > 0) await writer.settleCopies(copies);
  if (isCurrent) return { page: own, row };
  if (adopted) return adopt(writer, adopted);
  const isWanted = row.ifGone === "recreate" || row.ifGone === "restore";
  return row.externalId && !isWanted ? "removed" : { page: null, row };
}

/** What people refused waits until the article says something else, or somebody asks for it. */
const isAskedAgain = ({ row, content }: PageWriter) =>
  !row.retracts && (row.ifGone !== null || row.publishedVersion === null || content.version > row.publishedVersion);

/** Of an article that was restored its page comes back out of the platform's trash. */
async function readOwn({ target, config, row, signal }: PageWriter): Promise<RemotePage | null> {
  if (!row.externalId) return null;
  const page = await target.read(config, row.externalId, signal);
  if (page?.state === "trashed" && row.ifGone === "restore") return target.restore(config, row.externalId, signal);
  const isOpen = row.intentAt !== null && page?.state === "current";
  return (isOpen && (await target.finish?.(config, row.externalId, signal))) || page;
}

async function findMade(writer: PageWriter, isCurrent: boolean): Promise<FoundPage[]> {
  const { target, config, row, content, signal } = writer;
  const since = row.firstIntentAt ?? row.intentAt;
  if (!since) return isCurrent ? [] : writer.lostPages();
  const createdAfter = new Date(since.getTime() - CLOCK_SKEW_MS);
  const known = new Set(await writer.others());
  return target.find(config, { marker: row.marker, title: row.title ?? content.title, createdAfter, known }, signal);
}

/** Stores it first: whatever fails after this, nobody has to find it a second time. */
export async function adopt({ row, store }: PageWriter, page: FoundPage): Promise<LocatedPage> {
  const isBase = page.isUntouched && row.pendingBlocks === null;
  const change = {
    externalId: page.externalId,
    url: page.url,
    placedIn: null,
    ifGone: null,
    ...(page.isUntouched && { title: page.title, publishedTitle: hashOf(page.title) }),
    ...(isBase && { publishedBlocks: keysOf(hashed(page.blocks)) }),
  };
  await store(change);
  return { page, row: { ...row, ...change } };
}
