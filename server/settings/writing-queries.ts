import { asc, eq, sql } from "drizzle-orm";
import type { WritingSettings } from "../../shared/contract/writing.ts";
import type { Section, Statement } from "../../shared/domain/article.ts";
import { newId } from "../db/new-id.ts";
import { glossaryTerms, writingStyles } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { ArticleBeforeAndAfter } from "./suggest-style.ts";

export async function readWritingSettings({ workspaceId, tx }: WorkspaceScope): Promise<WritingSettings> {
  const [row] = await tx.select().from(writingStyles).where(eq(writingStyles.workspaceId, workspaceId));
  const { term, meaning, neverSay } = glossaryTerms;
  const glossary = await tx
    .select({ term, meaning, neverSay })
    .from(glossaryTerms)
    .where(eq(glossaryTerms.workspaceId, workspaceId))
    .orderBy(asc(term));
  return { style: row?.style ?? null, language: row?.language ?? null, glossary };
}

const MOST_EDITS = 300;

/** Lists people's edits of articles without private sources, because everybody may read the writing style. */
export async function listPersonsEdits({ workspaceId, tx }: WorkspaceScope): Promise<ArticleBeforeAndAfter[]> {
  const { rows } = await tx.execute<{
    articleId: string;
    summaryBefore: Statement[];
    bodyBefore: Section[];
    summary: Statement[];
    body: Section[];
  }>(sql`
    select v.article_id as "articleId", p.summary as "summaryBefore", p.body as "bodyBefore", v.summary, v.body
    from article_versions v join article_versions p
      on p.workspace_id = v.workspace_id and p.article_id = v.article_id and p.version = v.version - 1
    where v.workspace_id = ${workspaceId} and v.made_by is not null
      and not exists (select from article_audiences t join channel_audiences c
        on c.workspace_id = t.workspace_id and c.channel_id = t.channel_id and not c.is_public
        where t.workspace_id = v.workspace_id and t.article_id = v.article_id)
    order by v.created_at desc limit ${MOST_EDITS}`);
  return rows.map(({ articleId, summaryBefore, bodyBefore, summary, body }) => ({
    articleId,
    before: { summary: summaryBefore, body: bodyBefore },
    after: { summary, body },
  }));
}

export async function listDismissed({ workspaceId, tx }: WorkspaceScope): Promise<string[]> {
  const { dismissed } = writingStyles;
  const [row] = await tx.select({ dismissed }).from(writingStyles).where(eq(writingStyles.workspaceId, workspaceId));
  return row?.dismissed ?? [];
}

export async function dismissSuggestion({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx
    .insert(writingStyles)
    .values({ workspaceId, dismissed: [id] })
    .onConflictDoUpdate({
      target: writingStyles.workspaceId,
      set: { dismissed: sql`array_append(array_remove(${writingStyles.dismissed}, ${id}), ${id})` },
    });
}

export async function saveWritingSettings(
  { workspaceId, tx }: WorkspaceScope,
  { style, language, glossary }: WritingSettings,
): Promise<void> {
  const saved = { style, language, updatedAt: sql`now()` };
  await tx
    .insert(writingStyles)
    .values({ workspaceId, ...saved })
    .onConflictDoUpdate({ target: writingStyles.workspaceId, set: saved });
  await tx.delete(glossaryTerms).where(eq(glossaryTerms.workspaceId, workspaceId));
  if (glossary.length > 0)
    await tx.insert(glossaryTerms).values(glossary.map((term) => ({ workspaceId, id: newId(), ...term })));
}
