/** The most levels of a tree of categories. */
export const MOST_CATEGORY_LEVELS = 4;

interface TreeNode {
  id: string;
  name: string;
  parentId: string | null;
}

/** A category with its path: the names from the top level down to the category. */
export type CategoryWithPath<Category extends TreeNode> = Category & { path: string[] };

/**
 * Sorts categories so that each comes directly after its parent. Categories with the same parent keep their given
 * sequence. Leaves out categories whose parent is missing.
 */
export function sortByTree<Category extends TreeNode>(categories: readonly Category[]): CategoryWithPath<Category>[] {
  const below = (parentId: string | null, above: string[]): CategoryWithPath<Category>[] =>
    categories
      .filter((category) => category.parentId === parentId)
      .flatMap((category) => {
        const path = [...above, category.name];
        return [{ ...category, path }, ...below(category.id, path)];
      });
  return below(null, []);
}

/** Returns the category and all categories below it. */
export function withDescendants<Category extends TreeNode>(categories: readonly Category[], id: string): Category[] {
  const own = categories.filter((category) => category.id === id);
  const below = categories.filter(({ parentId }) => parentId === id);
  return [...own, ...below.flatMap((child) => withDescendants(categories, child.id))];
}

/** The number of levels of a category and its descendants. */
export function countLevels(categories: readonly TreeNode[], id: string): number {
  const below = categories.filter(({ parentId }) => parentId === id).map((child) => countLevels(categories, child.id));
  return 1 + Math.max(0, ...below);
}

/** The level of a category, from 1; 0 for null, the parent of the top level. */
export function getLevel(categories: readonly TreeNode[], id: string | null): number {
  const own = categories.find((category) => category.id === id);
  return own ? 1 + getLevel(categories, own.parentId) : 0;
}

/** True if a category and its descendants fit under the other category. */
export const canMoveUnder = (categories: readonly TreeNode[], id: string, parentId: string | null): boolean =>
  getLevel(categories, parentId) + countLevels(categories, id) <= MOST_CATEGORY_LEVELS;
