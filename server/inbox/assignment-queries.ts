import { and, eq, isNull, sql } from "drizzle-orm";
import {
  QUESTION_TABLES,
  whereQuestionOpen,
  whereQuestionPresent,
  whereQuestionReadable,
} from "../db/asked-questions.ts";
import { type ReaderScope, wherePageReadable } from "../db/audience.ts";
import { inboxAssignments, users, wikiPages } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { whereDuplicateDecidable } from "../wiki/comparisons/index.ts";

export interface Assignment {
  /** Null if the assignee has left the workspace. */
  assignee: { id: string; name: string } | null;
  /** A day such as '2026-12-01'. */
  dueOn: string | null;
}

export interface AssignmentState {
  /** Null if neither an assignee nor a day was set. */
  assignment: Assignment | null;
  /** Null if it is not snoozed. */
  snoozedUntil: string | null;
}

/** The assignment and snooze of these items, by id. */
export async function listAssignments(scope: WorkspaceScope, items: string[]): Promise<Map<string, AssignmentState>> {
  if (items.length === 0) return new Map();
  const rows = await selectAssignments(scope, { items });
  return new Map(
    rows.map(({ item, dueOn, id, name, isAssigned, snoozedUntil }) => {
      const assignment = isAssigned ? { assignee: id === null ? null : { id, name }, dueOn } : null;
      return [item, { assignment, snoozedUntil: snoozedUntil && new Date(snoozedUntil).toISOString() }];
    }),
  );
}

const selectAssignments = prepareStatement(({ workspaceId, tx }: WorkspaceScope, { items }: { items: string[] }) =>
  tx
    .select({
      item: inboxAssignments.item,
      dueOn: inboxAssignments.dueOn,
      isAssigned: sql<boolean>`${inboxAssignments.assignee} is not null or ${inboxAssignments.dueOn} is not null`,
      snoozedUntil: sql<
        string | null
      >`case when ${inboxAssignments.snoozedUntil} > now() then ${inboxAssignments.snoozedUntil} end`,
      id: users.id,
      name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
    })
    .from(inboxAssignments)
    .leftJoin(
      users,
      and(
        eq(users.workspaceId, inboxAssignments.workspaceId),
        eq(users.id, inboxAssignments.assignee),
        sql`${users.deletedAt} is null and ${users.deactivatedAt} is null`,
      ),
    )
    .where(and(eq(inboxAssignments.workspaceId, workspaceId), sql`${inboxAssignments.item} = any(${items}::text[])`)),
);

export const addAssignmentState = <Item extends object>(
  item: Item,
  { assignment, snoozedUntil }: Partial<AssignmentState> = {},
) => ({
  ...item,
  ...(assignment && { assignment }),
  ...(snoozedUntil && { snoozedUntil }),
});

/** True for a person who may decide in the inbox and read the item's article, if it has one. */
export async function mayBeAssigned(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string | null,
  assignee: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from users u where u.workspace_id = ${workspaceId} and u.id = ${assignee} and u.deleted_at is null
      and u.deactivated_at is null and u.membership <> 'viewer' and not exists (
        select from article_audiences t where t.workspace_id = ${workspaceId} and t.article_id = ${articleId}
          and t.channel_id = any(unreadable_channels(${workspaceId}::uuid, u.id)))`);
  return rows.length === 1;
}

/** True for a question without an answer that this person may see. */
export async function maySeeQuestion(scope: ReaderScope, groupId: string): Promise<boolean> {
  const { rows } = await scope.tx.execute(sql`
    select from ${QUESTION_TABLES} where q.workspace_id = ${scope.workspaceId} and q.group_id = ${groupId}
      and ${whereQuestionPresent} and ${whereQuestionOpen(scope)} and ${whereQuestionReadable(scope)} limit 1`);
  return rows.length === 1;
}

/** The number of pages of the wiki, duplicates and open questions that were given to the reader. */
export async function countAssignedOtherItems(scope: ReaderScope): Promise<number> {
  const [row] = await selectOtherAssigned(scope);
  return row?.count ?? 0;
}

const selectOtherAssigned = prepareStatement(
  (scope: ReaderScope) => sql<{ count: number }>`
    with given as materialized (select split_part(n.item, '.', 1) as kind, split_part(n.item, '.', 2)::uuid as id
      from inbox_assignments n where n.workspace_id = ${scope.workspaceId} and n.assignee = ${scope.reader}::uuid)
    select ((select count(*) from given join ${wikiPages} on ${wikiPages.workspaceId} = ${scope.workspaceId}
        and ${wikiPages.id} = given.id and ${wikiPages.readVersion} is not null and ${wherePageReadable(scope)}
        where given.kind = 'wiki-page')
      + (select count(*) from given join wiki_duplicates d on d.id = given.id and ${whereDuplicateDecidable(scope)}
        where given.kind = 'wiki-duplicate')
      + (select count(*) from given where given.kind = 'open-question' and exists (select from ${QUESTION_TABLES}
        where q.workspace_id = ${scope.workspaceId} and q.group_id = given.id and ${whereQuestionPresent}
          and ${whereQuestionOpen(scope)} and ${whereQuestionReadable(scope)})))::int as count`,
);

/** Null for both removes the assignment. */
export async function setAssignment(
  { workspaceId, tx }: WorkspaceScope,
  item: string,
  { assignee, dueOn, by }: { assignee: string | null; dueOn: string | null; by: string },
): Promise<void> {
  const isItem = and(eq(inboxAssignments.workspaceId, workspaceId), eq(inboxAssignments.item, item));
  if (assignee === null && dueOn === null) {
    await tx.update(inboxAssignments).set({ assignee, dueOn }).where(isItem);
    await forgetUnused({ workspaceId, tx }, item);
    return;
  }
  await tx
    .insert(inboxAssignments)
    .values({ workspaceId, item, assignee, dueOn, assignedBy: by })
    .onConflictDoUpdate({
      target: [inboxAssignments.workspaceId, inboxAssignments.item],
      set: { assignee, dueOn, assignedBy: by, createdAt: sql`now()` },
    });
}

/** Null returns the item to the inbox. */
export async function setSnooze(
  { workspaceId, tx }: WorkspaceScope,
  item: string,
  { until, by }: { until: Date | null; by: string },
): Promise<void> {
  await tx
    .insert(inboxAssignments)
    .values({ workspaceId, item, snoozedUntil: until, assignedBy: by })
    .onConflictDoUpdate({
      target: [inboxAssignments.workspaceId, inboxAssignments.item],
      set: { snoozedUntil: until },
    });
  if (until === null) await forgetUnused({ workspaceId, tx }, item);
}

/** Deletes the row of an item that is neither assigned nor snoozed. */
async function forgetUnused({ workspaceId, tx }: WorkspaceScope, item: string): Promise<void> {
  await tx
    .delete(inboxAssignments)
    .where(
      and(
        eq(inboxAssignments.workspaceId, workspaceId),
        eq(inboxAssignments.item, item),
        isNull(inboxAssignments.assignee),
        isNull(inboxAssignments.dueOn),
        isNull(inboxAssignments.snoozedUntil),
      ),
    );
}
