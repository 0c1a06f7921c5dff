import { diff3Merge, diffIndices } from "node-diff3";
import type { PageBlock } from "../../connectors/knowledge-target.ts";

export interface PageToMerge {
  /**
   * The content that we last published: its title and the `key`s of its blocks. The keys are null if the database has
   * lost them. A part that differs may then be our older text or a person's, so the page never shows both versions.
   */
  base: { title: string; keys: string[] | null };
  /** The content to publish now. */
  ours: { title: string; blocks: PageBlock[] };
  /** The content on the platform now. */
  theirs: { title: string; blocks: PageBlock[] };
  /**
   * By a person's choice, our text replaces the page's text in parts that both sides changed. People's other edits
   * stay.
   */
  oursWins?: boolean;
  /**
   * If there is no conflict, our text also replaces our sentences that people changed or removed. People's additions
   * stay.
   */
  undoesEdits?: boolean;
  /**
   * Some of our text must leave the page, even if people edited text beside it. In a part that both sides changed, our
   * current text is used, followed by people's text. The part is still reported as a conflict.
   */
  retracts?: boolean;
}

export interface MergedPage {
  /**
   * `clean`: nobody edited the page, so it gets our content. `merged`: the page gets the edits of both sides.
   * `conflict`: both sides changed a part differently, and the page must stay unchanged. `retracted`: despite a
   * conflict, our old text was removed, so a person should check the page.
   */
  outcome: "clean" | "merged" | "conflict" | "retracted";
  title: string;
  /** Blocks already on the page are taken from it, with the platform's ids. */
  blocks: PageBlock[];
  conflicts: PageConflict[];
}

/** A part that both sides changed, as `key`s of blocks. */
interface PageConflict {
  base: string[];
  ours: string[];
  theirs: string[];
}

/** Merges a page's top-level blocks three-way. People's additions, changes and removals stay. */
export function mergePage({ base, ours, theirs, ...choices }: PageToMerge): MergedPage {
  const { oursWins = false, undoesEdits = false, retracts = false } = choices;
  const ourKeys = ours.blocks.map(({ key }) => key);
  const theirKeys = theirs.blocks.map(({ key }) => key);
  const isUntouched = theirs.title === base.title && base.keys !== null && sameKeys(theirKeys, base.keys);
  let merged: string[] = [];
  let hasConflict = false;
  const conflicts: PageConflict[] = [];
  const baseKeys = new Set(base.keys);
  const regions = base.keys
    ? diff3Merge(ourKeys, base.keys, theirKeys, {})
    : compareWithoutBase(ourKeys, theirKeys, retracts);
  for (const region of regions as Diff3Region[]) {
    const isSettled = base.keys !== null && region.ok === undefined;
    const keys = isSettled
      ? settle({ base: region.conflict.o, ours: region.conflict.a, theirs: region.conflict.b })
      : region.ok;
    if (!keys) hasConflict = true;
    if (keys) merged.push(...keys);
    else if (oursWins) merged.push(...(region.conflict?.a ?? []));
    else {
      const conflict = {
        base: region.conflict?.o ?? [],
        ours: region.conflict?.a ?? [],
        theirs: region.conflict?.b ?? [],
      };
      conflicts.push(conflict);
      if (retracts) merged.push(...conflict.ours, ...conflict.theirs.filter((key) => !baseKeys.has(key)));
    }
  }
  if (undoesEdits && !hasConflict) merged = keepAdditions(ourKeys, theirKeys, baseKeys);
  const title = theirs.title === base.title ? ours.title : theirs.title;
  if (conflicts.length > 0 && retracts) {
    return { outcome: "retracted", title, blocks: takeBlocks(merged, theirs.blocks, ours.blocks), conflicts };
  }
  if (conflicts.length > 0) return { outcome: "conflict", title: theirs.title, blocks: theirs.blocks, conflicts };
  return {
    outcome: isUntouched ? "clean" : "merged",
    title,
    blocks: takeBlocks(merged, theirs.blocks, ours.blocks),
    conflicts,
  };
}

/** Returns our text and the blocks that people added to the page, each block at its position on the page. */
function keepAdditions(ours: string[], theirs: string[], base: ReadonlySet<string>): string[] {
  return compareWithoutBase(ours, theirs, false).flatMap((region) =>
    region.conflict ? region.conflict.a : region.ok.filter((key) => ours.includes(key) || !base.has(key)),
  );
}

