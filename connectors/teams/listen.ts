import { setTimeout as sleepFor } from "node:timers/promises";
import { CONNECTION_SWITCHED_OFF, type ConnectionListener, type NotificationAddress } from "../chat-source.ts";
import { ConnectorError, RateLimited, Unreachable } from "../errors.ts";
import { AddressNotReached } from "./errors.ts";

export interface LiveIntervals {
  /** The interval between checks for newly monitored channels and for Microsoft's messages about subscriptions. */
  channelsEveryMs: number;
  /** The interval between checks of the subscriptions at Microsoft. */
  lookEveryMs: number;
  /**
   * The interval between these checks after a failure. It doubles, up to a day, while Microsoft cannot reach our
   * address.
   */
  lookAgainMs: number;
}

export const LIVE_INTERVALS: LiveIntervals = {
  channelsEveryMs: 5_000,
  lookEveryMs: 10 * 60_000,
  lookAgainMs: 2 * 60_000,
};
const LONGEST_LOOK_MS = 86_400_000;
/** The longest time for removing a subscription. A subscription that is not removed expires within three days. */
const LONGEST_REMOVAL_MS = 30_000;

export interface ListenOptions {
  /**
   * Maintains the subscriptions. Returns the reason why some events do not arrive; null if all arrive. `told`: channels
   * whose subscription Microsoft sent a message about.
   */
  keep(
    channelIds: string[],
    told: ReadonlySet<string>,
    address: NotificationAddress,
    signal: AbortSignal,
  ): Promise<string | null>;
  now: () => number;
  times: LiveIntervals;
}

/** Maintains the subscriptions of the monitored channels until the listener's signal ends it. Never throws. */
export async function keepListening(options: ListenOptions, listener: ConnectionListener): Promise<void> {
  const { address, signal } = listener;
  if (!address) return;
  const keeping = new SubscriptionKeeper(options, listener, address);
  while (!signal.aborted) {
    await keeping.look();
    await sleepFor(options.times.channelsEveryMs, undefined, { signal }).catch(() => undefined);
  }
  if (signal.reason === CONNECTION_SWITCHED_OFF)
    await options.keep([], new Set(), address, AbortSignal.timeout(LONGEST_REMOVAL_MS)).catch(() => undefined);
}

class SubscriptionKeeper {
  readonly #options: ListenOptions;
  readonly #listener: ConnectionListener;
  readonly #address: NotificationAddress;
  #kept: string | null = null;
  #dueAt = 0;
  #lookIn = 0;
  /** Microsoft's messages before this time have been handled. */
  #since = new Date(0);

  constructor(options: ListenOptions, listener: ConnectionListener, address: NotificationAddress) {
    this.#options = options;
    this.#listener = listener;
    this.#address = address;
  }

  /** Checks the subscriptions. Never throws, even if the database fails, because the next check makes up for it. */
  async look(): Promise<void> {
    try {
      const channelIds = await this.#listener.listChannels();
      const told = await this.#address.listTold(this.#since);
      const wanted = channelIds.join();
      if (wanted === this.#kept && told.length === 0 && this.#options.now() < this.#dueAt) return;
      const trouble = await this.#keep(channelIds, new Set(told.map(({ channelId }) => channelId)));
      this.#kept = wanted;
      this.#since = told.at(-1)?.at ?? this.#since;
      if (trouble === null) this.#listener.onConnected();
      else this.#listener.onDisconnected(trouble);
    } catch (error) {
      if (!this.#listener.signal.aborted) this.#later(error);
    }
  }

  async #keep(channelIds: string[], told: ReadonlySet<string>): Promise<string | null> {
    const { keep, times } = this.#options;
    try {
      const trouble = await keep(channelIds, told, this.#address, this.#listener.signal);
      this.#dueIn(trouble === null ? times.lookEveryMs : times.lookAgainMs);
      return trouble;
    } catch (error) {
      if (!(error instanceof AddressNotReached)) throw error;
      this.#dueIn(Math.min(LONGEST_LOOK_MS, Math.max(times.lookAgainMs, this.#lookIn * 2)));
      return notReached(this.#address.url);
    }
  }

  /**
   * Schedules the next check after a failure. Reports neither temporary failures nor failures of this server, which
   * were logged where they occurred.
   */
  #later(error: unknown): void {
    this.#dueIn(this.#options.times.lookAgainMs);
    const passes = error instanceof RateLimited || error instanceof Unreachable;
    this.#listener.onDisconnected(error instanceof ConnectorError && !passes ? error.message : null);
  }

  #dueIn(ms: number): void {
    this.#lookIn = ms;
    this.#dueAt = this.#options.now() + ms;
  }
}

const notReached = (url: string) =>
  `Microsoft cannot reach ${new URL(url).origin} from the internet. It is tried again by itself, in the end once a day.`;
