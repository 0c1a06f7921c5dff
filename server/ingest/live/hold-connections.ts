import { createHash } from "node:crypto";
import { CONNECTION_SWITCHED_OFF, type LiveEvents } from "../../../connectors/chat-source.ts";
import { CHAT_MANIFESTS, type ChatPlatform } from "../../../connectors/manifests.ts";
import { recordActivity } from "../../activity/index.ts";
import { type Locks, openLocks } from "../../db/locks.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  type ChatIntegrationRow,
  getChatIntegration,
  mayReceiveNotifications,
  openChatConfig,
  testChatIntegration,
  updateChatIntegration,
} from "../../integrations/index.ts";
import { CannotDecrypt } from "../../secrets/key-ring.ts";
import { acceptEvent, type HandleInteraction } from "./accept-event.ts";
import { getLiveEvents } from "./apply-events.ts";
import {
  clearLiveState,
  listIntegrationsOfChannel,
  listIntegrationsWithConfigField,
  listMonitoredChannels,
} from "./connection-queries.ts";
import { buildNotificationAddress } from "./notifications.ts";
import { storeEventArrival } from "./queries.ts";

const LOOK_EVERY_MS = 5_000;

type Live = LiveEvents<Record<string, string>>;

/** One connection, shared by all integrations with the same credentials. */
interface OpenConnection {
  rows: ChatIntegrationRow[];
  ends: AbortController;
  ended: Promise<void>;
  /** The last stored state: null if the connection works; absent before the first state is stored. */
  told?: string | null;
}

interface PlatformConnections {
  platform: ChatPlatform;
  rows: ChatIntegrationRow[];
  config: Record<string, string>;
  live: Live;
}

/**
 * Keeps a connection (a socket, a subscription) open for every integration that needs one. Any number of workers do so.
 * Database locks, which end with their worker, decide which worker holds which connection.
 */
export function keepConnectionsOpen(
  deps: Deps,
  takeInteraction: HandleInteraction,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): { stop(): Promise<void> } {
  const connections = new Connections(deps, takeInteraction);
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();
  const lookOnce = () => {
    current = current
      .then(() => (isStopped ? undefined : connections.look()))
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
      await connections.close();
    },
  };
}

class Connections {
  readonly #deps: Deps;
  readonly #takeInteraction: HandleInteraction;
  readonly #held = new Map<string, OpenConnection>();
  /**
   * Integrations, by id and last change, whose team was requested, so that a team that cannot be determined is not requested
   * repeatedly.
   */
  readonly #asked = new Set<string>();
  #locks: Locks | null = null;
  /** Writes states one after the other, so that the last state is the one that stays stored. */
  #telling: Promise<void> = Promise.resolve();

  constructor(deps: Deps, takeInteraction: HandleInteraction) {
    this.#deps = deps;
    this.#takeInteraction = takeInteraction;
  }

