import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { ListedPage, WikiList, WikiPage } from "../../connectors/wiki-pages.ts";
import { newId } from "../db/new-id.ts";
import { knowledgeIntegrations, wikiPages, wikiReadings, wikiStatements } from "../db/schema.ts";
import { toStorableText } from "../db/storable-text.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

export type WikiReadingRow = typeof wikiReadings.$inferSelect;
type ReadingChange = Partial<typeof wikiReadings.$inferInsert>;

/** A wiki of more pages is read up to this number. */
export const MOST_PAGES = 50_000;
export const NOW = sql<Date>`now()`;
export const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
/** The readings of all workspaces that have something to do, the longest waiting first. */
export function listDueReadings(
  db: Database,
  most: number,
): Promise<Pick<WikiReadingRow, "workspaceId" | "integrationId">[]> {
  return db
    .select({ workspaceId: wikiReadings.workspaceId, integrationId: wikiReadings.integrationId })
    .from(wikiReadings)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, wikiReadings.workspaceId),
        eq(knowledgeIntegrations.id, wikiReadings.integrationId),
        eq(knowledgeIntegrations.isActive, true),
      ),
    )
    .where(lte(wikiReadings.dueAt, NOW))
    .orderBy(asc(wikiReadings.dueAt))
    .limit(most);
}

const whereReading = ({ workspaceId }: WorkspaceScope, integrationId: string) =>
  and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, integrationId));
const whereOnWiki = ({ workspaceId }: WorkspaceScope, integrationId: string) =>
  and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.integrationId, integrationId));

export async function findReading(scope: WorkspaceScope, integrationId: string): Promise<WikiReadingRow | null> {
  const [row] = await scope.tx.select().from(wikiReadings).where(whereReading(scope, integrationId));
  return row ?? null;
}

/** The reading, locked, if its look is still the one that began at this time; null when somebody changed it. */
export async function lockReading(
  scope: WorkspaceScope,
  { integrationId, lookStartedAt }: Pick<WikiReadingRow, "integrationId" | "lookStartedAt">,
): Promise<WikiReadingRow | null> {
  const [row] = await scope.tx.select().from(wikiReadings).where(whereReading(scope, integrationId)).for("update");
  return row?.lookStartedAt?.getTime() === lookStartedAt?.getTime() ? (row ?? null) : null;
}

export function listReadings({ workspaceId, tx }: WorkspaceScope): Promise<WikiReadingRow[]> {
  return tx.select().from(wikiReadings).where(eq(wikiReadings.workspaceId, workspaceId));
}

export async function saveReading(scope: WorkspaceScope, integrationId: string, change: ReadingChange): Promise<void> {
  await scope.tx
    .insert(wikiReadings)
    .values({ ...change, workspaceId: scope.workspaceId, integrationId })
    .onConflictDoUpdate({ target: [wikiReadings.workspaceId, wikiReadings.integrationId], set: change });
}

export async function updateReading(
  scope: WorkspaceScope,
  integrationId: string,
  change: { [Key in keyof ReadingChange]: ReadingChange[Key] | ReturnType<typeof inSeconds> },
): Promise<void> {
  await scope.tx.update(wikiReadings).set(change).where(whereReading(scope, integrationId));
}

/** Erases everything that was read there. */
export async function deleteReading(scope: WorkspaceScope, integrationId: string): Promise<void> {
  await scope.tx.delete(wikiReadings).where(whereReading(scope, integrationId));
}

export async function deleteAllPages(scope: WorkspaceScope, integrationId: string): Promise<void> {
  await scope.tx.delete(wikiPages).where(whereOnWiki(scope, integrationId));
}

/** The number of pages that the look listed so far. */
export async function countListedPages(scope: WorkspaceScope, integrationId: string, since: Date): Promise<number> {
  return scope.tx.$count(wikiPages, and(whereOnWiki(scope, integrationId), sql`${wikiPages.listedAt} >= ${since}`));
}

export const countPages = (scope: WorkspaceScope, integrationId: string): Promise<number> =>
  scope.tx.$count(wikiPages, whereOnWiki(scope, integrationId));

/**
 * Stores a portion of the platform's list. A page is due when its version is not the one that was read. A restricted page
 * loses its title and words at once, and so does every page below one. Returns the ids of the pages that lost their words or
 * some of their readers now.
 */
