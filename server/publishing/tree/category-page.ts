import { UNUSED_FOLDER } from "../../../connectors/category-folders.ts";
import type { KnowledgeTarget, PageContent, RemotePage } from "../../../connectors/knowledge-target.ts";
import { TitleTaken } from "../../../connectors/knowledge-target.ts";
import { newId } from "../../db/new-id.ts";
import type { InScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { hashBlocks, listBlockKeys, listTitleVariants } from "../known-content.ts";
import type { TargetConnection } from "../page-copies.ts";
import { listPublicationsOnTarget } from "../target-queries.ts";
import { getSearchStart } from "../unrecorded-pages.ts";
import {
  type CategoryPageRow,
  changeCategoryPage,
  ensureCategoryPage,
  forgetCategoryPage,
  listCategoryPageIds,
  listEmptyPages,
} from "./tree-queries.ts";

export interface PlacedCategory {
  id: string;
  name: string;
  parentId: string | null;
}

/** An open target whose platform has nested pages. */
export interface TreeTarget extends TargetConnection {
  target: KnowledgeTarget<Record<string, string>> & Required<Pick<KnowledgeTarget<Record<string, string>>, "move">>;
  inScope: InScope;
  deps: Pick<Deps, "secrets" | "env" | "queue" | "events">;
}

/** On platforms with folders, folders represent categories. */
const getFoldersOrPages = ({ target }: TreeTarget) => target.folders ?? target;

/**
 * Thrown while an earlier call may have created the page. No other call goes out before that call's outcome is known.
 */
export class OutcomeUnknown extends Error {}

const CATEGORY_PAGE_TEXT = "The pages below this one are the articles of this category.";

/**
 * Returns the platform's id of the category's page. Finds, creates, renames or moves the page under `above` as needed.
 * Returns null if a person removed the page.
 */
export async function placeCategory(
  openTarget: TreeTarget,
  category: PlacedCategory,
  above: string | null,
): Promise<string | null> {
  const { integration, config, signal, inScope, deps } = openTarget;
  const wanted = { id: newId(), integrationId: integration.id, categoryId: category.id };
  const marker = `ref lkc-${deps.secrets.hmac(JSON.stringify([integration.id, category.id]), "publication-marker").slice(0, 16)}`;
  const row = await inScope((scope) => ensureCategoryPage(scope, { ...wanted, marker }));
  if (row.isRemoved) return null;
  const pageId = row.externalId ?? (await findOrCreateCategoryPage(openTarget, row, category.name));
  if (row.externalId !== null && row.name !== category.name && !(await rename(openTarget, row, category.name))) {
    await markCategoryPageRemoved(openTarget, row.id);
    return null;
  }
  const isElsewhere = row.placedIn !== category.parentId;
  if (isElsewhere) await getFoldersOrPages(openTarget).move(config, pageId, above, signal);
  if (isElsewhere || row.name !== category.name)
    await inScope((scope) => changeCategoryPage(scope, row.id, { name: category.name, placedIn: category.parentId }));
  return pageId;
}

/** True while the page exists. A page that a person removed is marked as removed and not created again. */
export async function isCategoryPagePresent(
  openTarget: TreeTarget,
  row: { id: string; externalId: string },
): Promise<boolean> {
  const page = await getFoldersOrPages(openTarget).read(openTarget.config, row.externalId, openTarget.signal);
  if (page?.state === "current") return true;
  await markCategoryPageRemoved(openTarget, row.id);
  return false;
}

/**
 * Moves category pages without child pages to the platform's trash. A folder is not deleted; it only loses its name.
 * Text that people wrote stays.
 */
export async function archiveEmptyPages(openTarget: TreeTarget): Promise<void> {
  const { config, signal, inScope, integration } = openTarget;
  const shelves = getFoldersOrPages(openTarget);
  for (;;) {
    const empty = await inScope((scope) => listEmptyPages(scope, integration.id));
    if (empty.length === 0) return;
    for (const row of empty) {
      const page = row.externalId === null ? null : await shelves.read(config, row.externalId, signal);
      if (page?.state === "current" && isOnlyOurs(openTarget, row, page))
        await shelves.archive(config, page.externalId, signal);
      await inScope((scope) => forgetCategoryPage(scope, row.id));
    }
  }
}

const markCategoryPageRemoved = ({ inScope }: TreeTarget, id: string) =>
  inScope((scope) => changeCategoryPage(scope, id, { isRemoved: true }));

/**
 * Searches for the page before creating it, because an earlier call may have created it, or an older copy of the
 * database was restored.
 */
async function findOrCreateCategoryPage(openTarget: TreeTarget, row: CategoryPageRow, name: string): Promise<string> {
  const { integration, target, config, signal, inScope, deps } = openTarget;
  const { createdAfter, known } = await inScope(async (scope) => ({
    createdAfter: row.intentAt ?? (await getSearchStart(scope, integration)),
    known: new Set([
      ...(await listPublicationsOnTarget(scope, integration.id)).flatMap(({ externalId }) => externalId ?? []),
      ...(await listCategoryPageIds(scope, integration.id)),
    ]),
  }));
  const wanted = { marker: row.marker, title: name, createdAfter, known };
  const shelves = getFoldersOrPages(openTarget);
  const [found] = await shelves.find(config, wanted, signal);
  const keep = async ({ externalId }: RemotePage) => {
    await inScope((scope) => changeCategoryPage(scope, row.id, { externalId, intentAt: null }));
    return externalId;
  };
  if (found?.title === UNUSED_FOLDER) {
    await shelves.move(config, found.externalId, null, signal);
    await writeCategoryPage(openTarget, row, name, found);
  }
  if (found) return keep(found);
  if (row.intentAt && Date.now() - row.intentAt.getTime() < deps.env.UNRESOLVED_WAIT_SECONDS * 1000)
    throw new OutcomeUnknown();
  const content = contentOf(name, row.marker);
  const before = () => inScope((scope) => changeCategoryPage(scope, row.id, { intentAt: new Date() }));
  const blocks = target.render(content);
  return underFreeTitle(name, row.marker, async (title) =>
    keep(await shelves.publish(config, { title, blocks, labels: content.labels }, signal, before)),
  );
}

/** Returns false if the page is gone. A title that a person chose stays. */
async function rename(openTarget: TreeTarget, row: CategoryPageRow, name: string): Promise<boolean> {
  const { config, signal } = openTarget;
  const page = await getFoldersOrPages(openTarget).read(config, row.externalId ?? "", signal);
  if (page?.state !== "current") return false;
  const ours = [row.name ?? name, name].flatMap((one) => listTitleVariants(one, row.marker));
  // If the page already has the new name, an earlier call was interrupted and may be incomplete.
  if (ours.includes(page.title)) await writeCategoryPage(openTarget, row, name, page);
  return true;
}

async function writeCategoryPage(openTarget: TreeTarget, { marker }: CategoryPageRow, name: string, page: RemotePage) {
  const { config, signal } = openTarget;
  const { blocks, version: expectedVersion, externalId } = page;
  const kept = { blocks, labels: contentOf(name, marker).labels, expectedVersion };
  const note = "Lorekeep: the category was renamed";
  await underFreeTitle(name, marker, (title) =>
    getFoldersOrPages(openTarget).update(config, externalId, { ...kept, title, note }, signal),
  );
}

async function underFreeTitle<Result>(name: string, marker: string, work: (title: string) => Promise<Result>) {
  const titles = listTitleVariants(name, marker);
  for (const title of titles)
    try {
      return await work(title);
    } catch (error) {
      if (!(error instanceof TitleTaken) || title === titles.at(-1)) throw error;
    }
  throw new Error("A title has variants");
}

function isOnlyOurs({ target }: TreeTarget, row: { name: string | null; marker: string }, page: RemotePage): boolean {
  const ours = new Set(listBlockKeys(hashBlocks(target.render(contentOf(row.name ?? "", row.marker)))));
  return (
    listTitleVariants(row.name ?? "", row.marker).includes(page.title) &&
    listBlockKeys(hashBlocks(page.blocks)).every((key) => ours.has(key))
  );
}

const contentOf = (title: string, marker: string): PageContent => ({
  title,
  summary: [{ form: "sentence", text: CATEGORY_PAGE_TEXT, language: null, sources: [] }],
  body: [],
  redactions: [],
  labels: ["lorekeep"],
  sources: [],
  marker,
});
