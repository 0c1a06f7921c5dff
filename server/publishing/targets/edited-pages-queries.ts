import { and, asc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { ListedPage } from "../../../connectors/wiki-pages.ts";
import { knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { PublicationRow } from "../queries.ts";
import { whereOnTarget } from "../target-queries.ts";

const MINUTES_BETWEEN_LISTS = 15;
/**
 * Time ranges overlap by these minutes, because the clocks of the platform and of the database differ and a search
 * index may be late.
 */
const OVERLAP_MINUTES = 10;

const whereChecked = and(
  inArray(publications.state, ["published", "conflict"]),
  sql`${publications.externalId} is not null`,
);
const integrationJoin = and(
  eq(publications.workspaceId, knowledgeIntegrations.workspaceId),
  eq(publications.integrationId, knowledgeIntegrations.id),
);

/** Integrations of all workspaces whose list of changed pages is due, or of which an event named changed pages. */
export function listIntegrationsWithEdits(db: Database): Promise<{ workspaceId: string; id: string }[]> {
  const hasPages = sql`exists (select from publications where ${integrationJoin} and ${whereChecked})`;
  const hasChanged = sql`exists (select from publications where ${integrationJoin} and ${whereChecked} and ${publications.isChanged})`;
  return db
    .select({ workspaceId: knowledgeIntegrations.workspaceId, id: knowledgeIntegrations.id })
    .from(knowledgeIntegrations)
    .where(
      and(
        eq(knowledgeIntegrations.isActive, true),
        isNull(knowledgeIntegrations.trouble),
        or(and(lte(knowledgeIntegrations.editsLookDueAt, sql`now()`), hasPages), hasChanged),
      ),
    )
    .orderBy(asc(knowledgeIntegrations.editsLookDueAt));
}

const whereIntegration = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id));

/**
 * Returns the time since which edits have to be listed, and makes the next list due in a quarter of an hour. Returns
 * null if no list is due. The time depends on when the list was due, so that edits during an outage are found after it.
 */
export async function startListingEdits(scope: WorkspaceScope, id: string): Promise<Date | null> {
  const [before] = await scope.tx
    .select({ dueAt: knowledgeIntegrations.editsLookDueAt, isDue: sql<boolean>`edits_look_due_at <= now()` })
    .from(knowledgeIntegrations)
    .where(whereIntegration(scope, id))
    .for("update");
  if (!before?.isDue) return null;
  await scope.tx
    .update(knowledgeIntegrations)
    .set({ editsLookDueAt: sql`now() + make_interval(mins => ${MINUTES_BETWEEN_LISTS})` })
    .where(whereIntegration(scope, id));
  return new Date(before.dueAt.getTime() - (MINUTES_BETWEEN_LISTS + OVERLAP_MINUTES) * 60_000);
}

const SETTLED_AFTER_MS = 2 * 60_000;

/**
 * False for a recent version that is only a time in minutes: a second edit within the same minute would get the same
 * version.
 */
const isExactVersion = ({ version, editedAt }: ListedPage) =>
  Date.parse(version) !== editedAt?.getTime() || Date.now() > editedAt.getTime() + SETTLED_AFTER_MS;

/**
 * Marks our pages that have a new version in the list. A page is identified by its id, or by its address if the list
 * uses other ids.
 */
export async function markListedPages(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  listed: ListedPage[],
): Promise<{ id: string; editedAt: string | null }[]> {
  if (listed.length === 0) return [];
  const pages = JSON.stringify(
    listed.map((page) => ({
      external_id: page.externalId,
      url: page.url,
      version: page.version,
      edited_at: page.editedAt,
      is_exact: isExactVersion(page),
    })),
  );
  const { rows } = await tx.execute<{ id: string; editedAt: string | null }>(sql`
    update publications p set is_changed = true, list_version = case when listed.is_exact then listed.version end
    from jsonb_to_recordset(${pages}::jsonb) as listed(external_id text, url text, version text, edited_at timestamptz, is_exact boolean)
    where p.workspace_id = ${workspaceId} and p.integration_id = ${integrationId}
      and p.state in ('published', 'conflict') and (p.external_id = listed.external_id or p.url = nullif(listed.url, ''))
      and p.list_version is distinct from listed.version
    returning p.id, date_trunc('milliseconds', least(listed.edited_at, now()))::text as "editedAt"`);
  return rows;
}

export function listChangedPages(
  scope: WorkspaceScope,
  integrationId: string,
  limit: number,
): Promise<PublicationRow[]> {
  return scope.tx
    .select()
    .from(publications)
    .where(and(whereOnTarget(scope, integrationId), whereChecked, publications.isChanged))
    .orderBy(asc(publications.updatedAt))
    .limit(limit);
}

/** Makes the pages with these ids due. Also makes the list due if pages without a known id may have changed. */
export async function requestEditsCheck(
  scope: WorkspaceScope,
  integrationId: string,
  { pageIds, hasOthers }: { pageIds: string[]; hasOthers: boolean },
): Promise<void> {
  if (pageIds.length > 0)
    await scope.tx
      .update(publications)
      .set({ isChanged: true })
      .where(and(whereOnTarget(scope, integrationId), whereChecked, inArray(publications.externalId, pageIds)));
  if (hasOthers)
    await scope.tx
      .update(knowledgeIntegrations)
      .set({ editsLookDueAt: sql`least(edits_look_due_at, now())` })
      .where(whereIntegration(scope, integrationId));
}

/** A page that was looked at or written within this time is not due because somebody opens its article. */
const MINUTES_BETWEEN_LOOKS = 2;

/** Makes the pages of an opened article due, so that a person's edit is noticed while somebody reads the article. */
export async function requestLookAtPages({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<void> {
  await tx
    .update(publications)
    .set({ isChanged: true })
    .where(
      and(
        eq(publications.workspaceId, workspaceId),
        eq(publications.articleId, articleId),
        whereChecked,
        eq(publications.isChanged, false),
        sql`greatest(${publications.sweptAt}, ${publications.updatedAt}) < now() - make_interval(mins => ${MINUTES_BETWEEN_LOOKS})`,
      ),
    );
}
