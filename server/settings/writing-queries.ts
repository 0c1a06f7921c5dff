import { asc, eq, sql } from "drizzle-orm";
import type { WritingSettings } from "../../shared/contract/writing.ts";
import { newId } from "../db/new-id.ts";
import { glossaryTerms, writingStyles } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

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
