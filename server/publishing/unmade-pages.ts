import { and, eq, sql } from "drizzle-orm";
import { publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** Wishes for pages that nobody has begun to make go; true when no page of the article exists or may exist. */
export async function dropUnmadePages({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<boolean> {
  const ofArticle = and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
  const isUnmade = sql`${publications.publishedVersion} is null and ${publications.externalId} is null
    and ${publications.intentAt} is null`;
  const dropped = await tx.delete(publications).where(and(ofArticle, isUnmade)).returning({ id: publications.id });
  return dropped.length > 0 && (await tx.$count(publications, ofArticle)) === 0;
}
