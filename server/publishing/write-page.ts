import { Refused } from "../../connectors/errors.ts";
import {
  type ChangeReview,
  type KnowledgeTarget,
  type PageBlock,
  PageChanged,
  type RemotePage,
  TitleTaken,
} from "../../connectors/knowledge-target.ts";
import { adoptPage, findPage, type LocatedPage } from "./find-page.ts";
import { hashBlocks, hashText, listBlockKeys, listTitleVariants } from "./known-content.ts";
import { type MergedPage, mergePage } from "./merge-page.ts";
import { REMOVAL_IN_REVIEW } from "./missing-page.ts";
import {
  computeBaseKeys,
  hashContent,
  isRenamedByPerson,
  mapToWrittenKeys,
  resetAfterRefusal,
} from "./page-baseline.ts";
import type { PageWriter } from "./page-writer.ts";
import type { PublicationRow } from "./queries.ts";
import { withdrawPage } from "./withdraw-page.ts";

const MOST_MERGES = 3;

export type WriteOutcome =
  | {
      outcome: "written";
      page: RemotePage;
      title: string;
      /**
       * Hashed keys of people's text that stayed although our text beside it had to leave. A person should check it.
       */
      keptBlocks: string[];
      publishedBlocks: string[];
      echoedKeys: Record<string, string>;
      seenContent: string;
    }
  /** A person's edits of the page conflict with the new content. */
  | { outcome: "conflict"; conflicts: MergedPage["conflicts"]; seenContent: string }
  | { outcome: "removed" }
  /** The page went to the platform's trash, or was never created, because its approval was undone. */
  | { outcome: "withdrawn"; review: ChangeReview | null }
  /** People refused the change in a review, and the article has not changed since. */
  | { outcome: "declined"; review: ChangeReview }
  /** Nothing is written, because the article is held back from the target and has no page on it. */
  | { outcome: "nothing" };

/** Writes the article to its page: creates the page, or merges into the existing one. */
export async function writePage(writer: PageWriter): Promise<WriteOutcome> {
  const located = await findPage(writer);
  const isHeld = writer.content.heldBecause !== null;
  if (typeof located === "object" && "declined" in located) return keepDeclinedChange(writer, located.declined);
  if (isHeld && (located === "removed" || !located.page)) return { outcome: "nothing" };
  if (located === "removed") {
    // People already review a request to remove the page.
    const { review, notice } = writer.row;
    return writer.isUnapproved && notice === REMOVAL_IN_REVIEW
      ? { outcome: "withdrawn", review }
      : { outcome: "removed" };
  }
  const withdrawn = await withdrawPage(writer, located);
  if (withdrawn) return withdrawn;
  return located.page ? mergeIntoPage(writer, { ...located, page: located.page }) : makePage(writer);
}

/** Text that has to leave the page has to leave the refused request for review too. */
async function keepDeclinedChange(
  { row, target, config, signal }: PageWriter,
  review: ChangeReview,
): Promise<WriteOutcome> {
  if (row.retracts && row.externalId && review.isNew) await target.archive(config, row.externalId, signal);
  return { outcome: "declined", review };
}

async function makePage(writer: PageWriter): Promise<WriteOutcome> {
  const { target, config, row, content, signal, intend } = writer;
  const blocks = hashBlocks(target.render(content));
  const containers = await writer.chooseContainers();
  const make = async (title: string) => {
    const pendingBlocks = listBlockKeys(blocks);
    const before = () => intend({ title, pendingBlocks, isNewPage: true, createdIn: containers });
    const made = { title, blocks, ...labelsAndMentions(content), ...(containers.length > 0 && { containers }) };
    const page = await target.publish(config, made, signal, before);
    return written(page, title, blocks, blocks);
  };
  return underFreeTitle(content.title, content.marker, make, async (title) => {
    // A late call of ours may have created the page that already has this title.
    const wanted = { marker: row.marker, title, createdAfter: new Date(), known: await writer.others() };
    const [page] = await target.find(config, wanted, signal);
    return page ? mergeIntoPage(writer, { ...(await adoptPage(writer, page)), page }) : null;
  });
}

const labelsAndMentions = ({ labels, mentioned = [] }: PageWriter["content"]) => ({ labels, mentioned });

