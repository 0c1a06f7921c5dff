import { and, count, eq, inArray, isNull } from "drizzle-orm";
import { articleReports } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export type ReportRow = typeof articleReports.$inferSelect;

const whereOpenReportOf = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(
    eq(articleReports.workspaceId, workspaceId),
    eq(articleReports.articleId, articleId),
    isNull(articleReports.closedAt),
  );

export async function countOpenReports(scope: WorkspaceScope, articleId: string): Promise<number> {
  const [open] = await scope.tx
    .select({ count: count() })
    .from(articleReports)
    .where(whereOpenReportOf(scope, articleId));
  return open?.count ?? 0;
}

export async function isReportOpen(scope: WorkspaceScope, articleId: string, text: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: articleReports.id })
    .from(articleReports)
    .where(and(whereOpenReportOf(scope, articleId), eq(articleReports.text, text)))
    .limit(1);
  return found.length > 0;
}

export async function insertReport(
  { workspaceId, tx }: WorkspaceScope,
  row: Omit<typeof articleReports.$inferInsert, "workspaceId">,
): Promise<void> {
  await tx.insert(articleReports).values({ ...row, workspaceId });
}

/** Returns false if none was open. */
export async function deleteOpenReports({ workspaceId, tx }: WorkspaceScope, answerId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(articleReports)
    .where(
      and(
        eq(articleReports.workspaceId, workspaceId),
        eq(articleReports.answerId, answerId),
        isNull(articleReports.closedAt),
      ),
    );
  return rowCount !== 0;
}

export async function listReportsById({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<ReportRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(articleReports)
    .where(and(eq(articleReports.workspaceId, workspaceId), inArray(articleReports.id, ids)));
}

/** Closes it after a person's decision; null reopens it. */
export async function closeReport(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  closedAt: Date | null,
): Promise<void> {
  await tx
    .update(articleReports)
    .set({ closedAt })
    .where(and(eq(articleReports.workspaceId, workspaceId), eq(articleReports.id, id)));
}