export async function storeListedPages(
  scope: WorkspaceScope,
  { integrationId, lookStartedAt }: { integrationId: string; lookStartedAt: Date },
  pages: WikiList["pages"],
): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const values = [...new Map(pages.map((page) => [page.externalId, page])).values()].map((page) => ({
    workspaceId,
    id: newId(),
    integrationId,
    listedAt: lookStartedAt,
    ...listedColumns(page),
  }));
  const narrowed = await listNarrowed(scope, integrationId, values);
  if (values.length > 0)
    await tx
      .insert(wikiPages)
      .values(values)
      .onConflictDoUpdate({
        target: [wikiPages.workspaceId, wikiPages.integrationId, wikiPages.externalId],
        set: {
          title: sql`excluded.title`,
          url: sql`excluded.url`,
          listedVersion: sql`excluded.listed_version`,
          editedAt: sql`excluded.edited_at`,
          editedBy: sql`excluded.edited_by`,
          readers: sql`excluded.readers`,
          above: sql`excluded.above`,
          containers: sql`excluded.containers`,
          listedAt: sql`excluded.listed_at`,
          isDue: sql`excluded.is_due and (${wikiPages.isDue} or ${wikiPages.readVersion} is distinct from excluded.listed_version)`,
        },
      });
  const { rows } = await tx.execute<{ id: string }>(sql`
    with hidden as (
      select p.id from wiki_pages p where p.workspace_id = ${workspaceId} and p.integration_id = ${integrationId}
        and p.read_version is not null and (p.readers = 'restricted' or exists (${selectRestrictedPagesAbove(sql`p`)}))),
    erased as (delete from wiki_statements s using hidden where s.workspace_id = ${workspaceId} and s.page_id = hidden.id)
    update wiki_pages p set read_version = null, terms = '{}', is_due = p.readers <> 'restricted', is_ours = false, trouble = null
    from hidden where p.workspace_id = ${workspaceId} and p.id = hidden.id returning p.id`);
  return [...new Set([...narrowed, ...rows.map(({ id }) => id)])];
}

/** The pages that were for everybody who reads the place, and are for owners and admins alone as they are listed now. */
async function listNarrowed(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  listed: Pick<ListedPage, "externalId" | "readers">[],
): Promise<string[]> {
  const externalIds = listed.flatMap(({ externalId, readers }) => (readers === "unknown" ? [externalId] : []));
  if (externalIds.length === 0) return [];
  const rows = await tx
    .select({ id: wikiPages.id })
    .from(wikiPages)
    .where(
      and(
        eq(wikiPages.workspaceId, workspaceId),
        eq(wikiPages.integrationId, integrationId),
        eq(wikiPages.readers, "place"),
        isNotNull(wikiPages.readVersion),
        inArray(wikiPages.externalId, externalIds),
      ),
    );
  return rows.map(({ id }) => id);
}

const listedColumns = ({ title, url, version, editedAt, editedBy, readers, ...page }: ListedPage) => {
  const isRestricted = readers === "restricted";
  return {
    externalId: page.externalId,
    above: page.above,
    containers: isRestricted ? [] : (page.containers ?? []),
    readers,
    title: isRestricted ? "" : toStorableText(title),
    url: isRestricted ? "" : webAddress(url),
    listedVersion: version,
    editedAt: isRestricted ? null : editedAt,
    editedBy: isRestricted || editedBy === null ? null : toStorableText(editedBy),
    isDue: !isRestricted,
  };
};

/** The address if it opens a page of the web; empty for anything else, such as a script, which no answer may link to. */
const webAddress = (url: string) =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? toStorableText(url) : "";

/** SQL for the restricted pages above page `page`. */
export const selectRestrictedPagesAbove = (
  page: ReturnType<typeof sql>,
) => sql`select from wiki_pages r where r.workspace_id = ${page}.workspace_id and r.integration_id = ${page}.integration_id
    and r.readers = 'restricted' and r.external_id = any(${page}.above)`;

/** Deletes the pages that a finished list of all pages does not hold. */
export async function deleteUnlistedPages(
  scope: WorkspaceScope,
  integrationId: string,
  lookStartedAt: Date,
): Promise<void> {
  await scope.tx
    .delete(wikiPages)
    .where(and(whereOnWiki(scope, integrationId), sql`${wikiPages.listedAt} < ${lookStartedAt}`));
}

export type DuePage = Awaited<ReturnType<typeof listDuePages>>[number];

/** The pages whose words have to be read, except those below a restricted one. Pages whose reading failed come last. */
export async function listDuePages(
  scope: WorkspaceScope,
  integrationId: string,
  { most, but }: { most: number; but?: string[] },
) {
  const untried = await selectDuePages(scope, integrationId, { most, but, hasFailed: false });
  return untried.length > 0 ? untried : selectDuePages(scope, integrationId, { most, but, hasFailed: true });
}

function selectDuePages(
  scope: WorkspaceScope,
  integrationId: string,
  { most, but = [], hasFailed }: { most: number; but?: string[] | undefined; hasFailed: boolean },
) {
  const { id, externalId, listedVersion } = wikiPages;
  return scope.tx
    .select({ id, externalId, listedVersion, row: sql<string>`wiki_pages.xmin::text` })
    .from(wikiPages)
    .where(
      and(
        whereOnWiki(scope, integrationId),
        wikiPages.isDue,
        hasFailed ? isNotNull(wikiPages.trouble) : isNull(wikiPages.trouble),
        notInArray(wikiPages.id, but),
        sql`not exists (${selectRestrictedPagesAbove(sql`wiki_pages`)})`,
      ),
    )
    .orderBy(wikiPages.id)
    .limit(most);
}

