import { and, eq, inArray } from "drizzle-orm";
import { users } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Names of these people of the workspace; people who are not there (any more) have no entry. */
export async function findPeopleNames(
  { workspaceId, tx }: WorkspaceScope,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), inArray(users.id, wanted)));
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}
