import { extractTerms } from "../../../engine/answer/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { countPagesWith, listPagesWith, listPassagesOf, type PageRow, type PassageRow } from "./nearby-page-queries.ts";
import {
  type ConversationTexts,
  computeTermWeights,
  isWordEdge,
  rankPages,
  selectLookupTerms,
  sumWeights,
  weighRarity,
} from "./page-similarity.ts";

/** Pages are looked up by the heaviest terms, and ranked by all of them. */
const MOST_WEIGHED = 64;
const MOST_CANDIDATES = 80;
/** An edge of words that more of the pages have, such as 'ung', tells nothing and would make the look-up slow. */
const SHARE_OF_EDGE = 0.02;
/** A longer page is compared by the passages nearest to the conversation. */
const MOST_PASSAGES = 40;
/** The nearest pages are compared at length, and the others by their nearest passages. */
const NEAREST = 3;
const CHARACTERS_OF_NEAREST = 3_000;
const CHARACTERS_OF_OTHERS = 1_000;

/** A page near to a conversation, with the passages that are compared. */
export interface NearbyPage extends Pick<PageRow, "id" | "version" | "title" | "editedAt" | "isForEverybody"> {
  passages: PassageRow[];
}

/** The pages that share the rarest words with a text, nearest first, and the weights of the words. */
export async function rankSimilarPages(
  scope: WorkspaceScope,
  about: ConversationTexts,
): Promise<ReturnType<typeof rankPages<PageRow>>> {
  const asked = computeTermWeights(about);
  if (asked.size === 0) return rankPages<PageRow>([], asked);
  const lookedUp = selectLookupTerms(asked);
  const weighed = (await countPagesWith(scope, [...lookedUp.keys()]))
    .filter(({ term, pages, all }) => !isWordEdge(term) || pages <= Math.max(MOST_CANDIDATES, SHARE_OF_EDGE * all))
    .map(({ term, pages, all }) => ({ term, weight: (lookedUp.get(term) ?? 0) * weighRarity(pages, all) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_WEIGHED);
  return rankPages(weighed.length === 0 ? [] : await listPagesWith(scope, weighed, MOST_CANDIDATES), asked);
}

/** The pages that are nearest to a conversation, with their passages. */
export async function findNearbyPages(
  scope: WorkspaceScope,
  about: ConversationTexts,
  most: number,
): Promise<NearbyPage[]> {
  const { ranked, weights, splitAll } = await rankSimilarPages(scope, about);
  if (ranked.length === 0) return [];
  const near = ranked.slice(0, most);
  const passages = await listPassagesOf(
    scope,
    near.map(({ id }) => id),
  );
  return near.map(({ id, version, title, editedAt, isForEverybody }, place) => ({
    id,
    version,
    title,
    editedAt,
    isForEverybody,
    passages: nearest(passages.get(id) ?? [], {
      weigh: ({ headings, text }) => sumWeights(splitAll(extractTerms([...headings, text].join(" "))), weights),
      mostCharacters: place < NEAREST ? CHARACTERS_OF_NEAREST : CHARACTERS_OF_OTHERS,
    }),
  }));
}

interface Limits {
  weigh: (passage: PassageRow) => number;
  mostCharacters: number;
}

/** The passages with the heaviest terms, in reading order. */
function nearest(passages: PassageRow[], { weigh, mostCharacters }: Limits): PassageRow[] {
  let characters = 0;
  return passages
    .map((passage) => ({ passage, weight: weigh(passage) }))
    .toSorted((a, b) => b.weight - a.weight || a.passage.position - b.passage.position)
    .slice(0, MOST_PASSAGES)
    .filter(({ passage }) => (characters += passage.text.length) <= mostCharacters)
    .map(({ passage: { position, headings, form, text } }) => ({ position, headings, form, text }))
    .toSorted((a, b) => a.position - b.position);
}
