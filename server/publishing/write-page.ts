import { createHash } from "node:crypto";
import { Refused } from "../../connectors/errors.ts";
import {
  type KnowledgeTarget,
  type PageBlock,
  PageChanged,
  type RemotePage,
  TitleTaken,
} from "../../connectors/knowledge-target.ts";
import { type MergedPage, mergePage } from "../pipeline/merge-page.ts";
import type { pageContent } from "./page-content.ts";
import type { PublicationRow } from "./queries.ts";

const NUMBERED_TITLES = 4;
const MOST_MERGES = 3;
/** How far the platform's clock may be behind ours when it says when a page was made. */
const CLOCK_SKEW_MS = 5 * 60_000;

export interface PageWriter {
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  row: PublicationRow;
  content: Awaited<ReturnType<typeof pageContent>>;
  signal: AbortSignal;
  /** Pages of other articles on this integration. */
  others(): Promise<ReadonlySet<string>>;
  /** Commits that a call goes out now with this title and these blocks. Throws when another worker has taken over. */
  intend(title: string, pendingBlocks: string[]): Promise<void>;
}

export type Written =
  | {
      outcome: "written";
      page: RemotePage;
      title: string;
      /** A part that people changed was kept although something of ours had to leave it: a person should look at it. */
      needsLook: boolean;
      publishedBlocks: string[];
      echoedKeys: Record<string, string>;
    }
  /** The page as it is was already right, or what a person wrote there cannot be merged. */
  | { outcome: "conflict"; conflicts: MergedPage["conflicts"] }
  | { outcome: "removed" };

/** Puts the article's content on its page: adopts a page whose call had an open outcome, makes one, or merges into the one there. */
export async function writePage(writer: PageWriter): Promise<Written> {
  const { target, config, row, signal } = writer;
  const adopted = row.intentAt ? await adopt(writer, row.intentAt) : null;
  const externalId = row.externalId ?? adopted?.externalId;
  if (!externalId) return makePage(writer);
  const page = adopted ?? (await target.read(config, externalId, signal));
  if (!page || page.state === "trashed") return { outcome: "removed" };
  return mergeIntoPage(writer, page);
}

/** The page that an earlier call may have made. Surplus copies are put away where a person can bring them back. */
async function adopt(
  { target, config, row, content, signal, others }: PageWriter,
  intentAt: Date,
): Promise<RemotePage | null> {
  const createdAfter = new Date(intentAt.getTime() - CLOCK_SKEW_MS);
  const copies = await target.find(
    config,
    { marker: row.marker, title: row.title ?? content.title, createdAfter, known: await others() },
    signal,
  );
  const kept = copies.find(({ externalId }) => externalId === row.externalId) ?? (row.externalId ? null : copies[0]);
  for (const copy of copies) {
    if (copy !== kept && copy.externalId !== row.externalId) await target.archive(config, copy.externalId, signal);
  }
  return kept ?? null;
}

async function makePage({ target, config, content, signal, intend }: PageWriter): Promise<Written> {
  const blocks = hashed(target.render(content));
  return underFreeTitle(content.title, content.marker, async (title) => {
    await intend(title, keysOf(blocks));
    const page = await target.publish(config, { title, blocks, labels: content.labels }, signal);
    return written(page, title, blocks, blocks);
  });
}

