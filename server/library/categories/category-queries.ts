import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { sortByTree } from "../../../shared/domain/categories.ts";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import { newId } from "../../db/new-id.ts";
import { articles, categories, savedViews, watches, workspaces } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export interface CategoryRow extends Record<string, unknown> {
  id: string;
  name: string;
  parentId: string | null;
  madeByPerson: boolean;
  /** The number of listed articles in the category that the person may read. */
  articles: number;
}

/**
 * All categories of the workspace, including those whose name the person may not know. Categories with the same parent
 * have their stored sequence.
 */
export async function listAllCategories(scope: ReaderScope): Promise<CategoryRow[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<CategoryRow>(sql`
    select c.id, c.name, c.parent_id as "parentId", c.made_by_person as "madeByPerson", coalesce(used.count, 0) as articles
    from categories c left join (
      select category, count(*)::int from articles
      where ${and(eq(articles.workspaceId, workspaceId), whereArticleListed, whereArticleReadable(scope))} group by category
    ) used on used.category = c.name
    where c.workspace_id = ${workspaceId} order by c.position nulls last, c.name`);
  return rows;
}

/** The names from the top category down to the article's own category. */
export async function findCategoryPath({ workspaceId, tx }: WorkspaceScope, name: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive above as (
      select name, parent_id, 1 as step from categories where workspace_id = ${workspaceId} and name = ${name}
      union
      select c.name, c.parent_id, step + 1 from categories c join above a on c.id = a.parent_id
      where c.workspace_id = ${workspaceId}
    ) select name from above order by step desc`);
  return rows.map((row) => row.name);
}

/** SQL condition: the article is in this category or in one below it. */
export const whereUnderCategory = ({ workspaceId }: WorkspaceScope, name: string): SQL =>
  sql`${articles.category} = any((select category_names_under(${workspaceId}::uuid, ${name}::text))::text[])`;

/** Lists categories with articles, and the categories above them, in the sequence of the tree. */
export async function listCategoriesInUse(scope: ReaderScope): Promise<string[]> {
  const all = await listAllCategories(scope);
  return sortByTree(addAncestors(all, (category) => category.articles > 0)).map(({ name }) => name);
}

/** Returns the categories for which `holds` is true, and all categories above them. */
export function addAncestors(all: readonly CategoryRow[], holds: (category: CategoryRow) => boolean): CategoryRow[] {
  const byId = new Map(all.map((category) => [category.id, category]));
  const kept = new Set<CategoryRow>();
  for (const category of all.filter(holds))
    for (let at: CategoryRow | undefined = category; at; at = at.parentId ? byId.get(at.parentId) : undefined)
      kept.add(at);
  return all.filter((category) => kept.has(category));
}

/** Locks the category tree, so that its changes are made one after the other. */
export async function lockTree({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for("no key update");
}

type CategoryValues = Pick<typeof categories.$inferInsert, "name" | "parentId">;

export async function insertCategory({ tx, workspaceId }: WorkspaceScope, place: CategoryValues): Promise<string> {
  const id = newId();
  await tx.insert(categories).values({ ...place, workspaceId, id, madeByPerson: true });
  return id;
}

export async function updateCategory(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  change: Partial<CategoryValues & { madeByPerson: boolean; position: number }>,
): Promise<void> {
  await tx
    .update(categories)
    .set(change)
    .where(and(eq(categories.workspaceId, workspaceId), eq(categories.id, id)));
}

export async function setParent({ tx, workspaceId }: WorkspaceScope, ids: string[], parentId: string | null) {
  await tx
    .update(categories)
    .set({ parentId, position: null })
    .where(and(eq(categories.workspaceId, workspaceId), inArray(categories.id, ids)));
}

export async function deleteCategory({ tx, workspaceId }: WorkspaceScope, id: string): Promise<void> {
  await tx.delete(categories).where(and(eq(categories.workspaceId, workspaceId), eq(categories.id, id)));
}

/** Moves all articles, including unlisted ones and those that the person may not read. */
export async function moveArticles({ tx, workspaceId }: WorkspaceScope, from: string, to: string): Promise<void> {
  await tx
    .update(articles)
    .set({ category: to })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.category, from)));
}

export async function hasArticles({ tx, workspaceId }: WorkspaceScope, name: string): Promise<boolean> {
  const found = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.category, name)))
    .limit(1);
  return found.length > 0;
}

/** Changes the category's name in watches and saved views, which refer to categories by name. */
export async function renameReferences({ tx, workspaceId }: WorkspaceScope, from: string, to: string): Promise<void> {
  const ofName = and(eq(watches.workspaceId, workspaceId), eq(watches.kind, "category"), eq(watches.target, from));
  await tx.execute(sql`
    insert into watches (workspace_id, user_id, kind, target) select workspace_id, user_id, kind, ${to} from watches
    where ${ofName} on conflict do nothing`);
  await tx.delete(watches).where(ofName);
  await tx
    .update(savedViews)
    .set({ filters: sql`${savedViews.filters} || jsonb_build_object('category', ${to}::text)` })
    .where(and(eq(savedViews.workspaceId, workspaceId), sql`${savedViews.filters} ->> 'category' = ${from}`));
}