/** Due again if its row changed while it was read: the platform may have told of an edit meanwhile. */
const whereDueAgain = ({ row }: DuePage) => sql<boolean>`wiki_pages.xmin::text <> ${row}`;
const wherePage = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.id, id));

export const deletePage = (scope: WorkspaceScope, id: string) => scope.tx.delete(wikiPages).where(wherePage(scope, id));

/** Tells admins why a page is not read yet. */
export async function notePageTrouble(scope: WorkspaceScope, id: string, trouble: string): Promise<void> {
  await scope.tx.update(wikiPages).set({ trouble }).where(wherePage(scope, id));
}

/** The page stays without words until it changes. */
export async function markPageUnreadable(scope: WorkspaceScope, page: DuePage, trouble: string): Promise<void> {
  const { workspaceId, tx } = scope;
  await tx
    .update(wikiPages)
    .set({ trouble, isDue: whereDueAgain(page), readVersion: page.listedVersion, terms: [] })
    .where(wherePage(scope, page.id));
  await tx
    .delete(wikiStatements)
    .where(and(eq(wikiStatements.workspaceId, workspaceId), eq(wikiStatements.pageId, page.id)));
}

/** Replaces the words of a page; does nothing when the page went or was restricted while it was read. */
export async function storePage(
  scope: WorkspaceScope,
  due: DuePage,
  { page, terms }: { page: WikiPage; terms: string[] },
): Promise<void> {
  const { workspaceId, tx } = scope;
  const { id } = due;
  const { title, version, isOurs, isCut, passages } = page;
  const read = { isDue: whereDueAgain(due), isOurs, isCut, readVersion: version, trouble: null, terms };
  const stored = await tx
    .update(wikiPages)
    .set({ ...read, title: toStorableText(title) })
    .where(
      and(
        wherePage(scope, id),
        sql`${wikiPages.readers} <> 'restricted' and not exists (${selectRestrictedPagesAbove(sql`wiki_pages`)})`,
      ),
    )
    .returning({ id: wikiPages.id });
  if (stored.length === 0) return;
  await tx
    .delete(wikiStatements)
    .where(and(eq(wikiStatements.workspaceId, workspaceId), eq(wikiStatements.pageId, id)));
  if (passages.length > 0)
    await tx.execute(sql`
      insert into wiki_statements (workspace_id, page_id, position, headings, form, text, anchor)
      select ${workspaceId}, ${id}, (each.value ->> 'position')::int,
        array(select jsonb_array_elements_text(each.value -> 'headings')), each.value ->> 'form', each.value ->> 'text', each.value ->> 'anchor'
      from jsonb_array_elements(${JSON.stringify(passages.map((passage, position) => ({ ...passage, position })))}::jsonb) each`);
}

export interface WikiFigures {
  /** Pages that people wrote and that may be answered from, and those of them that wait to be read. */
  pages: number;
  waiting: number;
  /** Not edited for a year, as far as the platform tells. */
  old: number;
  restricted: number;
  unreadable: number;
  unreadableBecause: string | null;
  oldestAt: string | null;
  newestAt: string | null;
}

const editOf = (which: "min" | "max") =>
  sql`to_json(${sql.raw(which)}(p.edited_at) filter (where not h.is_hidden and not p.is_ours)) #>> '{}'`;

export async function readFigures({ workspaceId, tx }: WorkspaceScope): Promise<Map<string, WikiFigures>> {
  const { rows } = await tx.execute<Record<string, unknown> & { id: string } & WikiFigures>(sql`
    select p.integration_id as id, ${editOf("min")} as "oldestAt", ${editOf("max")} as "newestAt",
      mode() within group (order by p.trouble) as "unreadableBecause",
      count(*) filter (where not h.is_hidden and not p.is_ours)::int as pages,
      count(*) filter (where not h.is_hidden and p.is_due)::int as waiting,
      count(*) filter (where not h.is_hidden and not p.is_ours and p.edited_at < now() - interval '1 year')::int as old,
      count(*) filter (where h.is_hidden)::int as restricted,
      count(*) filter (where p.trouble is not null)::int as unreadable
    from wiki_pages p
    cross join lateral (select p.readers = 'restricted' or exists (${selectRestrictedPagesAbove(sql`p`)}) as is_hidden) h
    where p.workspace_id = ${workspaceId} group by p.integration_id`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Estimates the bytes from the stored values, without indexes. */
export async function readSize(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
): Promise<{ passages: number; bytes: number }> {
  const { rows } = await tx.execute<{ passages: number; bytes: number }>(sql`
    select coalesce(sum(s.passages), 0)::int as passages, coalesce(sum(pg_column_size(p.*) + s.bytes), 0)::float8 as bytes
    from wiki_pages p
    cross join lateral (select count(*) as passages, coalesce(sum(pg_column_size(s.*)), 0) as bytes from wiki_statements s
      where s.workspace_id = p.workspace_id and s.page_id = p.id) s
    where p.workspace_id = ${workspaceId} and p.integration_id = ${integrationId}`);
  return rows[0] ?? { passages: 0, bytes: 0 };
}
