import { createHash } from "node:crypto";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { CannotOpen } from "../../secrets/key-ring.ts";
import { recordActivity } from "../activity/record.ts";
import { type Locks, openLocks } from "../analysis/locks.ts";
import { testChatIntegration } from "../integrations/check.ts";
import { openChatConfig } from "../integrations/credentials.ts";
import { type ChatIntegrationRow, getChatIntegration, updateChatIntegration } from "../integrations/queries.ts";
import { takePress } from "./answer-question.ts";
import { liveOf } from "./apply-events.ts";
import { listIntegrationsWithSecret, noteAlive } from "./queries.ts";
import { takeEvent } from "./take-event.ts";

const LOOK_EVERY_MS = 5_000;

/** One Slack app's socket: whoever entered the same app token shares it, for Slack sends each event to one connection only. */
interface Held {
  rows: ChatIntegrationRow[];
  ends: AbortController;
}

interface Wanted {
  rows: ChatIntegrationRow[];
  config: Record<string, string>;
}

/**
 * Keeps a socket for every integration that has an app token. Any number of workers do this side by side: a lock of the database,
 * which a dead one cannot keep, says who has which.
 */
export function holdSockets(deps: Deps, { lookEveryMs = LOOK_EVERY_MS } = {}): { stop(): Promise<void> } {
  const held = new Map<string, Held>();
  /** By id and last change: a team that could not be found out is not asked for again and again. */
  const asked = new Set<string>();
  let locks: Locks | null = null;
  let isStopped = false;
  let current: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (locks?.lost.aborted) {
      for (const key of held.keys()) release(key);
      await locks.close().catch(() => undefined);
      locks = null;
    }
    const wanted = await listWanted();
    for (const key of held.keys()) {
      if (wanted.has(key)) continue;
      release(key);
      await locks?.unlock(lockOf(key));
    }
    if (wanted.size === 0) return;
    locks ??= await openLocks(deps.db);
    for (const [key, { rows, config }] of wanted) {
      const known = held.get(key);
      if (known) known.rows = rows;
      else if (await locks.tryLock(lockOf(key))) hold(key, { rows, config });
    }
  }

  async function listWanted(): Promise<Map<string, Wanted>> {
    const wanted = new Map<string, Wanted>();
    for (const row of await listIntegrationsWithSecret(deps.db, "slack", "appToken")) {
      const config = open(row);
      const token = config?.["appToken"];
      if (!config || !token) continue;
      const key = createHash("sha256").update(token).digest("hex");
      const same = wanted.get(key)?.rows ?? [];
      wanted.set(key, { rows: [...same, await withTeam(row)], config });
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

  function hold(key: string, { rows, config }: Wanted): void {
    const socket: Held = { rows, ends: new AbortController() };
    const [first] = rows;
    const live = first && liveOf(deps, first);
    if (!live) return;
    held.set(key, socket);
    live.listen(config, {
      signal: socket.ends.signal,
      async onEvent(event) {
        try {
          const receivers = socket.rows.filter(({ teamId }) => teamId === event.teamId);
          await takeEvent(deps, event, receivers);
        } catch (error) {
          deps.log.warn({ err: safeDatabaseError(error) }, "An event could not be stored; Slack sends it again");
          throw error;
        }
      },
      async onPress(press) {
        await takePress(
          deps,
          press,
          socket.rows.filter(({ teamId }) => teamId === press.teamId),
        );
      },
      onConnected: () => tell(socket.rows, null),
      onDisconnected: (trouble) => trouble && tell(socket.rows, trouble),
    });
  }

  function release(key: string): void {
    held.get(key)?.ends.abort();
    held.delete(key);
  }

  /** Null: it works. */
  function tell(rows: ChatIntegrationRow[], trouble: string | null): void {
    void (async () => {
      for (const row of rows) await noteSocket(deps, row, trouble);
    })().catch((error: unknown) =>
      deps.log.warn({ err: safeDatabaseError(error) }, "The state of live events could not be stored"),
    );
  }

  const lookOnce = () => {
    current = current
      .then(() => (isStopped ? undefined : look()))
      .catch((error: unknown) =>
        deps.log.error({ err: safeDatabaseError(error) }, "Sockets could not be looked after"),
      );
  };
  lookOnce();
  const timer = setInterval(lookOnce, lookEveryMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
      for (const key of held.keys()) release(key);
      await locks?.close().catch(() => undefined);
    },
  };
}

const lockOf = (key: string) => `socket ${key}`;

async function noteSocket(deps: Deps, row: ChatIntegrationRow, trouble: string | null): Promise<void> {
  await inWorkspace(deps.db, row.workspaceId, async (scope) => {
    if (trouble === null) {
      await noteAlive(scope, row.id);
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
