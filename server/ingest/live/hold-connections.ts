import { createHash } from "node:crypto";
import { type LiveEvents, SWITCHED_OFF } from "../../../connectors/chat-source.ts";
import { CHAT_MANIFESTS } from "../../../connectors/manifests.ts";
import { recordActivity } from "../../activity/index.ts";
import { type Locks, openLocks } from "../../db/locks.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  type ChatIntegrationRow,
  getChatIntegration,
  openChatConfig,
  testChatIntegration,
  updateChatIntegration,
} from "../../integrations/index.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { liveOf } from "./apply-events.ts";
import { forgetLife, listIntegrationsWithField, listMonitoredChannels } from "./connection-queries.ts";
import { noteAlive } from "./queries.ts";
import { type TakePress, takeEvent } from "./take-event.ts";

const LOOK_EVERY_MS = 5_000;

type Live = LiveEvents<Record<string, string>>;

/** One connection: whoever entered the same credentials shares it. */
interface Held {
  rows: ChatIntegrationRow[];
  /** Of other connections that read from the same source. */
  sharers: ChatIntegrationRow[];
  ends: AbortController;
  ended: Promise<void>;
}

interface Wanted {
  rows: ChatIntegrationRow[];
  config: Record<string, string>;
  live: Live;
  source: string | null;
}

/**
 * Keeps a connection (Slack's Socket Mode, a Pub/Sub subscription) for every integration that asks for one. Any number of workers
 * do this side by side: a lock of the database, which a dead one cannot keep, says who has which.
 */
export function holdConnections(
  deps: Deps,
  takePress: TakePress,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): { stop(): Promise<void> } {
  const held = new Map<string, Held>();
  /** By id and last change: a team that could not be found out is not asked for again and again. */
  const asked = new Set<string>();
  let locks: Locks | null = null;
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();
  /** One after the other, so that what was told last stands. */
  let telling: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (locks?.lost.aborted) {
      for (const key of held.keys()) void release(key);
      await locks.close().catch(() => undefined);
      locks = null;
    }
    const wanted = await listWanted();
    for (const [key, { rows }] of held) {
      if (wanted.has(key)) continue;
      await release(key, SWITCHED_OFF);
      for (const { workspaceId, id } of rows) await inWorkspace(deps.db, workspaceId, (scope) => forgetLife(scope, id));
      await locks?.unlock(lockOf(key));
    }
    if (wanted.size === 0) return;
    locks ??= await openLocks(deps.db);
    for (const [key, asked] of wanted) {
      const known = held.get(key);
      const sharers = sharersOf(key, asked, wanted);
      if (known) Object.assign(known, { rows: asked.rows, sharers });
      else if (await locks.tryLock(lockOf(key))) hold(key, asked, sharers);
    }
  }

  async function listWanted(): Promise<Map<string, Wanted>> {
    const wanted = new Map<string, Wanted>();
    for (const { id: platform } of CHAT_MANIFESTS) {
      const live = liveOf(deps, { platform });
      if (!live) continue;
      const { field, isOfTeams, keyOf } = live.connection;
      for (const row of await listIntegrationsWithField(deps.db, platform, field)) {
        const config = open(row);
        if (!config?.[field]) continue;
        const key = `${platform} ${createHash("sha256").update(keyOf(config)).digest("hex")}`;
        const source = live.connection.sourceOf ? `${platform} ${live.connection.sourceOf(config)}` : null;
        const same = wanted.get(key)?.rows ?? [];
        wanted.set(key, { rows: [...same, isOfTeams ? await withTeam(row) : row], config, live, source });
      }
    }
    return wanted;
  }

  function open(row: ChatIntegrationRow): Record<string, string> | null {
    try {
      return openChatConfig(deps.secrets, row);
    } catch (error) {
      if (error instanceof CannotOpen) return null;
      throw error;
    }
  }

  /** Events are told apart by their team. */
  async function withTeam(row: ChatIntegrationRow): Promise<ChatIntegrationRow> {
    const key = `${row.id} ${row.updatedAt.toISOString()}`;
    if (row.teamId !== null || asked.has(key)) return row;
    asked.add(key);
    await testChatIntegration(deps, row);
    const tested = await inWorkspace(deps.db, row.workspaceId, (scope) => getChatIntegration(scope, row.id));
    asked.add(`${tested.id} ${tested.updatedAt.toISOString()}`);
    return tested;
  }

  function hold(key: string, { rows, config, live }: Wanted, sharers: ChatIntegrationRow[]): void {
    const connection: Held = { rows, sharers, ends: new AbortController(), ended: Promise.resolve() };
    held.set(key, connection);
    const ofTeam = (id: string | null) => connection.rows.filter(({ teamId }) => id === null || teamId === id);
    connection.ended = live.connection.listen(config, {
      signal: connection.ends.signal,
      async onEvent(event) {
        try {
          await takeEvent(deps, event, [...ofTeam(event.teamId), ...connection.sharers]);
        } catch (error) {
          deps.log.warn({ err: safeDatabaseError(error) }, "An event could not be stored; its platform sends it again");
          throw error;
        }
      },
      onPress: (press) => takePress(deps, press, ofTeam(press.teamId)),
      onConnected: () => tell(connection.rows, null),
      onDisconnected: (trouble) => trouble && tell(connection.rows, trouble),
      async listChannels() {
        try {
          return await listMonitoredChannels(deps.db, connection.rows);
        } catch (error) {
          deps.log.warn({ err: safeDatabaseError(error) }, "The monitored channels could not be listed; trying again");
          throw error;
        }
      },
    });
  }

  /** Resolves when it ended. */
  async function release(key: string, reason?: DOMException): Promise<void> {
    const connection = held.get(key);
    held.delete(key);
    connection?.ends.abort(reason);
    await connection?.ended;
  }

  /** Null: it works. */
  function tell(rows: ChatIntegrationRow[], trouble: string | null): void {
    telling = telling
      .then(async () => {
        for (const row of rows) await noteConnection(deps, row, trouble);
      })
      .catch((error: unknown) =>
        deps.log.warn({ err: safeDatabaseError(error) }, "The state of live events could not be stored"),
      );
  }

  const lookOnce = () => {
    current = current
      .then(() => (isStopped ? undefined : look()))
      .catch((error: unknown) =>
        deps.log.error({ err: safeDatabaseError(error) }, "Live connections could not be looked after"),
      );
  };
  lookOnce();
  const timer = setInterval(lookOnce, lookEveryMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
      for (const key of held.keys()) void release(key);
      await telling;
      await locks?.close().catch(() => undefined);
    },
  };
}

function sharersOf(key: string, { source }: Wanted, wanted: ReadonlyMap<string, Wanted>): ChatIntegrationRow[] {
  if (source === null) return [];
  return [...wanted].flatMap(([other, { rows, source: from }]) => (other !== key && from === source ? rows : []));
}

const lockOf = (key: string) => `connection ${key}`;

async function noteConnection(deps: Deps, row: ChatIntegrationRow, trouble: string | null): Promise<void> {
  await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    if (trouble === null) {
      await noteAlive(scope, row.id, { provesLife: true });
    } else {
      const known = await getChatIntegration(scope, row.id);
      await updateChatIntegration(scope, row.id, { liveTrouble: trouble, liveSince: null });
      if (known.liveTrouble !== trouble) {
        const message = `${row.name}: ${trouble}`;
        await recordActivity(scope, deps.events, { type: "error", message, data: { integration: row.name } });
      }
    }
    await deps.events.notify(scope, { type: "integration", id: row.id });
  });
}
