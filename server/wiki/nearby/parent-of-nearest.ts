import { extractTerms } from "../../../engine/answer/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listParentPages } from "./nearby-page-queries.ts";
import { rankSimilarPages } from "./nearby-pages.ts";
import { splitTerms } from "./page-similarity.ts";

/** The number of pages that must agree, because one alone is near by chance. */
const AGREEING = 3;

/**
 * The platform's id of the page under which people keep what an article is about: the parent of its three nearest pages. Null where these
 * stand at different places, or one of them lacks more than half of the title's words.
 */
export async function findParentOfNearest(
  scope: WorkspaceScope,
  integrationId: string,
  { title, text }: { title: string; text: string },
): Promise<string | null> {
  const { ranked } = await rankSimilarPages(scope, { said: text, matter: [title] });
  const parents = await listParentPages(
    scope,
    integrationId,
    ranked.map(({ id }) => id),
  );
  const nearest = ranked.filter(({ id }) => parents.has(id)).slice(0, AGREEING);
  const named = new Set(extractTerms(title));
  const isNear = ({ terms }: { terms: string[] }) => {
    const parts = splitTerms(terms);
    const shared = [...named].filter((term) => [...splitTerms([term])].some((part) => parts.has(part)));
    return shared.length * 2 >= named.size;
  };
  const [parent, ...others] = new Set(nearest.map(({ id }) => parents.get(id) ?? null));
  const isAgreed = nearest.length === AGREEING && others.length === 0 && nearest.every(isNear);
  return isAgreed ? (parent ?? null) : null;
}
