import { and, eq, type SQL, sql } from "drizzle-orm";
import { listStatements } from "../../../shared/domain/article.ts";
import { articles, categories, categoryPages, knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export type CategoryPageRow = typeof categoryPages.$inferSelect;

/** An article's page, which can be moved. */
export interface PlacedPage extends Record<string, unknown> {
  publicationId: string;
  articleId: string;
  externalId: string;
  /**
   * `placedIn`: the category under whose page the product placed the page. `wanted`: the category under whose page it
   * should be. Null for the top level.
   */
  placedIn: string | null;
  wanted: string | null;
  /** The platform's id of people's page, section or database in which the page is placed. */
  beside: string | null;
  isDue: boolean;
}

/**
 * SQL: the category of `p`, a publication of article `a` in category `c`. A held page has no category, because the
 * category's name would reveal something about the article.
 */
const WANTED_CATEGORY = sql`case when a.state = 'stands' and p.state <> 'held' then c.id end`;
/** SQL condition: neither page `w` nor a page above it is restricted. */
const whereForEverybody = (w: SQL): SQL => sql`${w}.readers = 'place' and not exists (select from wiki_pages r
  where r.workspace_id = ${w}.workspace_id and r.integration_id = ${w}.integration_id and r.readers = 'restricted'
    and r.external_id = any(${w}.above))`;
const PAGES = sql`publications p
  join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id and a.state not in ('trashed', 'merged')
  join categories c on c.workspace_id = a.workspace_id and c.name = a.category`;
const whereMovable = sql`p.external_id is not null and p.state in ('published', 'queued', 'parked', 'conflict', 'held')`;

/**
 * SQL condition: the page of people above `p` was removed, is no longer among the pages that we read, or has fewer
 * readers now; or no page that everybody may read is in people's section or database any more, whose name an article would show. False
 * while the list of read pages is incomplete. A container that is a page is in `above`, too.
 */
const LEFT_PEOPLES_PLACE = sql`(p.beside is not null and exists (select from wiki_readings r where r.workspace_id = p.workspace_id
    and r.integration_id = p.integration_id and r.listed_at is not null and not r.is_refused)
  and not exists (select from wiki_pages w where w.workspace_id = p.workspace_id and w.integration_id = p.integration_id
    and w.external_id = p.beside and ${whereForEverybody(sql`w`)})
  and not exists (select from wiki_pages w where w.workspace_id = p.workspace_id and w.integration_id = p.integration_id
    and w.containers[1] = p.beside and p.beside <> all(w.above) and not w.is_ours and ${whereForEverybody(sql`w`)}))`;
const wherePlacementDue = sql`(p.placed_in is distinct from ${WANTED_CATEGORY} or ${LEFT_PEOPLES_PLACE})`;

/** SQL condition: no article's page is placed under the page of category `g`. */
const whereCategoryPageEmpty = sql`not exists (select from publications p where p.workspace_id = g.workspace_id
    and p.integration_id = g.integration_id and p.placed_in = g.category_id and p.external_id is not null)
  and not exists (select from category_pages b where b.workspace_id = g.workspace_id
    and b.integration_id = g.integration_id and b.placed_in = g.category_id)`;

/** Lists targets of all workspaces whose pages differ from the category tree. */
export async function listTargetsToArrange(db: Database): Promise<{ workspaceId: string; id: string }[]> {
  const { rows } = await db.execute<{ workspaceId: string; id: string }>(sql`
    select k.workspace_id as "workspaceId", k.id from knowledge_integrations k
    where k.is_active and k.is_arranged and k.trouble is null and coalesce(k.arrange_at, now()) <= now() and (
      exists (select from ${PAGES} where p.workspace_id = k.workspace_id and p.integration_id = k.id
        and ${whereMovable} and ${wherePlacementDue})
      or exists (select from category_pages g
        left join categories c on c.workspace_id = g.workspace_id and c.id = g.category_id
        where g.workspace_id = k.workspace_id and g.integration_id = k.id and (${whereCategoryPageEmpty}
          or (not g.is_removed and c.id is not null
            and (g.name is distinct from c.name or g.placed_in is distinct from c.parent_id)))))`);
  return rows;
}

export async function listPlacedPages({ workspaceId, tx }: WorkspaceScope, integrationId: string) {
  const { rows } = await tx.execute<PlacedPage>(sql`
    select p.id as "publicationId", p.article_id as "articleId", p.external_id as "externalId", p.placed_in as "placedIn", ${WANTED_CATEGORY} as wanted,
      p.beside, ${wherePlacementDue} as "isDue"
    from ${PAGES}
    where p.workspace_id = ${workspaceId} and p.integration_id = ${integrationId} and ${whereMovable}
    order by p.id`);
  return rows;
}

/** Returns the article's text, by which similar pages are found. */
export async function readArticleText({ workspaceId, tx }: WorkspaceScope, articleId: string) {
  const [row] = await tx
    .select({ title: articles.title, summary: articles.summary, body: articles.body })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
  return {
    title: row?.title ?? "",
    text: row
      ? listStatements(row)
          .map(({ text }) => text)
          .join("\n")
      : "",
  };
}

export function listTree({ workspaceId, tx }: WorkspaceScope) {
  return tx
    .select({ id: categories.id, name: categories.name, parentId: categories.parentId })
    .from(categories)
    .where(eq(categories.workspaceId, workspaceId))
    .orderBy(sql`${categories.position} nulls last`, categories.name);
}

const whereOnIntegration = ({ workspaceId }: WorkspaceScope, integrationId: string) =>
  and(eq(categoryPages.workspaceId, workspaceId), eq(categoryPages.integrationId, integrationId));

export function listCategoryPages(scope: WorkspaceScope, integrationId: string): Promise<CategoryPageRow[]> {
  return scope.tx.select().from(categoryPages).where(whereOnIntegration(scope, integrationId));
}

/** Lists the platform's ids of all category pages. */
export async function listCategoryPageIds(scope: WorkspaceScope, integrationId: string): Promise<string[]> {
  return (await listCategoryPages(scope, integrationId)).flatMap(({ externalId }) => externalId ?? []);
}

/** Returns the category page's row and inserts it if necessary. */
export async function ensureCategoryPage(
  scope: WorkspaceScope,
  page: Pick<CategoryPageRow, "id" | "integrationId" | "categoryId" | "marker">,
): Promise<CategoryPageRow> {
  const { workspaceId, tx } = scope;
  await tx
    .insert(categoryPages)
    .values({ ...page, workspaceId })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(categoryPages)
    .where(and(whereOnIntegration(scope, page.integrationId), eq(categoryPages.categoryId, page.categoryId)));
  if (!row) throw new Error("The row of a category's page was just made");
  return row;
}

export async function changeCategoryPage(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  change: Partial<Omit<CategoryPageRow, "workspaceId" | "id">>,
): Promise<void> {
  await tx
    .update(categoryPages)
    .set(change)
    .where(and(eq(categoryPages.workspaceId, workspaceId), eq(categoryPages.id, id)));
}

export async function forgetCategoryPage({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx.delete(categoryPages).where(and(eq(categoryPages.workspaceId, workspaceId), eq(categoryPages.id, id)));
}

export async function listEmptyPages({ workspaceId, tx }: WorkspaceScope, integrationId: string) {
  const { rows } = await tx.execute<{ id: string; externalId: string | null; name: string | null; marker: string }>(sql`
    select g.id, g.external_id as "externalId", g.name, g.marker from category_pages g
    where g.workspace_id = ${workspaceId} and g.integration_id = ${integrationId} and ${whereCategoryPageEmpty}`);
  return rows;
}

/** Stores the new parent; stores nothing if the publication has another page by now. */
export async function storePlacement(
  { workspaceId, tx }: WorkspaceScope,
  { publicationId, externalId, wanted }: PlacedPage,
  beside: string | null,
): Promise<void> {
  await tx
    .update(publications)
    .set({ placedIn: wanted, beside })
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.id, publicationId),
        eq(publications.externalId, externalId),
      ),
    );
}

/** Stores the result of arranging. After trouble, the target is arranged again in this many seconds. */
export async function storeArrangeResult(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  end: { trouble: string; againInSeconds: number } | null,
): Promise<void> {
  await tx
    .update(knowledgeIntegrations)
    .set({
      arrangeTrouble: end?.trouble ?? null,
      arrangeAt: end ? sql`now() + make_interval(secs => ${end.againInSeconds})` : null,
    })
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)));
}
