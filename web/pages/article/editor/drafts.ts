import type { EditBlock, EditValue } from "./edit-value.ts";
import { hashText, serializeBlock } from "./edit-value.ts";
import type { EditBaseline } from "./merge-edits.ts";

/** The days after which a stored edit is deleted. Longer than a holiday. */
const KEPT_DAYS = 30;
const PREFIX = "lorekeep.draft.";

export interface StoredDraft {
  began: EditBaseline;
  value: EditValue;
  at: string;
}

/**
 * A draft as it is stored in the browser. Unchanged blocks are stored as ids only, so that no chat text stays in the
 * browser.
 */
interface StoredDraftRecord extends Omit<StoredDraft, "value"> {
  value: Omit<EditValue, "blocks"> & { blocks: (EditBlock | { same: string })[] };
}

const nameOf = (personId: string, articleId: string) => `${PREFIX}${personId}.${articleId}`;

/** Stores a draft. Returns false if the browser cannot store it (storage is full or disabled). */
export function keepDraft(personId: string, articleId: string, { began, value, at }: StoredDraft): boolean {
  const stood = new Map(began.blocks);
  const blocks = value.blocks.map((block) =>
    stood.get(block.id) === hashText(serializeBlock(block)) ? { same: block.id } : block,
  );
  const stored: StoredDraftRecord = { began, at, value: { ...value, blocks } };
  try {
    localStorage.setItem(nameOf(personId, articleId), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(personId: string, articleId: string): void {
  try {
    localStorage.removeItem(nameOf(personId, articleId));
  } catch {
    // The browser's storage is disabled, so there is no stored draft.
  }
}

/**
 * Restores a draft. Unchanged blocks get the article's current text. Blocks that the article no longer has are dropped.
 */
export function readDraft(personId: string, articleId: string, now: EditValue): StoredDraft | null {
  const stored = read(nameOf(personId, articleId));
  if (!stored) return null;
  const blocks = new Map(now.blocks.map((block) => [block.id, block]));
  const value = {
    ...stored.value,
    blocks: stored.value.blocks.flatMap((block) => ("same" in block ? (blocks.get(block.same) ?? []) : [block])),
  };
  return { began: stored.began, at: stored.at, value };
}

/** The time at which this article's draft was last stored; null if there is no draft. Deletes expired drafts. */
export function findDraftTime(personId: string, articleId: string): string | null {
  forgetOld();
  return read(nameOf(personId, articleId))?.at ?? null;
}

function read(name: string): StoredDraftRecord | null {
  try {
    const stored = JSON.parse(localStorage.getItem(name) ?? "null") as StoredDraftRecord | null;
    return stored && Array.isArray(stored.value?.blocks) && stored.began ? stored : null;
  } catch {
    return null;
  }
}

function forgetOld(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) {
      const at = Date.parse(read(name)?.at ?? "");
      if (!(Date.now() - at < KEPT_DAYS * 86_400_000)) localStorage.removeItem(name);
    }
  } catch {
    // The browser's storage is disabled, so there is no draft.
  }
}
