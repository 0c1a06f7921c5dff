import { extractTerms } from "../../../engine/answer/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { countPagesWith, listPagesWith, listPassagesOf, type PageRow, type PassageRow } from "./nearby-page-queries.ts";

/** A long conversation is recognised by its rarest terms. */
const MOST_TERMS = 200;
const MOST_WEIGHED = 48;
const MOST_CANDIDATES = 20;
/** The passages of a longer page that are nearest to the conversation are compared. */
const MOST_PASSAGES = 40;
const MOST_CHARACTERS = 6_000;
/** A short page has fewer words by chance, but not as many fewer as its length says. */
const EVEN_OUT = 50;

/** A page near to a conversation, with the passages that are compared. */
export interface NearbyPage extends Pick<PageRow, "id" | "version" | "title" | "editedAt" | "isForEverybody"> {
  passages: PassageRow[];
}

/** The pages that share the rarest words with a text, nearest first. */
export async function findNearbyPages(scope: WorkspaceScope, text: string, most: number): Promise<NearbyPage[]> {
  const asked = [...new Set(extractTerms(text))].slice(0, MOST_TERMS);
  if (asked.length === 0) return [];
  const weighed = (await countPagesWith(scope, asked))
    .map(({ term, pages, all }) => ({ term, weight: Math.log(1 + all / pages) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_WEIGHED);
  if (weighed.length === 0) return [];
  const weights = new Map(weighed.map(({ term, weight }) => [term, weight]));
  const weigh = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const near = (await listPagesWith(scope, weighed, MOST_CANDIDATES))
    .map((page) => ({ page, nearness: weigh(page.has) / Math.sqrt(EVEN_OUT + page.size) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, most)
    .map(({ page }) => page);
  const passages = await listPassagesOf(
    scope,
    near.map(({ id }) => id),
  );
  return near.map(({ id, version, title, editedAt, isForEverybody }) => ({
    id,
    version,
    title,
    editedAt,
    isForEverybody,
    passages: nearest(passages.get(id) ?? [], (passage) =>
      weigh(new Set(extractTerms([...passage.headings, passage.text].join(" ")))),
    ),
  }));
}

/** The passages with the heaviest terms, in reading order. */
function nearest(passages: PassageRow[], weigh: (passage: PassageRow) => number): PassageRow[] {
  let characters = 0;
  return passages
    .map((passage) => ({ passage, weight: weigh(passage) }))
    .toSorted((a, b) => b.weight - a.weight || a.passage.position - b.passage.position)
    .slice(0, MOST_PASSAGES)
    .filter(({ passage }) => (characters += passage.text.length) <= MOST_CHARACTERS)
    .map(({ passage: { position, headings, form, text } }) => ({ position, headings, form, text }))
    .toSorted((a, b) => a.position - b.position);
}
