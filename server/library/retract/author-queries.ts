import { and, eq, inArray, or, sql } from "drizzle-orm";
import { channels, erasedAuthors, messages, threadQuestions } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { ERASED_AUTHOR, hashErasedPerson } from "../../ingest/messages/index.ts";

interface Author {
  id: string;
  name: string;
  platform: (typeof channels.$inferSelect)["platform"];
}

export interface ChangedMessage {
  channelId: string;
  id: string;
}

/** Lists the chat accounts with this id or this name. */
export function listAuthors({ workspaceId, tx }: WorkspaceScope, wanted: string): Promise<Author[]> {
  return tx
    .selectDistinct({ id: messages.authorId, name: messages.authorName, platform: channels.platform })
    .from(messages)
    .innerJoin(channels, and(eq(channels.workspaceId, messages.workspaceId), eq(channels.id, messages.channelId)))
    .where(
      and(eq(messages.workspaceId, workspaceId), or(eq(messages.authorId, wanted), eq(messages.authorName, wanted))),
    );
}

/** Stores hashes of the people whose messages must not be stored again. Nobody can read a name from a hash. */
export async function recordErasedPeople({ workspaceId, tx }: WorkspaceScope, people: Author[]): Promise<void> {
  const hashes = people.flatMap(({ id, name, platform }) =>
    [...new Set([id, name])].map((known) => ({
      workspaceId,
      platform,
      authorHash: hashErasedPerson(workspaceId, known),
    })),
  );
  await tx.insert(erasedAuthors).values(hashes).onConflictDoNothing();
}

export async function eraseMessagesBy({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<ChangedMessage[]> {
  return tx
    .update(messages)
    .set({ text: "", textHash: null, deletedAt: sql`coalesce(${messages.deletedAt}, now())` })
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.authorId, ids)))
    .returning({ channelId: messages.channelId, id: messages.externalId });
}

/** Removes the author from the messages. */
export async function removeAuthors({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<void> {
  await tx
    .update(messages)
    .set({ authorId: "", authorName: ERASED_AUTHOR })
    .where(and(eq(messages.workspaceId, workspaceId), inArray(messages.authorId, ids)));
}

/**
 * Removes the person from the people who are asked questions in threads. Questions that were not asked yet are deleted.
 */
export async function removePeopleFromQuestions({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<void> {
  await tx
    .update(threadQuestions)
    .set({
      askedOf: "",
      state: sql`case when ${threadQuestions.state} = 'to-ask' then 'over' else ${threadQuestions.state} end`,
    })
    .where(and(eq(threadQuestions.workspaceId, workspaceId), inArray(threadQuestions.askedOf, ids)));
}