async function mergeIntoPage(writer: PageWriter, found: RemotePage): Promise<Written> {
  const { target, config, row, content, signal, intend } = writer;
  const ours = hashed(target.render(content));
  const wantedTitle =
    row.title && variantsOf(content.title, row.marker).includes(row.title) ? row.title : content.title;
  let page = found;
  for (let merges = 1; ; merges++) {
    const theirs = hashed(page.blocks).map((block) => ({ ...block, key: row.echoedKeys[block.key] ?? block.key }));
    const isRenamed = row.publishedTitle
      ? row.publishedTitle !== hashOf(page.title)
      : row.title !== null && row.title !== page.title;
    const merged = mergePage({
      base: { title: isRenamed ? "" : page.title, keys: baseKeys(row, theirs) },
      ours: { title: wantedTitle, blocks: ours },
      theirs: { title: page.title, blocks: theirs },
      oursWins: row.replaceConflicts,
      retracts: row.retracts,
    });
    const needsLook = merged.outcome === "retracted";
    if (merged.outcome === "conflict") return { outcome: "conflict", conflicts: merged.conflicts };
    const isRight = merged.title === page.title && sameKeys(merged.blocks, theirs);
    if (isRight) return { ...written(page, wantedTitle, ours, theirs), echoedKeys: row.echoedKeys, needsLook };
    try {
      return await underFreeTitle(merged.title, content.marker, async (title) => {
        await intend(title, [...new Set([...(row.pendingBlocks ?? []), ...keysOf(ours)])]);
        const update = {
          title,
          blocks: merged.blocks,
          labels: content.labels,
          expectedVersion: page.version,
          note: `Lorekeep: version ${content.version} of the article`,
        };
        const after = await target.update(config, page.externalId, update, signal);
        return { ...written(after, title === merged.title ? wantedTitle : title, ours, merged.blocks), needsLook };
      });
    } catch (error) {
      if (!(error instanceof PageChanged) || merges === MOST_MERGES) throw error;
      const again = await target.read(config, page.externalId, signal);
      if (!again || again.state === "trashed") return { outcome: "removed" };
      page = again;
    }
  }
}

/**
 * What our side of the page was before. After a call with an open outcome that is what was there before it, or what it wrote;
 * or, where it was broken off in the middle, a mixture: then whatever of it is ours counts as the base, and only the rest as
 * a person's.
 */
function baseKeys(row: PublicationRow, theirs: PageBlock[]): string[] {
  const before = row.publishedBlocks ?? [];
  const after = row.pendingBlocks;
  if (!after) return before;
  const standing = new Set(keysOf(theirs));
  const stands = (key: string) => standing.has(key);
  const added = after.filter((key) => !before.includes(key));
  const dropped = before.filter((key) => !after.includes(key));
  if (added.every(stands) && !dropped.some(stands)) return after;
  if (dropped.every(stands) && !added.some(stands)) return before;
  const ours = new Set([...before, ...after]);
  return keysOf(theirs).filter((key) => ours.has(key));
}

/** 'Title', 'Title (2)' and so on; in a crowd of equal titles the marker's own letters, which no other page has. */
async function underFreeTitle(
  title: string,
  marker: string,
  work: (title: string) => Promise<Written>,
): Promise<Written> {
  for (const variant of variantsOf(title, marker)) {
    try {
      return await work(variant);
    } catch (error) {
      if (!(error instanceof TitleTaken)) throw error;
    }
  }
  throw new Refused("Pages with this title and every variant of it exist already. Rename one of them, then retry.");
}

function variantsOf(title: string, marker: string): string[] {
  const numbers = Array.from({ length: NUMBERED_TITLES }, (_, index) => String(index + 2));
  return [title, ...[...numbers, marker.slice(-8)].map((suffix) => `${title} (${suffix})`)];
}

function written(
  page: RemotePage,
  title: string,
  ours: PageBlock[],
  sent: PageBlock[],
): Written & { outcome: "written" } {
  const echoedKeys = echoOf(sent, hashed(page.blocks));
  return { outcome: "written", page, title, publishedBlocks: keysOf(ours), echoedKeys, needsLook: false };
}

/** A platform may store a block in other words than it was sent; without this it would look like a person's edit. */
function echoOf(sent: PageBlock[], stored: PageBlock[]): Record<string, string> {
  if (sent.length !== stored.length) return {};
  return Object.fromEntries(
    stored.flatMap((block, index) => {
      const key = sent[index]?.key;
      return key === undefined || key === block.key ? [] : [[block.key, key]];
    }),
  );
}

/** What is kept of a page says nothing: a sentence that was deleted must not live on in the base of a merge. */
const hashed = (blocks: PageBlock[]) => blocks.map((block) => ({ ...block, key: hashOf(block.key) }));
export const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const keysOf = (blocks: PageBlock[]) => blocks.map(({ key }) => key);
const sameKeys = (a: PageBlock[], b: PageBlock[]) =>
  a.length === b.length && a.every(({ key }, index) => key === b[index]?.key);
