import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import type { Deps } from "../../deps.ts";
import { type ChatIntegrationRow, explainTrouble, openChatConfig } from "../../integrations/index.ts";

/** A list older than this is still shown immediately, and refreshed in the background. */
const FRESH_MS = 60_000;
/** Lists of many pages are cached longer, because listing them uses up the platform's rate limit. */
const FRESH_OF_MANY_MS = 10 * 60_000;
const MANY = 5_000;
const KEPT_MS = 60 * 60_000;
const MOST_KEPT = 50;

interface CachedListing {
  /** The channels of the last complete listing. */
  channels: AvailableChannel[];
  readAt: number | null;
  reading: RunningListing | null;
  error: unknown;
}

interface RunningListing {
  channels: AvailableChannel[];
  /** When the listing continues after a pause that the platform requested; null without a pause. */
  goesOnAt: number | null;
  /** Resolves when the listing is finished, failed or paused. The channels found so far can then be shown. */
  look: Promise<void>;
}

export interface ListProgress {
  isReading: boolean;
  found: number;
  goesOnAt: number | null;
  trouble: string | null;
}

/**
 * Lists the channels that integrations offer, and caches the lists in this process. Listing 25,000 channels takes minutes at
 * the platform's rate limit, so one listing serves all callers and continues even if no caller waits.
 */
export class ChannelLists {
  readonly #deps: Pick<Deps, "connectors" | "secrets" | "log">;
  readonly #stopping = new AbortController();
  readonly #entries = new Map<string, CachedListing>();

  constructor(deps: Pick<Deps, "connectors" | "secrets" | "log">) {
    this.#deps = deps;
  }

  /** Returns all channels, or those found so far during a pause. Throws the reason if no channel could be read. */
  async offered(row: ChatIntegrationRow): Promise<AvailableChannel[]> {
    this.#forgetOld();
    const entry = this.#entries.get(keyOf(row)) ?? { channels: [], readAt: null, reading: null, error: null };
    this.#entries.set(keyOf(row), entry);
    if (!entry.reading && !isFresh(entry)) entry.reading = this.#start(row, entry);
    if (entry.readAt !== null) return entry.channels;
    const { reading } = entry;
    await reading?.look;
    if (entry.readAt !== null) return entry.channels;
    if (entry.error !== null) throw entry.error;
    return reading?.channels ?? [];
  }

  progressOf(row: ChatIntegrationRow): ListProgress {
    const { channels = [], reading = null, error = null } = this.#entries.get(keyOf(row)) ?? {};
    return {
      isReading: reading !== null,
      found: (reading ?? { channels }).channels.length,
      goesOnAt: reading?.goesOnAt ?? null,
      trouble: error === null ? null : explainTrouble(error),
    };
  }

  stop(): void {
    this.#stopping.abort();
  }

  #start(row: ChatIntegrationRow, entry: CachedListing): RunningListing {
    const { promise: look, resolve } = Promise.withResolvers<void>();
    const reading: RunningListing = { channels: [], goesOnAt: null, look };
    entry.error = null;
    void this.#read(row, entry, { reading, look: resolve });
    return reading;
  }

  async #read(
    row: ChatIntegrationRow,
    entry: CachedListing,
    { reading, look }: { reading: RunningListing; look: () => void },
  ) {
    const { connectors, secrets, log } = this.#deps;
    const onPause = (waitMs: number) => {
      reading.goesOnAt = Date.now() + waitMs;
      look();
    };
    try {
      const source = connectors.sources[row.platform as ChatPlatform];
      for await (const page of source.listChannels(openChatConfig(secrets, row), this.#stopping.signal, onPause)) {
        reading.goesOnAt = null;
        reading.channels.push(...page.map(({ externalId: id, ...of }) => ({ id, ...of, integrationId: row.id })));
      }
      entry.channels = reading.channels;
      entry.readAt = Date.now();
    } catch (error) {
      entry.error = error;
      if (explainTrouble(error) === null && !this.#stopping.signal.aborted)
        log.error({ err: error, integrationId: row.id }, "The channels of an integration could not be listed");
    } finally {
      entry.reading = null;
      look();
    }
  }

  #forgetOld(): void {
    const idle = [...this.#entries].filter(([, { reading }]) => reading === null);
    for (const [index, [key, { readAt }]] of idle.entries())
      if (readAt === null || readAt < Date.now() - KEPT_MS || index < idle.length - MOST_KEPT)
        this.#entries.delete(key);
  }
}

/** The key of a cached list contains the credentials, because another token may show other channels. */
const keyOf = ({ workspaceId, id, config, secrets }: ChatIntegrationRow) =>
  JSON.stringify([workspaceId, id, config, secrets]);

function isFresh({ channels, readAt }: CachedListing): boolean {
  return readAt !== null && readAt > Date.now() - (channels.length > MANY ? FRESH_OF_MANY_MS : FRESH_MS);
}
