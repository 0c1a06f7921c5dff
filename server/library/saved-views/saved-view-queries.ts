import { and, eq, sql } from "drizzle-orm";
import type { SavedView } from "../../../shared/contract/saved-views.ts";
import { MOST_SAVED_VIEWS } from "../../../shared/domain/saved-views.ts";
import type { PersonScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { savedViews, users } from "../../db/schema.ts";
import { conflict, notFound } from "../../errors.ts";

const { id, name, filters, look } = savedViews;
const VIEW = { id, name, filters, look };

const whereOfReader = ({ workspaceId, reader }: PersonScope) =>
  and(eq(savedViews.workspaceId, workspaceId), eq(savedViews.userId, reader));

export function listSavedViews(scope: PersonScope): Promise<SavedView[]> {
  return scope.tx.select(VIEW).from(savedViews).where(whereOfReader(scope)).orderBy(sql`lower(${name})`);
}

export async function saveView(scope: PersonScope, view: Omit<SavedView, "id">): Promise<SavedView> {
  const { tx, workspaceId, reader } = scope;
  await lockReader(scope);
  const known = await listSavedViews(scope);
  if (known.length >= MOST_SAVED_VIEWS)
    throw conflict(`You have ${MOST_SAVED_VIEWS} saved views, and no more are kept. Remove one first.`);
  requireNewName(known, view.name);
  const [saved] = await tx
    .insert(savedViews)
    .values({ ...view, workspaceId, id: newId(), userId: reader })
    .returning(VIEW);
  if (!saved) throw new Error("A saved view was not stored.");
  return saved;
}

export async function renameView(scope: PersonScope, viewId: string, newName: string): Promise<SavedView> {
  await lockReader(scope);
  const others = (await listSavedViews(scope)).filter((view) => view.id !== viewId);
  requireNewName(others, newName);
  const [renamed] = await scope.tx
    .update(savedViews)
    .set({ name: newName })
    .where(and(whereOfReader(scope), eq(id, viewId)))
    .returning(VIEW);
  if (!renamed) throw notFound("saved view");
  return renamed;
}

export async function removeView(scope: PersonScope, viewId: string): Promise<void> {
  const removed = await scope.tx
    .delete(savedViews)
    .where(and(whereOfReader(scope), eq(id, viewId)))
    .returning({ id });
  if (removed.length === 0) throw notFound("saved view");
}

/**
 * Makes one person's views be saved one after the other, because their number is limited and their names are unique.
 */
async function lockReader({ tx, workspaceId, reader }: PersonScope): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, reader)))
    .for("no key update");
}

function requireNewName(known: readonly SavedView[], wanted: string): void {
  if (known.some((view) => view.name.toLowerCase() === wanted.toLowerCase()))
    throw conflict(`You have a saved view called “${wanted}”. Choose another name.`);
}
