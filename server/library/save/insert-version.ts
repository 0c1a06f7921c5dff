import { type articles, articleVersions } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

type VersionOf = Pick<
  typeof articles.$inferSelect,
  | "version"
  | "title"
  | "summary"
  | "body"
  | "engine"
  | "contentType"
  | "category"
  | "difficulty"
  | "priority"
  | "tags"
  | "hand"
>;

/** What the article says by now, kept as its version; `by`: the person who made it so. */
export async function insertVersion(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  article: VersionOf,
  { reason, by = null }: { reason: string; by?: string | null },
): Promise<void> {
  const { version, title, summary, body, engine, ...labels } = article;
  const { contentType, category, difficulty, priority, tags, hand } = labels;
  await tx.insert(articleVersions).values({
    workspaceId,
    articleId,
    version,
    title,
    summary,
    body,
    reason,
    engine,
    madeBy: by,
    labels: { contentType, category, difficulty, priority, tags, hand },
  });
}
