import { and, desc, eq, sql } from "drizzle-orm";
import type { Session } from "../../../shared/contract/personal-data.ts";
import { sessions } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import type { AccountIds } from "./create-account.ts";
import { deviceName, shortNetwork } from "./device-name.ts";
import { isSamePerson } from "./person-queries.ts";
import { isSessionAlive } from "./sessions.ts";

const isOf = ({ workspaceId }: WorkspaceScope, userId: string) =>
  and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId));

/** In whichever of their workspaces. */
const isOfPerson = (ids: AccountIds) =>
  sql`(${sessions.workspaceId}, ${sessions.userId}) in (select workspace_id, id from users where ${isSamePerson(ids)})`;

export async function listSessions(
  db: Database,
  { sessionHash, ...ids }: AccountIds & { sessionHash: string | null },
): Promise<Session[]> {
  const isThisOne = sql<boolean>`${sessions.tokenHash} is not distinct from ${sessionHash}`;
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isThisOne,
    })
    .from(sessions)
    .where(and(isOfPerson(ids), isSessionAlive))
    .orderBy(desc(isThisOne), desc(sessions.lastSeenAt), desc(sessions.createdAt));
  return rows.map(({ userAgent, ip, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
    network: shortNetwork(ip),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Answers the key of the session that ended. */
export async function endOneSession(db: Database, ids: AccountIds, id: string): Promise<string> {
  const [ended] = await db
    .delete(sessions)
    .where(and(isOfPerson(ids), eq(sessions.id, id)))
    .returning({ hash: sessions.tokenHash });
  if (!ended) throw notFound("session");
  return ended.hash;
}

/** In this workspace alone. Answers the keys of those that ended. */
export async function endSessions(scope: WorkspaceScope, userId: string): Promise<string[]> {
  const ended = await scope.tx.delete(sessions).where(isOf(scope, userId)).returning({ hash: sessions.tokenHash });
  return ended.map(({ hash }) => hash);
}
