import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { users, workspaces } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { invalid, notFound } from "../../errors.ts";

export type UserRow = Awaited<ReturnType<typeof getUser>>;

/** Throws 'invalid' for a time zone that the database does not know. */
export async function storeDateSettings(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  { timeZone, dateLocale }: { timeZone: string | null; dateLocale: string | null },
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update users set time_zone = ${timeZone}, date_locale = ${dateLocale}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}
      and (${timeZone}::text is null or exists (select from pg_timezone_names where name = ${timeZone}))`);
  if (!rowCount)
    throw invalid("There is no such time zone.", [{ path: "timeZone", message: "There is no such time zone." }]);
}

export async function dismissWelcome(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  dismissed: boolean,
): Promise<void> {
  await tx.execute(sql`
    update users set welcome_dismissed_at = case when ${dismissed}::boolean then now() end
    where workspace_id = ${workspaceId} and id = ${userId}`);
}

/** Returns the account, with the requested new address while the link for it is valid. */
export async function getUser(scope: WorkspaceScope, userId: string) {
  const [row] = await selectUser(scope, { userId });
  if (!row) throw notFound("account");
  return row;
}

const selectUser = prepareStatement(({ tx, workspaceId }: WorkspaceScope, { userId }: { userId: string }) =>
  tx
    .select({
      ...getTableColumns(users),
      pendingEmail: sql<string | null>`(
        select t.payload ->> 'email' from single_use_tokens t
        where t.workspace_id = ${workspaceId} and t.user_id = ${userId} and t.purpose = 'change-email'
          and t.used_at is null and t.expires_at > now()
        order by t.created_at desc limit 1)`,
    })
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId))),
);

export async function saveProfile(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  { firstName, lastName, role }: { firstName: string; lastName: string; role: string | null },
): Promise<void> {
  await tx.execute(sql`
    update users set first_name = ${firstName.trim()}, last_name = ${lastName.trim()}, role = ${role}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
}

/** Returns the person's name (possibly empty) and address, even after the person left. */
export async function findContact(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
): Promise<{ name: string; email: string } | undefined> {
  const { rows } = await tx.execute<{ name: string; email: string }>(sql`
    select trim(first_name || ' ' || last_name) as name, email from users
    where workspace_id = ${workspaceId} and id = ${userId}`);
  return rows[0];
}

export async function readWorkspace({ tx, workspaceId }: WorkspaceScope) {
  const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return workspace;
}
