import { canonicalHtml, joinHtml, toHtmlBlocks } from "./html-blocks.ts";
import type { PageBlock } from "./knowledge-target.ts";

/*
 * For help centres without a trash that a program can look into: an article that is put away becomes a draft, and its last
 * line says so, to whoever opens it there and to us. What it was before is there too, so that coming back shows nobody
 * more than they saw.
 */

const WAS_PUBLISHED = "<p><em>Taken down by Lorekeep. It was published before.</em></p>";
const WAS_DRAFT = "<p><em>Put away by Lorekeep. It was a draft before.</em></p>";
const KEYS = { published: canonicalHtml(WAS_PUBLISHED), draft: canonicalHtml(WAS_DRAFT) };

export function putAway(html: string, wasDraft: boolean): string {
  return joinHtml(withoutNote(html).blocks) + (wasDraft ? WAS_DRAFT : WAS_PUBLISHED);
}

/** What else is there, and what it was before it was put away; null without such a line. */
export function withoutNote(html: string): { blocks: PageBlock[]; before: "published" | "draft" | null } {
  const all = toHtmlBlocks(html);
  const blocks = all.filter(({ key }) => key !== KEYS.published && key !== KEYS.draft);
  const isHere = (key: string) => all.some((block) => block.key === key);
  return { blocks, before: isHere(KEYS.draft) ? "draft" : isHere(KEYS.published) ? "published" : null };
}
