import { extractTerms } from "../../../engine/answer/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listContainersOf } from "./nearby-page-queries.ts";
import { rankSimilarPages } from "./nearby-pages.ts";
import { splitTerms } from "./page-similarity.ts";

/** The number of pages that must agree, because one alone is near by chance. */
const AGREEING = 3;

/**
 * The platform's ids of the page, section, folder or categories in which people keep what an article is about: those that its three
 * nearest pages are all in. None where these stand at different places, or one of them lacks more than half of the title's words.
 */
export async function findContainersOfNearest(
  scope: WorkspaceScope,
  integrationId: string,
  { title, text }: { title: string; text: string },
): Promise<string[]> {
  const { ranked } = await rankSimilarPages(scope, { said: text, matter: [title] });
  const containers = await listContainersOf(
    scope,
    integrationId,
    ranked.map(({ id }) => id),
  );
  const nearest = ranked.filter(({ id }) => containers.has(id)).slice(0, AGREEING);
  const named = new Set(extractTerms(title));
  const isNear = ({ terms }: { terms: string[] }) => {
    const parts = splitTerms(terms);
    const shared = [...named].filter((term) => [...splitTerms([term])].some((part) => parts.has(part)));
    return shared.length * 2 >= named.size;
  };
  if (nearest.length < AGREEING || !nearest.every(isNear)) return [];
  const [first = [], ...others] = nearest.map(({ id }) => containers.get(id) ?? []);
  return first.filter((container) => others.every((those) => those.includes(container)));
}
