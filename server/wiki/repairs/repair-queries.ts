import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AddedComment, CommentChange } from "../../../connectors/wiki-comment.ts";
import type { PageChange, PlannedRepair } from "../../../connectors/wiki-repair.ts";
import { type ReaderScope, wherePageReadable } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { users, wikiPages, wikiReadings, wikiRepairs, wikiStatements } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { OutboxColumns } from "../../outbox/outbox.ts";

export type RepairRow = typeof wikiRepairs.$inferSelect;

export interface RepairChange extends OutboxColumns {
  state?: RepairRow["state"];
  planned?: PlannedRepair | AddedComment;
  url?: string;
  trouble?: string | null;
  declined?: RepairRow["declined"];
}

const wherePage = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.id, id));

/** A page that this person may read, with the passages of the version that was read. Null for another version. */
export async function findPageToRepair(scope: ReaderScope, { pageId, version }: { pageId: string; version: string }) {
  const { workspaceId, tx } = scope;
  const [page] = await tx
    .select({ title: wikiPages.title, integrationId: wikiPages.integrationId })
    .from(wikiPages)
    .where(and(wherePage(scope, pageId), eq(wikiPages.readVersion, version), wherePageReadable(scope)));
  if (!page) return null;
  const passages = await tx
    .select({
      position: wikiStatements.position,
      headings: wikiStatements.headings,
      form: wikiStatements.form,
      text: wikiStatements.text,
    })
    .from(wikiStatements)
    .where(and(eq(wikiStatements.workspaceId, workspaceId), eq(wikiStatements.pageId, pageId)))
    .orderBy(asc(wikiStatements.position));
  return { ...page, passages };
}

interface NewRepair {
  pageId: string;
  expectedVersion: string | null;
  change: PageChange | CommentChange;
  orderedBy: string;
  asPerson: boolean;
  findingId: string | null;
  undoes: string | null;
}

/** Null while another repair of the page waits. */
export async function insertRepair({ workspaceId, tx }: WorkspaceScope, repair: NewRepair): Promise<string | null> {
  const [row] = await tx
    .insert(wikiRepairs)
    .values({ ...repair, workspaceId, id: newId() })
    .onConflictDoNothing()
    .returning({ id: wikiRepairs.id });
  return row?.id ?? null;
}

/** Whether reviewers have not decided yet about a repair that this finding asked for. */
export async function hasOpenReview({ workspaceId, tx }: WorkspaceScope, findingId: string): Promise<boolean> {
  const isOfFinding = and(eq(wikiRepairs.workspaceId, workspaceId), eq(wikiRepairs.findingId, findingId));
  return (await tx.$count(wikiRepairs, and(isOfFinding, eq(wikiRepairs.state, "in-review")))) > 0;
}

/** A repair of a page that this person may read. */
export async function findRepairRow(scope: ReaderScope, id: string) {
  const [found] = await listRepairs(scope, eq(wikiRepairs.id, id), 1);
  return found ?? null;
}

/** The latest repairs of pages that this person may read, and those that wait for an author or reviewers, newest first. */
export const listLatestRepairs = (scope: ReaderScope, { days, limit }: { days: number; limit: number }) =>
  listRepairs(
    scope,
    sql`(${wikiRepairs.createdAt} > now() - make_interval(days => ${days}) or ${wikiRepairs.state} = 'in-review'
      or ${wikiRepairs.state} = 'declined' and ${wikiRepairs.nextAttemptAt} > now() - make_interval(days => ${days})
      or ${whereWaitingForAuthor(scope)})`,
    limit,
  );

/** SQL condition: another row takes this one back. */
const whereUndone = ({ workspaceId }: WorkspaceScope): SQL<boolean> =>
  sql`exists (select from wiki_repairs u where u.workspace_id = ${workspaceId} and u.undoes = ${wikiRepairs.id}
    and u.state in ('waiting', 'applied', 'in-review'))`;

/**
 * SQL condition: a comment whose words are still on the page or, of an addition, whose page nobody edited since and does not have the
 * proposed words.
 */
