import { and, desc, eq, sql } from "drizzle-orm";
import type { Session } from "../../../shared/contract/personal-data.ts";
import { sessions } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { deviceName, shortNetwork } from "./device-name.ts";
import { isSessionAlive } from "./sessions.ts";

const isOf = ({ workspaceId }: WorkspaceScope, userId: string) =>
  and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId));

export async function listSessions(
  scope: WorkspaceScope,
  { userId, sessionHash }: { userId: string; sessionHash: string | null },
): Promise<Session[]> {
  const isThisOne = sql<boolean>`${sessions.tokenHash} is not distinct from ${sessionHash}`;
  const rows = await scope.tx
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      isThisOne,
    })
    .from(sessions)
    .where(and(isOf(scope, userId), isSessionAlive))
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
export async function endOneSession(scope: WorkspaceScope, userId: string, id: string): Promise<string> {
  const [ended] = await scope.tx
    .delete(sessions)
    .where(and(isOf(scope, userId), eq(sessions.id, id)))
    .returning({ hash: sessions.tokenHash });
  if (!ended) throw notFound("session");
  return ended.hash;
}

/** Of one person, all but the given one. Answers the keys of those that ended. */
export async function endSessions(
  scope: WorkspaceScope,
  userId: string,
  { but = null }: { but?: string | null } = {},
): Promise<string[]> {
  const ended = await scope.tx
    .delete(sessions)
    .where(and(isOf(scope, userId), sql`${sessions.tokenHash} is distinct from ${but}`))
    .returning({ hash: sessions.tokenHash });
  return ended.map(({ hash }) => hash);
}
