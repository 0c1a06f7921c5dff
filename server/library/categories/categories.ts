import type { Category } from "../../../shared/contract/categories.ts";
import { canMoveUnder, MOST_CATEGORY_LEVELS, sortByTree, withDescendants } from "../../../shared/domain/categories.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { conflict, notFound } from "../../errors.ts";
import {
  addAncestors,
  type CategoryRow,
  deleteCategory,
  hasArticles,
  insertCategory,
  listAllCategories,
  lockTree,
  moveArticles,
  renameReferences,
  setParent,
  updateCategory,
} from "./category-queries.ts";

const TOO_DEEP = `Categories have at most ${MOST_CATEGORY_LEVELS} levels. Choose a place further up.`;

/**
 * All categories, and those whose name the person may know. The person may know a category that people created, or with
 * an article the person may read in it or below it.
 */
interface CategoryTree {
  all: CategoryRow[];
  known: CategoryRow[];
}

async function readTree(scope: ReaderScope): Promise<CategoryTree> {
  const all = await listAllCategories(scope);
  return { all, known: addAncestors(all, ({ madeByPerson, articles }) => madeByPerson || articles > 0) };
}

async function lockedTree(scope: ReaderScope): Promise<CategoryTree> {
  await lockTree(scope);
  return readTree(scope);
}

const view = ({ id, name, parentId, articles }: CategoryRow): Category => ({ id, name, parentId, articles });

export async function listCategoryTree(scope: ReaderScope): Promise<Category[]> {
  return sortByTree((await readTree(scope)).known).map(view);
}

export async function createCategory(
  scope: ReaderScope,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<Category> {
  const tree = await lockedTree(scope);
  requireNewName(tree, name);
  if (parentId) find(tree, parentId);
  // If a category with this name exists, but the person may not read its articles, the person gets it without learning
  // that it existed.
  const hidden = tree.all.find((category) => category.name === name);
  if (hidden) {
    const fits = canMoveUnder(tree.all, hidden.id, parentId);
    await updateCategory(scope, hidden.id, { madeByPerson: true, ...(fits && { parentId }) });
    return viewOf(scope, hidden.id);
  }
  const id = await insertCategory(scope, { name, parentId });
  requireLevels(await listAllCategories(scope), id, parentId);
  return viewOf(scope, id);
}

export async function renameCategory(scope: ReaderScope, id: string, name: string): Promise<Category> {
  const tree = await lockedTree(scope);
  const category = find(tree, id);
  requireNewName(tree, name, id);
  const hidden = tree.all.find((other) => other.id !== id && other.name === name);
  if (hidden) await moveCategoryContent(scope, tree, hidden, category);
  if (name !== category.name) {
    await updateCategory(scope, id, { name });
    await renameReferences(scope, category.name, name);
  }
  return viewOf(scope, id);
}

export async function moveCategory(
  scope: ReaderScope,
  id: string,
  { parentId, after }: { parentId: string | null; after: string | null },
): Promise<Category> {
  const tree = await lockedTree(scope);
  find(tree, id);
  if (parentId) find(tree, parentId);
  requireOutside(tree, id, parentId);
  requireLevels(tree.all, id, parentId);
  await updateCategory(scope, id, { parentId });
  const siblings = tree.all.filter((other) => other.parentId === parentId && other.id !== id).map((other) => other.id);
  const place = after === null ? 0 : siblings.indexOf(after) + 1;
  if (after !== null && place === 0) throw notFound("category");
  for (const [index, sibling] of siblings.toSpliced(place, 0, id).entries())
    await updateCategory(scope, sibling, { position: index + 1 });
  return viewOf(scope, id);
}

export async function mergeCategories(scope: ReaderScope, id: string, into: string): Promise<Category> {
  const tree = await lockedTree(scope);
  const [from, target] = [find(tree, id), find(tree, into)];
  requireOutside(tree, id, into);
  await moveCategoryContent(scope, tree, from, target);
  return viewOf(scope, into);
}

/**
 * Removes a category and moves its content one level up. A category at the top level can only be merged into another,
 * because its articles would have no category.
 */
export async function removeCategory(scope: ReaderScope, id: string): Promise<void> {
  const tree = await lockedTree(scope);
  const category = find(tree, id);
  const parent = category.parentId ? find(tree, category.parentId) : null;
  if (parent) return moveCategoryContent(scope, tree, category, parent);
  if (category.articles > 0)
    throw conflict("An article needs a category. Merge this one into another category instead.");
  await setParent(scope, childrenOf(tree, id), null);
  // Articles that the person may not read, or that are in the trash, keep the category.
  if (await hasArticles(scope, category.name)) return updateCategory(scope, id, { madeByPerson: false });
  await deleteCategory(scope, id);
}

/** Moves all articles, subcategories and watches of one category into another. */
async function moveCategoryContent(
  scope: ReaderScope,
  tree: CategoryTree,
  from: CategoryRow,
  into: CategoryRow,
): Promise<void> {
  const children = childrenOf(tree, from.id);
  for (const child of children) requireLevels(tree.all, child, into.id);
  await setParent(scope, children, into.id);
  await moveArticles(scope, from.name, into.name);
  await renameReferences(scope, from.name, into.name);
  await deleteCategory(scope, from.id);
}

const childrenOf = ({ all }: CategoryTree, id: string) =>
  all.filter(({ parentId }) => parentId === id).map((child) => child.id);

function find({ known }: CategoryTree, id: string): CategoryRow {
  const category = known.find((other) => other.id === id);
  if (!category) throw notFound("category");
  return category;
}

async function viewOf(scope: ReaderScope, id: string): Promise<Category> {
  return view(find(await readTree(scope), id));
}

function requireNewName({ known }: CategoryTree, name: string, ownId?: string): void {
  const same = known.find((other) => other.id !== ownId && other.name.toLowerCase() === name.toLowerCase());
  if (same) throw conflict(`There is already a category called “${same.name}”. A name can be used only once.`);
}

function requireOutside({ all }: CategoryTree, id: string, place: string | null): void {
  if (withDescendants(all, id).some((category) => category.id === place))
    throw conflict("A category cannot go into itself or into one below it.");
}

function requireLevels(all: readonly CategoryRow[], id: string, parentId: string | null): void {
  if (!canMoveUnder(all, id, parentId)) throw conflict(TOO_DEEP);
}
