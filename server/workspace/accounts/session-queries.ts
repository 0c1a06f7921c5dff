import { and, desc, eq, sql } from "drizzle-orm";
import type { Session as OwnSession } from "../../../shared/contract/personal-data.ts";
import type { Membership } from "../../../shared/domain/access.ts";
import { sessions } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import { describeDevice, shortenNetwork } from "./device-name.ts";
import { type AccountIds, ORDER_LAST_ENTERED_FIRST, whereSamePerson } from "./person-queries.ts";

type Connection = Pick<Transaction | Database, "execute">;

const IDLE_DAYS = 7;

export interface Session {
  userId: string;
  workspaceId: string;
  membership: Membership;
  isVerified: boolean;
  /** The plan is unpaid and its grace period is over. */
  isExpired: boolean;
  /**
   * This workspace's own identity provider started the session, so the session is not valid for the person's other workspaces.
   */
  isConfined: boolean;
}

/** The condition of `findSession`, for queries that list sessions. */
const whereSessionAlive = sql`expires_at > now() and last_seen_at > now() - ${sql.raw(`interval '${IDLE_DAYS} days'`)}`;

/**
 * SQL condition: a session is valid in the workspace of `users` row `u`. A session from a workspace's own identity provider
 * opens only that workspace. If that workspace requires its provider, people of its domains need such a session, except owners
 * (docs/decisions/052).
 */
const isOpenTo = (u: string, signedOnBy: string) => `(${signedOnBy} = ${u}.workspace_id
  or ${signedOnBy} is null and (${u}.membership = 'owner' or not exists (
    select from sign_on_providers p join mail_domains d on d.workspace_id = p.workspace_id
    where p.workspace_id = ${u}.workspace_id and p.state = 'active' and p.is_required
      and d.domain = split_part(${u}.email, '@', 2) and d.signs_on and d.proven_at is not null)))`;

/** Requested sessions that wait for the shared statement. */
const asked = new WeakMap<Database["$client"], Map<string, PromiseWithResolvers<Session | null>>>();

/**
 * Returns null if the session does not exist, ended, or was unused for a week. Calls that arrive together share one statement,
 * which is sent after the last of them arrived, so that no call gets an older result.
 */
export function findSession(db: Database, sessionHash: string): Promise<Session | null> {
  let together = asked.get(db.$client);
  if (!together) {
    together = new Map();
    asked.set(db.$client, together);
    setImmediate(() => void answerTogether(db));
  }
  const known = together.get(sessionHash);
  if (known) return known.promise;
  const one = Promise.withResolvers<Session | null>();
  together.set(sessionHash, one);
  return one.promise;
}

async function answerTogether(db: Database): Promise<void> {
  const together = asked.get(db.$client);
  asked.delete(db.$client);
  if (!together) return;
  try {
    const found = await findSessions(db, [...together.keys()]);
    for (const [hash, { resolve }] of together) resolve(found.get(hash) ?? null);
  } catch (error) {
    for (const { reject } of together.values()) reject(error);
  }
}

