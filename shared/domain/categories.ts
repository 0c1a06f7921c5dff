/** The most levels of a tree of categories. */
export const MOST_CATEGORY_LEVELS = 4;

interface InTree {
  id: string;
  name: string;
  parentId: string | null;
}

/** A category with its path: the names from the top level down to it. */
export type Placed<Category extends InTree> = Category & { path: string[] };

/** Sorts parents before their children, and keeps the given order of siblings. Leaves out categories whose parent is missing. */
export function inTreeOrder<Category extends InTree>(categories: readonly Category[]): Placed<Category>[] {
  const below = (parentId: string | null, above: string[]): Placed<Category>[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .flatMap((category) => {
        const path = [...above, category.name];
        return [{ ...category, path }, ...below(category.id, path)];
      });
  return below(null, []);
}

/** Returns the category and all categories below it. */
export function withDescendants<Category extends InTree>(categories: readonly Category[], id: string): Category[] {
  const own = categories.filter((category) => category.id === id);
  const below = categories.filter(({ parentId }) => parentId === id);
  return [...own, ...below.flatMap((child) => withDescendants(categories, child.id))];
}

/** The number of levels of a category and its descendants. */
export function levelsFrom(categories: readonly InTree[], id: string): number {
  const below = categories.filter(({ parentId }) => parentId === id).map((child) => levelsFrom(categories, child.id));
  return 1 + Math.max(0, ...below);
}

/** The level of a category, from 1; 0 for null, the parent of the top level. */
export function levelOf(categories: readonly InTree[], id: string | null): number {
  const own = categories.find((category) => category.id === id);
  return own ? 1 + levelOf(categories, own.parentId) : 0;
}

/** True if a category and its descendants fit under another one. */
export const fitsUnder = (categories: readonly InTree[], id: string, parentId: string | null): boolean =>
  levelOf(categories, parentId) + levelsFrom(categories, id) <= MOST_CATEGORY_LEVELS;
