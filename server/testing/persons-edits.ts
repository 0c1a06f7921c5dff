import { eq } from "drizzle-orm";
import { articleVersions, channelAudiences } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";
import { buildArticle, buildArticleSource, buildChannel } from "./factories.ts";

interface Edits {
  workspaceId: string;
  /** The person who edits. */
  by: string;
  /** One article per edit: a sentence before and after the person's change. */
  edits: (readonly [before: string, after: string])[];
  isPrivate?: boolean;
}

/** Creates articles that a person edited. */
export async function buildPersonsEdits(db: Database, { workspaceId, by, edits, isPrivate = false }: Edits) {
  const { id: channelId } = await buildChannel(db, { workspaceId });
  if (isPrivate)
    await db.update(channelAudiences).set({ isPublic: false }).where(eq(channelAudiences.channelId, channelId));
  for (const [before, after] of edits) {
    const saying = (text: string) => [{ form: "sentence" as const, text, language: null, sources: ["1"] }];
    const { id: articleId, title, engine } = await buildArticle(db, { workspaceId, summary: saying(before) });
    await buildArticleSource(db, { workspaceId, articleId, channelId });
    const content = { title, engine, summary: saying(after), body: [], reason: "A person changed it." };
    await db.insert(articleVersions).values({ workspaceId, articleId, version: 2, madeBy: by, ...content });
  }
}