async function findSessions(db: Database, hashes: string[]): Promise<Map<string, Session>> {
  const { rows } = await db.$client.query<Session & { hash: string; isStale: boolean }>(
    `select s.token_hash as hash, s.user_id as "userId", s.workspace_id as "workspaceId", u.membership,
        u.email_verified_at is not null as "isVerified",
        exists (select from payers p where p.workspace_id = s.workspace_id and p.grace_until <= now()) as "isExpired",
        s.last_seen_at < now() - interval '10 minutes' as "isStale",
        s.signed_on_by is not null and exists (select from users o where o.person_id = u.person_id
          and o.workspace_id <> u.workspace_id and o.deleted_at is null) as "isConfined"
      from sessions s join users u on u.workspace_id = s.workspace_id and u.id = s.user_id and u.deactivated_at is null
      where s.token_hash = any($1::text[]) and ${isOpenTo("u", "s.signed_on_by")} and u.deleted_at is null
        and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_DAYS} days'`,
    [hashes],
  );
  const stale = rows.flatMap(({ hash, isStale }) => (isStale ? [hash] : []));
  if (stale.length > 0)
    await db.execute(sql`update sessions set last_seen_at = now() where token_hash = any(${sql.param(stale)}::text[])`);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Starts a session in the given workspace. */
export async function insertSession(
  db: Database,
  { workspaceId, userId }: AccountIds,
  {
    tokenHash,
    days,
    ip,
    userAgent,
    signedOnBy,
  }: { tokenHash: string; days: number; ip: string; userAgent: string | undefined; signedOnBy: string | null },
): Promise<void> {
  await markEntered(db, { workspaceId, userId });
  await db.execute(sql`
    insert into sessions (token_hash, workspace_id, user_id, expires_at, ip, user_agent, signed_on_by)
    values (${tokenHash}, ${workspaceId}, ${userId}, now() + make_interval(days => ${days}),
      ${ip}, ${userAgent?.replaceAll("\0", "").slice(0, 300) ?? null}, ${signedOnBy})`);
}

/**
 * Finds the workspace that a password opens: the last used workspace of those that the password may open; undefined if there is
 * none.
 */
export async function findWorkspaceForPassword(db: Connection, ids: AccountIds): Promise<AccountIds | undefined> {
  const { rows } = await db.execute<AccountIds>(sql`
    select u.workspace_id as "workspaceId", u.id as "userId" from users u
    where u.${whereSamePerson(ids)} and u.deleted_at is null and u.deactivated_at is null
      and ${sql.raw(isOpenTo("u", "null::uuid"))}
    order by ${ORDER_LAST_ENTERED_FIRST} limit 1`);
  return rows[0];
}

/** True when this session may continue in that workspace. */
export async function maySwitchWorkspace(db: Connection, sessionHash: string, to: AccountIds): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from sessions s, users u
    where s.token_hash = ${sessionHash} and u.workspace_id = ${to.workspaceId} and u.id = ${to.userId}
      and ${sql.raw(isOpenTo("u", "s.signed_on_by"))}`);
  return Boolean(rowCount);
}

/** Continues the session in another workspace of the person. */
export async function moveSession(db: Connection, sessionHash: string | null, to: AccountIds): Promise<void> {
  await db.execute(sql`
    update sessions set workspace_id = ${to.workspaceId}, user_id = ${to.userId} where token_hash = ${sessionHash}`);
  await markEntered(db, to);
}

/** Makes the next sign-in open this workspace. */
async function markEntered(db: Connection, { workspaceId, userId }: AccountIds): Promise<void> {
  await db.execute(sql`update users set entered_at = now() where workspace_id = ${workspaceId} and id = ${userId}`);
}

export async function hasStartedWithin(db: Connection, sessionHash: string, minutes: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from sessions where token_hash = ${sessionHash} and created_at > now() - make_interval(mins => ${minutes})`);
  return Boolean(rowCount);
}

export async function endSession(db: Database, sessionHash: string): Promise<void> {
  await db.execute(sql`delete from sessions where token_hash = ${sessionHash}`);
}

const whereOfUser = ({ workspaceId }: WorkspaceScope, userId: string) =>
  and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId));

/** SQL condition: the session belongs to this person, in any workspace. */
const whereOfPerson = (ids: AccountIds) =>
  sql`(${sessions.workspaceId}, ${sessions.userId}) in (select workspace_id, id from users where ${whereSamePerson(ids)})`;

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
    .where(and(whereOfPerson(ids), whereSessionAlive))
    .orderBy(desc(isThisOne), desc(sessions.lastSeenAt), desc(sessions.createdAt));
  return rows.map(({ userAgent, ip, createdAt, lastSeenAt, ...row }) => ({
    ...row,
    device: describeDevice(userAgent),
    network: shortenNetwork(ip),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Ends one session and returns the hash of its token. */
export async function endOneSession(db: Database, ids: AccountIds, id: string): Promise<string> {
  const [ended] = await db
    .delete(sessions)
    .where(and(whereOfPerson(ids), eq(sessions.id, id)))
    .returning({ hash: sessions.tokenHash });
  if (!ended) throw notFound("session");
  return ended.hash;
}

/** Ends the person's sessions in this workspace only. Returns the hashes of the ended sessions. */
export async function endSessionsInWorkspace(scope: WorkspaceScope, userId: string): Promise<string[]> {
  const ended = await scope.tx
    .delete(sessions)
    .where(whereOfUser(scope, userId))
    .returning({ hash: sessions.tokenHash });
  return ended.map(({ hash }) => hash);
}
