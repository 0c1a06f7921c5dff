import { and, eq } from "drizzle-orm";
import { users } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

export async function getUser({ tx, workspaceId }: WorkspaceScope, userId: string) {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  if (!row) throw notFound("account");
  return row;
}
