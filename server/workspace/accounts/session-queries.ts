import { and, desc, eq, sql } from "drizzle-orm";
import type { Session as OwnSession } from "../../../shared/contract/personal-data.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { sessions } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { deviceName, shortNetwork } from "./device-name.ts";
import { type AccountIds, isSamePerson } from "./person-queries.ts";

type Connection = Pick<Transaction | Database, "execute">;

const IDLE_DAYS = 7;

export interface Session {
  userId: string;
  workspaceId: string;
  membership: Membership;
  isVerified: boolean;
  /** A paid plan is unpaid and the days of grace are over. */
  isExpired: boolean;
}

/** As `findSession` has it, for lists. */
const isSessionAlive = sql`expires_at > now() and last_seen_at > now() - ${sql.raw(`interval '${IDLE_DAYS} days'`)}`;

/** Null when there is none, it ended, or nobody used it for a week. */
export async function findSession(db: Database, sessionHash: string): Promise<Session | null> {
  const { rows } = await db.$client.query<Session & { isStale: boolean }>(
    `select s.user_id as "userId", s.workspace_id as "workspaceId", u.membership, u.email_verified_at is not null as "isVerified",
        exists (select from payers p where p.workspace_id = s.workspace_id and p.grace_until <= now()) as "isExpired",
        s.last_seen_at < now() - interval '10 minutes' as "isStale"
      from sessions s join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.deactivated_at is null
      where s.token_hash = $1 and u.deleted_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_DAYS} days'`,
    [sessionHash],
  );
  const [found] = rows;
  if (!found) return null;
  const { isStale, ...session } = found;
  if (isStale) await db.execute(sql`update sessions set last_seen_at = now() where token_hash = ${sessionHash}`);
  return session;
}

/** The person enters this workspace with it. */
export async function insertSession(
  db: Database,
  { workspaceId, userId }: AccountIds,
  { tokenHash, days, ip, userAgent }: { tokenHash: string; days: number; ip: string; userAgent: string | undefined },
): Promise<void> {
  await markEntered(db, { workspaceId, userId });
  await db.execute(sql`
    insert into sessions (token_hash, workspace_id, user_id, expires_at, ip, user_agent)
    values (${tokenHash}, ${workspaceId}, ${userId}, now() + make_interval(days => ${days}),
      ${ip}, ${userAgent?.replaceAll("\0", "").slice(0, 300) ?? null})`);
}

/** It goes on in another workspace of the person. */
export async function moveSession(db: Connection, sessionHash: string | null, to: AccountIds): Promise<void> {
  await db.execute(sql`
    update sessions set workspace_id = ${to.workspaceId}, user_id = ${to.userId} where token_hash = ${sessionHash}`);
  await markEntered(db, to);
}

/** The next sign-in leads there. */
async function markEntered(db: Connection, { workspaceId, userId }: AccountIds): Promise<void> {
  await db.execute(sql`update users set entered_at = now() where workspace_id = ${workspaceId} and id = ${userId}`);
}

export async function hasBegunWithin(db: Connection, sessionHash: string, minutes: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from sessions where token_hash = ${sessionHash} and created_at > now() - make_interval(mins => ${minutes})`);
  return Boolean(rowCount);
}

export async function endSession(db: Database, sessionHash: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${sessionHash}`);
}

const isOf = ({ workspaceId }: WorkspaceScope, userId: string) =>
  and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId));

/** In whichever of their workspaces. */
const isOfPerson = (ids: AccountIds) =>
  sql`(${sessions.workspaceId}, ${sessions.userId}) in (select workspace_id, id from users where ${isSamePerson(ids)})`;

export async function listSessions(
  db: Database,
  { sessionHash, ...ids }: AccountIds & { sessionHash: string | null },
): Promise<OwnSession[]> {
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