async function mergeIntoPage(writer: PageWriter, located: LocatedPage & { page: RemotePage }): Promise<WriteOutcome> {
  const { page: found } = located;
  const row = resetAfterRefusal(located.row, found);
  const { target, config, content, signal, intend } = writer;
  const ours = hashBlocks(target.render(content));
  const { droppedLabels, ...labels } = computeLabelChange(row, content.labels, target.labels);
  const wantedTitle =
    row.title && listTitleVariants(content.title, row.marker).includes(row.title) ? row.title : content.title;
  let page = found;
  for (let merges = 1; ; merges++) {
    const theirs = mapToWrittenKeys(page, row);
    const isRenamed = isRenamedByPerson(row, page.title);
    const merged = mergePage({
      base: { title: isRenamed ? "" : page.title, keys: computeBaseKeys(row, theirs, ours) },
      ours: { title: wantedTitle, blocks: ours },
      theirs: { title: page.title, blocks: theirs },
      oursWins: row.replaceConflicts,
      undoesEdits: row.replaceConflicts && row.keptBlocks === null,
      retracts: row.retracts,
    });
    const seenContent = hashContent(page, row);
    if (merged.outcome === "conflict") return { outcome: "conflict", conflicts: merged.conflicts, seenContent };
    const keptBlocks = getPartsToCheck(row, merged);
    if (row.replaceConflicts) merged.blocks = merged.blocks.filter(({ key }) => !row.keptBlocks?.includes(key));
    const isRight = merged.title === page.title && sameKeys(merged.blocks, theirs);
    if (isRight && labels.areRight && !page.isUnfinished)
      return { ...written(page, wantedTitle, ours, theirs), echoedKeys: row.echoedKeys, seenContent, keptBlocks };
    try {
      return await underFreeTitle(merged.title, content.marker, async (title) => {
        const pendingBlocks = [...new Set([...(row.pendingBlocks ?? []), ...listBlockKeys(ours)])];
        const update = {
          title,
          blocks: merged.blocks,
          ...labelsAndMentions(content),
          droppedLabels,
          erasesOldTitle: row.retracts,
          expectedVersion: page.version,
          note: `Lorekeep: version ${content.version} of the article`,
        };
        // A title that a person chose is not stored as ours, even while our call's outcome is unknown.
        const ourTitle = title === merged.title ? wantedTitle : title;
        const before = (detached: string[] = []) =>
          intend({ title: ourTitle, pendingBlocks, isNewPage: false, detached });
        const after = await target.update(config, page.externalId, update, signal, before);
        return { ...written(after, ourTitle, ours, merged.blocks), keptBlocks };
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
 * Keys of people's text that stayed although our text beside it had to leave; empty once a person chose to replace it.
 */
function getPartsToCheck(
  { keptBlocks, replaceConflicts }: PublicationRow,
  { blocks, conflicts, outcome }: MergedPage,
): string[] {
  if (replaceConflicts) return [];
  const before = new Set(conflicts.flatMap(({ base }) => base));
  const now =
    outcome === "retracted" ? conflicts.flatMap(({ theirs }) => theirs.filter((key) => !before.has(key))) : [];
  const there = new Set(listBlockKeys(blocks));
  return [...new Set([...(keptBlocks ?? []), ...now])].filter((key) => there.has(key));
}

async function underFreeTitle(
  title: string,
  marker: string,
  work: (title: string) => Promise<WriteOutcome>,
  whenTaken: (title: string) => Promise<WriteOutcome | null> = async () => null,
): Promise<WriteOutcome> {
  for (const variant of listTitleVariants(title, marker)) {
    try {
      return await work(variant);
    } catch (error) {
      if (!(error instanceof TitleTaken)) throw error;
      const done = await whenTaken(variant);
      if (done) return done;
    }
  }
  throw new Refused("Pages with this title and every variant of it exist already. Rename one of them, then retry.");
}

function written(
  page: RemotePage,
  title: string,
  ours: PageBlock[],
  sent: PageBlock[],
): WriteOutcome & { outcome: "written" } {
  const echoedKeys = mapToStoredKeys(sent, hashBlocks(page.blocks));
  const seenContent = hashContent(page, { echoedKeys });
  return {
    outcome: "written",
    page,
    title,
    publishedBlocks: listBlockKeys(ours),
    echoedKeys,
    seenContent,
    keptBlocks: [],
  };
}

/**
 * Maps the blocks' keys to the form in which the platform stored the blocks. Otherwise the difference would look like a
 * person's edit.
 */
function mapToStoredKeys(sent: PageBlock[], stored: PageBlock[]): Record<string, string> {
  if (sent.length !== stored.length) return {};
  return Object.fromEntries(
    stored.flatMap((block, index) => {
      const key = sent[index]?.key;
      return key === undefined || key === block.key ? [] : [[block.key, key]];
    }),
  );
}

const sameKeys = (a: PageBlock[], b: PageBlock[]) =>
  a.length === b.length && a.every(({ key }, index) => key === b[index]?.key);

/** Computes the labels to remove from a page, and whether it has all the article's labels. Labels that people added stay. */
function computeLabelChange(
  { publishedLabels, pendingLabels }: PublicationRow,
  labels: string[],
  kind: KnowledgeTarget<never>["labels"],
) {
  const wanted = new Set(labels.map(hashText));
  const dropped = new Set([...(publishedLabels ?? []), ...(pendingLabels ?? [])].filter((one) => !wanted.has(one)));
  // An interrupted call may have created the page without its labels.
  const mayLack = kind === "apart" && pendingLabels !== null;
  const hasAll = publishedLabels === null ? !mayLack : [...wanted].every((one) => publishedLabels.includes(one));
  return {
    droppedLabels: dropped.size > 0 ? dropped : undefined,
    areRight: kind === undefined || (hasAll && dropped.size === 0),
  };
}