  /** Opens needed connections that no worker holds, and closes connections that are no longer needed. */
  async look(): Promise<void> {
    if (this.#locks?.lost.aborted) {
      for (const key of this.#held.keys()) void this.#release(key);
      await this.#locks.close().catch(() => undefined);
      this.#locks = null;
    }
    const wanted = await this.#listWanted();
    await this.#releaseUnwanted(wanted);
    if (wanted.size === 0) return;
    this.#locks ??= await openLocks(this.#deps.db);
    for (const [key, asked] of wanted) {
      const known = this.#held.get(key);
      if (known) this.#share(known, asked.rows);
      else if (await this.#locks.tryLock(lockOf(key))) this.#hold(key, asked);
    }
  }

  async close(): Promise<void> {
    for (const key of this.#held.keys()) void this.#release(key);
    await this.#telling;
    await this.#locks?.close().catch(() => undefined);
  }

  async #releaseUnwanted(wanted: ReadonlyMap<string, PlatformConnections>): Promise<void> {
    const { db } = this.#deps;
    for (const [key, { rows }] of this.#held) {
      if (wanted.has(key)) continue;
      await this.#release(key, CONNECTION_SWITCHED_OFF);
      // Stores the pending state first, because storing it later would overwrite the cleared state.
      await this.#telling;
      for (const { workspaceId, id } of rows) await inWorkspace(db, workspaceId, (scope) => clearLiveState(scope, id));
      await this.#locks?.unlock(lockOf(key));
    }
  }

  async #listWanted(): Promise<Map<string, PlatformConnections>> {
    const wanted = new Map<string, PlatformConnections>();
    for (const { id: platform } of CHAT_MANIFESTS) {
      const live = getLiveEvents(this.#deps, { platform });
      if (!live || !mayReceiveNotifications(this.#deps.env.PUBLIC_URL, platform)) continue;
      const { field, isOfTeams, keyOf } = live.connection;
      for (const row of await listIntegrationsWithConfigField(this.#deps.db, platform, field)) {
        const config = this.#open(row);
        if (!config?.[field]) continue;
        const key = `${platform} ${createHash("sha256").update(keyOf(config)).digest("hex")}`;
        const same = wanted.get(key)?.rows ?? [];
        wanted.set(key, { platform, rows: [...same, isOfTeams ? await this.#withTeam(row) : row], config, live });
      }
    }
    return wanted;
  }

  #open(row: ChatIntegrationRow): Record<string, string> | null {
    try {
      return openChatConfig(this.#deps.secrets, row);
    } catch (error) {
      if (error instanceof CannotDecrypt) return null;
      throw error;
    }
  }

  /** Determines the team by which events find their integration. */
  async #withTeam(row: ChatIntegrationRow): Promise<ChatIntegrationRow> {
    const key = `${row.id} ${row.updatedAt.toISOString()}`;
    if (row.teamId !== null || this.#asked.has(key)) return row;
    this.#asked.add(key);
    await testChatIntegration(this.#deps, row);
    const tested = await inWorkspace(this.#deps.db, row.workspaceId, (scope) => getChatIntegration(scope, row.id));
    this.#asked.add(`${tested.id} ${tested.updatedAt.toISOString()}`);
    return tested;
  }

  #hold(key: string, { platform, rows, config, live }: PlatformConnections): void {
    const deps = this.#deps;
    const takeInteraction = this.#takeInteraction;
    const connection: OpenConnection = { rows, ends: new AbortController(), ended: Promise.resolve() };
    this.#held.set(key, connection);
    const { sourceOf, field } = live.connection;
    /**
     * Lists other integrations that read from the same source, because an event received by one connection never reaches the
     * others.
     */
    const sharersAmong = (rows: ChatIntegrationRow[], own: ChatIntegrationRow[]) =>
      rows.filter((row) => {
        const other = own.some(({ id }) => id === row.id) ? null : this.#open(row);
        return other?.[field] !== undefined && sourceOf?.(other) === sourceOf?.(config);
      });
    /**
     * Returns the integrations that monitor the channel. For events outside of channels and for pressed buttons it returns all
     * integrations. Queries the database for each event, because another worker may just have begun to monitor a channel.
     */
    const sharersOf = async (channelId: string | null, own: ChatIntegrationRow[], isPress = false) => {
      const [{ platform } = { platform: null }] = own;
      if (!sourceOf || !platform || (!channelId && !isPress)) return [];
      const inChannel = channelId ? await listIntegrationsOfChannel(deps.db, platform, channelId) : [];
      const all =
        inChannel.length === 0 && isPress ? await listIntegrationsWithConfigField(deps.db, platform, field) : [];
      return sharersAmong([...inChannel, ...all], own);
    };
    const ofTeam = (id: string | null) => connection.rows.filter(({ teamId }) => id === null || teamId === id);
    connection.ended = live.connection.listen(config, {
      signal: connection.ends.signal,
      ...(live.notifications && {
        address: buildNotificationAddress(deps, live.connection, { platform, config, rows: () => connection.rows }),
      }),
      async onEvent(event) {
        try {
          const own = ofTeam(event.teamId);
          await acceptEvent(deps, event, [...own, ...(await sharersOf(event.channelId, own))]);
        } catch (error) {
          deps.log.warn({ err: safeDatabaseError(error) }, "An event could not be stored; its platform sends it again");
          throw error;
        }
      },
      async onInteraction(interaction) {
        const own = ofTeam(interaction.teamId);
        const sharers = await sharersOf("channelId" in interaction ? interaction.channelId : null, own, true);
        return takeInteraction(deps, interaction, { platform, receivers: [...own, ...sharers] });
      },
      onConnected: () => this.#tell(connection, null),
      onDisconnected: (trouble) => trouble && this.#tell(connection, trouble),
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

  /** Closes a connection, and resolves when it has ended. */
  async #release(key: string, reason?: DOMException): Promise<void> {
    const connection = this.#held.get(key);
    this.#held.delete(key);
    connection?.ends.abort(reason);
    await connection?.ended;
  }

  /** Gives an integration that joins a connection the connection's present state. */
  #share(connection: OpenConnection, rows: ChatIntegrationRow[]): void {
    const joining = rows.filter(({ id }) => connection.rows.every((row) => row.id !== id));
    connection.rows = rows;
    if (connection.told !== undefined && joining.length > 0) this.#tell(connection, connection.told, joining);
  }

  /** Stores a connection's trouble; null if the connection works. */
  #tell(connection: OpenConnection, trouble: string | null, rows = connection.rows): void {
    connection.told = trouble;
    this.#telling = this.#telling
      .then(async () => {
        for (const row of rows) await noteConnection(this.#deps, row, trouble);
      })
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: safeDatabaseError(error) }, "The state of live events could not be stored"),
      );
  }
}

const lockOf = (key: string) => `connection ${key}`;

async function noteConnection(deps: Deps, row: ChatIntegrationRow, trouble: string | null): Promise<void> {
  await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    if (trouble === null) {
      await storeEventArrival(scope, row.id, { provesDelivery: true });
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
