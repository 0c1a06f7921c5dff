/** The most levels of a tree of categories. */
export const MOST_CATEGORY_LEVELS = 4;

interface InTree {
  id: string;
  name: string;
  parentId: string | null;
}

/** A category with its path: the names from the root down to itself. */
export type Placed<Category extends InTree> = Category & { path: string[] };

/** Parents come before their children; siblings keep the given order. A category whose parent is missing is left out. */
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

/** Number of levels that a category and its descendants take. */
export function levelsFrom(categories: readonly InTree[], id: string): number {
  const below = categories.filter(({ parentId }) => parentId === id).map((child) => levelsFrom(categories, child.id));
  return 1 + Math.max(0, ...below);
}

/** The level of a category, from 1; 0 for the place above the roots. */
export function levelOf(categories: readonly InTree[], id: string | null): number {
  const own = categories.find((category) => category.id === id);
  return own ? 1 + levelOf(categories, own.parentId) : 0;
}

/** True when a category with its descendants fits under another one. */
export const fitsUnder = (categories: readonly InTree[], id: string, parentId: string | null): boolean =>
  levelOf(categories, parentId) + levelsFrom(categories, id) <= MOST_CATEGORY_LEVELS;
