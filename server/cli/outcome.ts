import { and, eq, isNull, sql } from "drizzle-orm";
import { statementsOf } from "../../shared/domain/article.ts";
import { articles, conversations, messages, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";

/** What the main job made of a workspace's chat: the line of JSON that `demo --once --json` and `import --json` end with. */
export interface Outcome {
  /** What people wrote and was read, whatever its length. */
  messages: number;
  conversations: number;
  articles: {
    id: string;
    title: string;
    kind: string;
    /** 0 to 1. */
    confidence: number;
    sourceChannel: string;
    /** How many statements it makes, and on how many messages they stand. */
    sentences: number;
    sources: number;
    publishedTo: string[];
  }[];
  seconds: number;
}

export function readOutcome(deps: Pick<Deps, "db">, workspaceId: string, startedAt: number): Promise<Outcome> {
  return inWorkspace(deps.db, workspaceId, async ({ tx }) => {
    const counted = { count: sql<number>`count(*)::int` };
    const [read] = await tx
      .select(counted)
      .from(messages)
      .where(and(eq(messages.workspaceId, workspaceId), isNull(messages.deletedAt)));
    const [found] = await tx.select(counted).from(conversations).where(eq(conversations.workspaceId, workspaceId));
    const rows = await tx
      .select()
      .from(articles)
      .where(eq(articles.workspaceId, workspaceId))
      .orderBy(articles.channelName, articles.id);
    const pages = await tx
      .select({ articleId: publications.articleId, url: publications.url })
      .from(publications)
      .where(and(eq(publications.workspaceId, workspaceId), sql`${publications.publishedVersion} is not null`))
      .orderBy(publications.createdAt, publications.id);
    return {
      messages: read?.count ?? 0,
      conversations: found?.count ?? 0,
      articles: rows.map((row) => {
        const statements = statementsOf(row);
        return {
          id: row.id,
          title: row.title,
          kind: row.contentType,
          confidence: row.confidence,
          sourceChannel: row.channelName,
          sentences: statements.length,
          sources: new Set(statements.flatMap(({ sources }) => sources)).size,
          publishedTo: pages.flatMap(({ articleId, url }) => (articleId === row.id && url ? [url] : [])),
        };
      }),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
  });
}
