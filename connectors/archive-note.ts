import { joinHtml, normalizeHtml, splitHtml } from "./html-blocks.ts";
import type { PageBlock } from "./knowledge-target.ts";

/*
 * For help centers whose trash an API cannot read. An archived article becomes a draft with a note as its last line.
 * The note also records the article's earlier state, so that restoring an article never shows it to more people than
 * before.
 */

const WAS_PUBLISHED = "<p><em>Taken down by Lorekeep. It was published before.</em></p>";
const WAS_DRAFT = "<p><em>Put away by Lorekeep. It was a draft before.</em></p>";
const KEYS = { published: normalizeHtml(WAS_PUBLISHED), draft: normalizeHtml(WAS_DRAFT) };

export function addArchiveNote(html: string, wasDraft: boolean): string {
  return joinHtml(removeArchiveNote(html).blocks) + (wasDraft ? WAS_DRAFT : WAS_PUBLISHED);
}

/** Removes the note of an archived article. Returns the blocks and the article's earlier state; null without a note. */
export function removeArchiveNote(html: string): { blocks: PageBlock[]; before: "published" | "draft" | null } {
  const all = splitHtml(html);
  const blocks = all.filter(({ key }) => key !== KEYS.published && key !== KEYS.draft);
  const isHere = (key: string) => all.some((block) => block.key === key);
  return { blocks, before: isHere(KEYS.draft) ? "draft" : isHere(KEYS.published) ? "published" : null };
}
