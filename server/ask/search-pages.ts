import { extractTerms } from "../../engine/answer/index.ts";
import type { PageHit } from "../../shared/contract/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import { listConfirmations, listOpenFindings } from "../wiki/findings/index.ts";
import { listPagesByTitle, listPagesWithTerms, listReadablePages } from "./wiki-page-queries.ts";

const MOST_WORDS = 12;
/** The newest findings suffice for a mark at a page. */
const MOST_FINDINGS = 200;

/** Wiki pages that have all the words and that this person may read: those with the words in the title first. */
export async function searchPages(scope: ReaderScope, typed: string, most: number): Promise<PageHit[]> {
  const words = [...new Set(typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const terms = [...new Set(extractTerms(words.join(" ")))];
  const named = await listPagesByTitle(scope, words, most);
  const worded = terms.length > 0 ? await listPagesWithTerms(scope, terms, most) : [];
  const pages = (await listReadablePages(scope, [...new Set([...named, ...worded])], 0)).slice(0, most);
  if (pages.length === 0) return [];
  const pageIds = pages.map(({ id }) => id);
  const confirmed = await listConfirmations(scope, pageIds);
  const findings = await listOpenFindings(scope, { pageIds, limit: MOST_FINDINGS });
  const contradicted = new Set(findings.flatMap(({ kind, pageId }) => (kind === "contradicts" ? [pageId] : [])));
  return pages.map(({ id, title, url, platform, editedAt }) => ({
    id,
    title,
    url,
    platform,
    editedAt: editedAt?.toISOString() ?? null,
    state: contradicted.has(id) ? "contradicted" : confirmed.get(id)?.verified ? "verified" : null,
  }));
}