const whereWaitingForAuthor = (scope: WorkspaceScope): SQL<boolean> => sql`(
  ${wikiRepairs.change}->>'kind' = 'comment' and ${wikiRepairs.state} = 'applied' and not ${whereUndone(scope)}
  and case ${wikiRepairs.change}->>'about' when 'add' then coalesce(${wikiPages.editedAt} <= ${wikiRepairs.createdAt}, true)
      and not ${wikiRepairs.planned} ? 'isOnPage'
    else exists (select from wiki_statements s where s.workspace_id = ${scope.workspaceId} and s.page_id = ${wikiPages.id}
      and strpos(regexp_replace(s.text, '\\s+', ' ', 'g'), ${wikiRepairs.change}->'at'->>'text') > 0) end)`;

const listRepairs = (scope: ReaderScope, which: SQL, limit: number) => {
  const { workspaceId, tx } = scope;
  return tx
    .select({
      repair: wikiRepairs,
      pageTitle: wikiPages.title,
      pageUrl: wikiPages.url,
      integrationId: wikiPages.integrationId,
      undone: whereUndone(scope),
      waits: whereWaitingForAuthor(scope),
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(wikiRepairs)
    .innerJoin(wikiPages, and(eq(wikiPages.workspaceId, wikiRepairs.workspaceId), eq(wikiPages.id, wikiRepairs.pageId)))
    .leftJoin(users, and(eq(users.workspaceId, workspaceId), eq(users.id, wikiRepairs.orderedBy)))
    .where(and(eq(wikiRepairs.workspaceId, workspaceId), which, wherePageReadable(scope)))
    .orderBy(desc(wikiRepairs.createdAt), desc(wikiRepairs.id))
    .limit(limit);
};

/** Claims, over all workspaces, the repair that is due longest, to make it or to look its review up. */
export async function claimRepair(db: Database, leaseSeconds: number): Promise<RepairRow | null> {
  const due = sql`(${wikiRepairs.workspaceId}, ${wikiRepairs.id}) = (
    select workspace_id, id from wiki_repairs where state in ('waiting', 'in-review') and next_attempt_at <= now()
    order by next_attempt_at limit 1 for update skip locked)`;
  const [row] = await db
    .update(wikiRepairs)
    .set({
      attempts: sql`${wikiRepairs.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(due)
    .returning();
  return row ?? null;
}

/** Returns false, and writes nothing, when another worker has claimed the row meanwhile. */
export async function writeRepair(
  { workspaceId, tx }: WorkspaceScope,
  { id, attempts, state }: RepairRow,
  change: RepairChange,
): Promise<boolean> {
  const rows = await tx
    .update(wikiRepairs)
    .set(change)
    .where(
      and(
        eq(wikiRepairs.workspaceId, workspaceId),
        eq(wikiRepairs.id, id),
        eq(wikiRepairs.attempts, attempts),
        eq(wikiRepairs.state, state),
      ),
    )
    .returning({ id: wikiRepairs.id });
  return rows.length === 1;
}

/** The page of a repair as the person who ordered it may still read it, with that person's name. */
export async function findPageForRequester(scope: ReaderScope, { pageId, orderedBy }: RepairRow) {
  const { workspaceId, tx } = scope;
  const [found] = await tx
    .select({
      externalId: wikiPages.externalId,
      integrationId: wikiPages.integrationId,
      title: wikiPages.title,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(wikiPages)
    .innerJoin(users, and(eq(users.workspaceId, workspaceId), eq(users.id, sql`${orderedBy}::uuid`)))
    .where(and(wherePage(scope, pageId), wherePageReadable(scope)));
  return found ?? null;
}

/** The page of a repair in review, of which the person who ordered it may be gone. */
export async function findReviewedPage(scope: WorkspaceScope, { pageId }: RepairRow) {
  const columns = { integrationId: wikiPages.integrationId };
  const [found] = await scope.tx.select(columns).from(wikiPages).where(wherePage(scope, pageId));
  return found ?? null;
}

/** Has the page read again at once. */
export async function requestPageReading(scope: WorkspaceScope, pageId: string): Promise<void> {
  const { workspaceId, tx } = scope;
  const [page] = await tx
    .update(wikiPages)
    .set({ isDue: true })
    .where(wherePage(scope, pageId))
    .returning({ integrationId: wikiPages.integrationId });
  if (page)
    await tx
      .update(wikiReadings)
      .set({ dueAt: sql`now()` })
      .where(and(eq(wikiReadings.workspaceId, workspaceId), eq(wikiReadings.integrationId, page.integrationId)));
}
