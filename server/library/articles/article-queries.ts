import { and, eq } from "drizzle-orm";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { textOf } from "../retract/content-text.ts";
import type { ArticleRow } from "./queries.ts";

/** What an article says from now on; its version is stored beside it. */
export async function saveContent(
  { workspaceId, tx }: WorkspaceScope,
  id: string,
  { summary, body, version }: { summary: Statement[]; body: Section[]; version: number },
): Promise<void> {
  await tx
    .update(articles)
    .set({ summary, body, ...textOf({ summary, body }), version, updatedAt: new Date() })
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, id)));
}

export async function lockArticleRow({ workspaceId, tx }: WorkspaceScope, id: string): Promise<ArticleRow | null> {
  const [row] = await tx
    .select()
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, id)))
    .for("update");
  return row ?? null;
}
