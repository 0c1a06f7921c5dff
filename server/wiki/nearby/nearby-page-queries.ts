import { type SQL, sql } from "drizzle-orm";
import type { PagePassage } from "../../../connectors/wiki-pages.ts";
import { type ReaderScope, wherePageReadable } from "../../db/audience.ts";
import { knowledgeIntegrations, wikiPages, wikiReadings, wikiStatements } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Few titles suffice to show a model the language and the wording. */
const MOST_TITLES = 12;
const MOST_TITLE_CHARACTERS = 80;

export interface PassageRow extends Pick<PagePassage, "headings" | "form" | "text"> {
  position: number;
}

export interface PageRow {
  id: string;
  version: string;
  title: string;
  editedAt: Date | null;
  /** Everybody of the workspace may read it. */
  isForEverybody: boolean;
  /** The different terms of its title and words. */
  terms: string[];
}

/** The integrations whose pages are read and shown, whoever may read them. */
const readWikis = ({ workspaceId }: WorkspaceScope): SQL => sql`array(select r.integration_id from ${wikiReadings} r
  join ${knowledgeIntegrations} k on k.workspace_id = r.workspace_id and k.id = r.integration_id and k.is_active
  where r.workspace_id = ${workspaceId} and r.listed_at is not null and not r.is_refused)`;

/** Titles of some pages that everybody may read, the same ones until pages come or go. */
export async function listPageTitles(scope: WorkspaceScope): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const everybody: ReaderScope = { ...scope, reader: null };
  const { rows } = await tx.execute<{ title: string }>(sql`
    select left(${wikiPages.title}, ${MOST_TITLE_CHARACTERS}) as title from ${wikiPages}
    where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.readVersion} is not null
      and not ${wikiPages.isOurs} and ${wherePageReadable(everybody)} order by ${wikiPages.id} limit ${MOST_TITLES}`);
  return rows.map(({ title }) => title);
}

/** In how many pages each term is, and how many pages there are. */
export async function countPagesWith(scope: WorkspaceScope, terms: string[]) {
  const { rows } = await scope.tx.execute<{ term: string; pages: number; all: number }>(sql`
    select c.term, c.pages, c.all_pages as "all" from wiki_term_counts(${readWikis(scope)}, ${sql.param(terms)}::text[]) c
    where c.pages > 0`);
  return rows;
}

/** The pages with the heaviest of these terms, whoever may read them: nothing of them is shown, they are only compared. */
export async function listPagesWith(
  scope: WorkspaceScope,
  terms: { term: string; weight: number }[],
  most: number,
): Promise<PageRow[]> {
  const { workspaceId, tx } = scope;
  const everybody: ReaderScope = { ...scope, reader: null };
  const names = terms.map(({ term }) => term);
  const weights = terms.map(({ weight }) => weight);
  const { rows } = await tx.execute<Record<string, unknown> & PageRow>(sql`
    select ${wikiPages.id} as id, ${wikiPages.readVersion} as version, ${wikiPages.title} as title, ${wikiPages.editedAt} as "editedAt",
      ${wherePageReadable(everybody)} as "isForEverybody", ${wikiPages.terms} as terms
    from ${wikiPages} where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.readVersion} is not null
      and not ${wikiPages.isOurs} and ${wikiPages.readers} <> 'restricted'
      and ${wikiPages.id} in (select matching_pages(${readWikis(scope)}, ${sql.param(names)}::text[], ${sql.param(weights)}::real[], ${most}))
    order by ${wikiPages.id}`);
  return rows.map((row) => ({ ...row, editedAt: row.editedAt && new Date(row.editedAt) }));
}

export async function listPassagesOf({ workspaceId, tx }: WorkspaceScope, pageIds: string[]) {
  if (pageIds.length === 0) return new Map<string, PassageRow[]>();
  const { rows } = await tx.execute<Record<string, unknown> & PassageRow & { pageId: string }>(sql`
    select page_id as "pageId", position, headings, form, text from ${wikiStatements}
    where workspace_id = ${workspaceId} and page_id = any(${sql.param(pageIds)}::uuid[]) order by page_id, position`);
  return Map.groupBy(rows, ({ pageId }) => pageId);
}

/**
 * The pages of this wiki that everybody may read, with the containers in which an article can be put. A container that is itself a page is left
 * out if it was not read, is one of ours, or is read by fewer people; the folder of a category is left out, because categories have their
 * own rule.
 */
export async function listContainersOf(scope: WorkspaceScope, integrationId: string, pageIds: string[]) {
  const { workspaceId, tx } = scope;
  const everybody: ReaderScope = { ...scope, reader: null };
  const { rows } = await tx.execute<{ id: string; containers: string[] }>(sql`
    select ${wikiPages.id} as id, array(select c.id from unnest(${wikiPages.containers}) c (id)
      where not exists (select from category_pages g where g.workspace_id = ${workspaceId} and g.external_id = c.id)
      and (c.id <> all(${wikiPages.above}) or exists (select from wiki_pages p where p.workspace_id = ${workspaceId}
        and p.integration_id = ${integrationId} and p.external_id = c.id and p.readers = 'place' and not p.is_ours
        and not exists (select from wiki_pages r where r.workspace_id = ${workspaceId} and r.integration_id = ${integrationId}
          and r.readers = 'restricted' and r.external_id = any(p.above))))) as containers
    from ${wikiPages} where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.integrationId} = ${integrationId}
      and ${wikiPages.id} = any(${sql.param(pageIds)}::uuid[]) and ${wherePageReadable(everybody)}`);
  return new Map(rows.map(({ id, containers }) => [id, containers]));
}

/** The containers of all pages of this wiki: an article may have been put into any of them. */
export async function listContainers({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct unnest(containers) as id from wiki_pages
    where workspace_id = ${workspaceId} and integration_id = ${integrationId}`);
  return new Set(rows.map(({ id }) => id));
}