/**
 * Compares both sides when the base is unknown. A part that only one side has is that side's addition; a part that
 * differs is a conflict. If some of our text must leave the page, a part that only the page has may be that text, so it
 * is a conflict too.
 */
function compareWithoutBase(ours: string[], theirs: string[], retracts: boolean): Diff3Region[] {
  const regions: Diff3Region[] = [];
  let at = 0;
  for (const { from, until, keys } of hunksOf(ours, theirs)) {
    const own = ours.slice(from, until);
    regions.push({ ok: ours.slice(at, from) });
    const differs = keys.length > 0 && (own.length > 0 || retracts);
    regions.push(differs ? { conflict: { a: own, o: [], b: keys } } : { ok: [...own, ...keys] });
    at = until;
  }
  return [...regions, { ok: ours.slice(at) }];
}

type Diff3Region =
  | { ok: string[]; conflict?: never }
  | { ok?: never; conflict: { a: string[]; o: string[]; b: string[] } };

/**
 * diff3 also reports a conflict if both sides changed adjacent blocks. If one side only added text before or after the
 * other side's, both changes are used.
 */
function settle({ base, ours, theirs }: PageConflict): string[] | null {
  if (isPartOf(ours, theirs) && isPartOf(base, ours)) return theirs;
  if (isPartOf(theirs, ours) && isPartOf(base, theirs)) return ours;
  return around(base, theirs, ours) ?? around(base, ours, theirs) ?? sideBySide(base, ours, theirs);
}

interface Hunk {
  from: number;
  until: number;
  keys: string[];
}

/** Combines both sides' changes if each side replaced different blocks, even adjacent blocks. */
function sideBySide(base: string[], ours: string[], theirs: string[]): string[] | null {
  const hunks = [...hunksOf(base, ours), ...hunksOf(base, theirs)].sort(
    (one, other) => one.from - other.from || one.until - other.until,
  );
  const merged: string[] = [];
  let at = 0;
  for (const [index, hunk] of hunks.entries()) {
    const { from, until, keys } = hunk;
    const before = hunks[index - 1];
    if (before && isInsertion(before, from) && isInsertion(hunk, from)) {
      // Both sides inserted blocks at the same position. Equal insertions count once.
      const both = settle({ base: [], ours: before.keys, theirs: keys }) ?? [];
      merged.splice(merged.length - before.keys.length, before.keys.length, ...both);
      continue;
    }
    const isSaidTwice = before?.until === from && keys.some((key) => before.keys.includes(key));
    if (from < at || isSaidTwice) return null;
    merged.push(...base.slice(at, from), ...keys);
    at = until;
  }
  return [...merged, ...base.slice(at)];
}

const isInsertion = ({ from, until }: Hunk, at: number) => from === at && until === at;

function hunksOf(base: string[], changed: string[]): Hunk[] {
  const regions = diffIndices(base, changed) as unknown as { buffer1: [number, number]; buffer2: [number, number] }[];
  return regions.map(({ buffer1: [from, length], buffer2: [at, count] }) => ({
    from,
    until: from + length,
    keys: changed.slice(at, at + count),
  }));
}

/** Replaces `base` inside `added` by `changed`. Blocks that both sides added count once. */
function around(base: string[], added: string[], changed: string[]): string[] | null {
  const more = (keys: string[]) => keys.filter((key) => !changed.includes(key));
  for (let at = 0; at + base.length <= added.length; at += 1) {
    if (!sameKeys(added.slice(at, at + base.length), base)) continue;
    return [...more(added.slice(0, at)), ...changed, ...more(added.slice(at + base.length))];
  }
  return null;
}

function isPartOf(some: string[], all: string[]): boolean {
  let next = 0;
  for (const key of all) if (key === some[next]) next += 1;
  return next === some.length;
}

function sameKeys(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/**
 * Blocks with equal keys look equal to a reader. Takes the platform's block if possible, because comments are attached
 * to it.
 */
function takeBlocks(keys: string[], theirs: PageBlock[], ours: PageBlock[]): PageBlock[] {
  const waiting = Map.groupBy([...theirs, ...ours], ({ key }) => key);
  return keys.flatMap((key) => waiting.get(key)?.shift() ?? []);
}
