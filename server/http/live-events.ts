import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import type { Logger } from "pino";
import type { LiveEvent } from "../../shared/contract/events.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

const CHANNEL = "lorekeep_events";
const RECONNECT_MS = 1000;

/** `channelIds`: it is only for people who may read all of these; null for everybody. */
type Listener = (event: LiveEvent, channelIds: string[] | null) => void;

interface Told {
  workspaceId: string;
  event: LiveEvent;
  channelIds: string[] | null;
}

export interface LiveEvents {
  /** Part of the transaction: delivered to every process when it commits, never when it does not. */
  notify(scope: WorkspaceScope, event: LiveEvent): Promise<void>;
  /** Returns the function that ends it. */
  subscribe(workspaceId: string, listener: Listener): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** One connection of its own LISTENs and comes back when the database does; what was sent meanwhile is lost (a browser reads again on reconnect). */
export function createLiveEvents(pool: pg.Pool, log: Logger): LiveEvents {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = true;

  async function connect(): Promise<void> {
    const next = new pg.Client(pool.options);
    const lost = (error?: Error) => {
      if (client !== next) return;
      client = null;
      if (isStopped) return;
      log.warn({ err: error }, "The connection for live events is lost; it is made again");
      reconnectSoon();
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", ({ payload }) => deliver(payload ?? ""));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    if (isStopped) return void next.end().catch(() => {});
    client = next;
  }

  function reconnectSoon(): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().catch(() => {
        if (!isStopped) reconnectSoon();
      });
    }, RECONNECT_MS);
  }

  function deliver(payload: string): void {
    const { workspaceId, event, channelIds } = JSON.parse(payload) as Told;
    for (const listener of listeners.get(workspaceId) ?? []) listener(event, channelIds);
  }

  return {
    async notify({ workspaceId, tx }, event) {
      const channels = channelsOf(workspaceId, event);
      await tx.execute(
        sql`select pg_notify(${CHANNEL}, json_build_object('workspaceId', ${workspaceId}::text, 'event', ${JSON.stringify(event)}::json, 'channelIds', ${channels})::text)`,
      );
    },
    subscribe(workspaceId, listener) {
      const own = listeners.get(workspaceId) ?? new Set();
      listeners.set(workspaceId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(workspaceId) === own) listeners.delete(workspaceId);
      };
    },
    async start() {
      isStopped = false;
      await connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const open = client;
      client = null;
      await open?.end();
    },
  };
}

/** Whose words the news is about; null where there is nobody to hide them from. */
function channelsOf(workspaceId: string, event: LiveEvent): SQL {
  const about =
    event.type === "log"
      ? sql`select unnest(channel_ids) as channel_id from activity_logs where workspace_id = ${workspaceId} and id = ${event.id}`
      : event.type === "article" || event.type === "publication"
        ? sql`select channel_id from article_audiences where workspace_id = ${workspaceId}
            and article_id = ${event.type === "article" ? event.id : event.articleId}`
        : null;
  if (!about) return sql`null::jsonb`;
  return sql`(select case when bool_or(not a.is_public)
      or exists (select from chat_identities where workspace_id = ${workspaceId} and is_guest)
      then jsonb_agg(a.channel_id) end
    from (${about}) as found join channel_audiences a on a.workspace_id = ${workspaceId} and a.channel_id = found.channel_id)`;
}
