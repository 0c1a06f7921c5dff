import { and, eq, sql } from "drizzle-orm";
import { activityLogs, users } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

type Entry = Pick<typeof activityLogs.$inferInsert, "id" | "type" | "message" | "data">;

/** Stores a log entry. Without `channelIds`, its article's channels decide who may read it. */
export async function insertLog(
  { workspaceId, tx }: WorkspaceScope,
  entry: Entry,
  { channelIds, articleId }: { channelIds: string[] | undefined; articleId: unknown },
): Promise<void> {
  const ofArticle =
    typeof articleId === "string"
      ? sql`array(select channel_id from article_audiences where workspace_id = ${workspaceId} and article_id = ${articleId}::uuid)`
      : [];
  await tx.insert(activityLogs).values({ workspaceId, ...entry, channelIds: channelIds ?? ofArticle });
}

/** A person's full name; null if the workspace has no such person. */
export async function findPersonName({ workspaceId, tx }: WorkspaceScope, userId: string): Promise<string | null> {
  const [person] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  return person ? `${person.firstName} ${person.lastName}`.trim() : null;
}
