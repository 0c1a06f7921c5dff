import { NotFound, RateLimited, Refused } from "../../../connectors/errors.ts";
import { PageChanged } from "../../../connectors/knowledge-target.ts";
import { sortByTree } from "../../../shared/domain/categories.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { bindToWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { explainTrouble, getKnowledgeIntegration, openKnowledgeConfig } from "../../integrations/index.ts";
import { findContainersOfNearest } from "../../wiki/nearby/index.ts";
import { requestPublications } from "../request-publications.ts";
import {
  archiveEmptyPages,
  isCategoryPagePresent,
  OutcomeUnknown,
  type PlacedCategory,
  placeCategory,
  type TreeTarget,
} from "./category-page.ts";
import {
  listCategoryPages,
  listPlacedPages,
  listTree,
  type PlacedPage,
  readArticleText,
  storeArrangeResult,
  storePlacement,
} from "./tree-queries.ts";

const LONGEST_MS = 300_000;
const RETRY_SECONDS = { afterTrouble: 600, soon: 30 };

/**
 * Moves a target's pages under one page per category, as in the workspace's category tree. Moves only pages that still
 * are where the product put them, not pages that a person moved. The next run continues an interrupted run.
 */
export async function arrangeTarget(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "env" | "log" | "queue" | "events">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<void> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const integration = await inScope((scope) => getKnowledgeIntegration(scope, id));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target?.move || !integration.isActive || !integration.isArranged) return;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_MS)]);
  try {
    const config = openKnowledgeConfig(deps.secrets, integration);
    await arrange({ integration, target: target as TreeTarget["target"], config, signal, inScope, deps });
    await inScope((scope) => storeArrangeResult(scope, id, null));
  } catch (error) {
    if (stopping.aborted) return;
    const end = computeRetry(error);
    if (end.isUnexpected)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Pages could not be arranged");
    await inScope((scope) => storeArrangeResult(scope, id, end));
  }
}

function computeRetry(error: unknown) {
  const isPassing = error instanceof OutcomeUnknown || error instanceof PageChanged || error instanceof RateLimited;
  const trouble = isPassing ? "Pages are still being arranged by category." : explainTrouble(error);
  return {
    trouble: trouble ?? "Pages could not be arranged by category. It is tried again.",
    againInSeconds: isPassing ? RETRY_SECONDS.soon : RETRY_SECONDS.afterTrouble,
    isUnexpected: trouble === null,
  };
}

async function arrange(openTarget: TreeTarget): Promise<void> {
  const { inScope, integration } = openTarget;
  const { tree, pages, made } = await inScope(async (scope) => ({
    tree: await listTree(scope),
    pages: await listPlacedPages(scope, integration.id),
    made: new Set((await listCategoryPages(scope, integration.id)).map(({ categoryId }) => categoryId)),
  }));
  const due = pages.filter(({ isDue }) => isDue);
  const beside = new Set<string>();
  for (const page of due) if (await placeBeside(openTarget, page)) beside.add(page.publicationId);
  // A category needs no page if all of its pages are beside people's pages.
  const isUsed = ({ publicationId, isDue, wanted }: PlacedPage) =>
    !beside.has(publicationId) && (isDue || made.has(wanted ?? ""));
  const used = new Set(pages.flatMap((page) => (page.wanted !== null && isUsed(page) ? [page.wanted] : [])));
  const above = await placeCategories(openTarget, tree, used);
  for (const page of due) if (!beside.has(page.publicationId)) await placePage(openTarget, page, above);
  await archiveEmptyPages(openTarget);
}

/**
 * Moves the article's page to where people keep the three pages most similar to the article: under a page, or into a section or
 * database. Returns false if the three have no common place, or it is gone. The page then belongs under its category's page.
 */
async function placeBeside(openTarget: TreeTarget, page: PlacedPage): Promise<boolean> {
  const { target, config, signal, inScope, integration } = openTarget;
  if (page.wanted === null || target.setsContainersOnCreation) return false;
  const [parent] = await inScope(async (scope) =>
    findContainersOfNearest(scope, integration.id, await readArticleText(scope, page.articleId)),
  );
  if (parent === undefined) return false;
  try {
    await target.move(config, page.externalId, parent, signal);
  } catch (error) {
    if (error instanceof NotFound || error instanceof Refused) return false;
    throw error;
  }
  await inScope((scope) => storePlacement(scope, page, parent));
  return true;
}

/**
 * Finds the parent page of a category's articles: the category's own page, the page of its nearest ancestor with a
 * page, or null for the top level.
 */
interface CategoryParents {
  of(categoryId: string | null): { id: string; externalId: string } | null;
  forget(externalId: string): void;
}

/** Creates the pages of categories with articles and of their ancestors, from the top down. */
async function placeCategories(
  openTarget: TreeTarget,
  tree: PlacedCategory[],
  used: ReadonlySet<string>,
): Promise<CategoryParents> {
  const { inScope, integration } = openTarget;
  const byId = new Map(tree.map((category) => [category.id, category]));
  const needed = new Set<string>();
  for (const id of used)
    for (let at = byId.get(id); at; at = at.parentId === null ? undefined : byId.get(at.parentId)) needed.add(at.id);
  const pageOf = new Map<string, string>();
  const nearest = (id: string | null): string | null => {
    for (let at = id === null ? undefined : byId.get(id); at; at = byId.get(at.parentId ?? "")) {
      const page = pageOf.get(at.id);
      if (page) return page;
    }
    return null;
  };
  for (const category of sortByTree(tree)) {
    if (!needed.has(category.id)) continue;
    const page = await placeCategory(openTarget, category, nearest(category.parentId));
    if (page) pageOf.set(category.id, page);
  }
  const rows = await inScope((scope) => listCategoryPages(scope, integration.id));
  const rowOf = new Map(rows.map((row) => [row.externalId, row.id]));
  return {
    of(categoryId) {
      const externalId = nearest(categoryId);
      return externalId === null ? null : { id: rowOf.get(externalId) ?? "", externalId };
    },
    forget(externalId) {
      for (const [id, page] of pageOf) if (page === externalId) pageOf.delete(id);
    },
  };
}

async function placePage(openTarget: TreeTarget, page: PlacedPage, above: CategoryParents): Promise<void> {
  const { target, config, signal, inScope, deps } = openTarget;
  let isMoved = true;
  for (;;) {
    const parent = above.of(page.wanted);
    try {
      await target.move(config, page.externalId, parent?.externalId ?? null, signal);
    } catch (error) {
      if (!(error instanceof NotFound || error instanceof Refused)) throw error;
      // The article's page or the parent may be gone. The publisher notices that when it writes the article's page.
      if (parent && !(await isCategoryPagePresent(openTarget, parent))) {
        above.forget(parent.externalId);
        continue;
      }
      isMoved = false;
    }
    return inScope(async (scope) => {
      await storePlacement(scope, page, null);
      // The page may be hidden together with its parent. The publisher searches for the page, and asks a person if it
      // does not find it.
      if (!isMoved && page.beside !== null) await requestPublications(deps, scope, page.articleId);
    });
  }
}
