/** Where a publication goes. */
export interface TargetPlace {
  integrationId: string;
  /** Shared by all workspaces that publish to the same platform or site. */
  host: string;
}

/** An attempt that may go out. The first call of `ended` counts. */
export interface TargetTurn {
  /** 'no answer': it ran into a time limit. 'stopped': nothing can be said. */
  ended(how: "answered" | "no answer" | "stopped"): void;
}

/** A single time-out may be one heavy page of one workspace; so many in a row are the host. */
const FAILURES_OF_A_HOST = 3;
const MOST_PAUSES = 6;

interface Silence {
  inARow: number;
  /** By `now`. Nothing goes out before. */
  closedUntil: number;
}

/**
 * Keeps targets that do not answer from holding the worker. An integration that was silent last time, and every integration of
 * a host that was silent three times in a row, share one slot; such a host is left alone for half a unit, doubled each time. One
 * for each worker process, in memory: a fresh one finds out within seconds.
 */
export class SlowTargets {
  readonly #unitMs: number;
  readonly #now: () => number;
  readonly #silences = new Map<string, Silence>();
  #isSlotTaken = false;

  /** `unitMs`: how long an open outcome is waited for. */
  constructor(unitMs: number, now: () => number = () => performance.now()) {
    this.#unitMs = unitMs;
    this.#now = now;
  }

  /** The turn, or after how many milliseconds to ask again. */
  enter({ integrationId, host }: TargetPlace): TargetTurn | { waitMs: number } {
    const [own, all] = [`integration ${integrationId}`, `host ${host}`];
    const hostIsSilent = (this.#silences.get(all)?.inARow ?? 0) >= FAILURES_OF_A_HOST;
    const isSlow = hostIsSilent || this.#silences.has(own);
    if (isSlow) {
      const closedMs = hostIsSilent ? (this.#silences.get(all)?.closedUntil ?? 0) - this.#now() : 0;
      // Spread, so that a thousand that wait do not ask at the same moment.
      if (closedMs > 0 || this.#isSlotTaken)
        return { waitMs: Math.max(0, closedMs) + this.#unitMs * (0.25 + Math.random() / 2) };
      this.#isSlotTaken = true;
    }
    let isOver = false;
    return {
      ended: (how) => {
        if (isOver) return;
        isOver = true;
        if (isSlow) this.#isSlotTaken = false;
        if (how === "no answer") for (const key of [own, all]) this.#wasSilent(key);
        else if (how === "answered") for (const key of [own, all]) this.#silences.delete(key);
      },
    };
  }

  #wasSilent(key: string): void {
    const inARow = (this.#silences.get(key)?.inARow ?? 0) + 1;
    const pauses = Math.min(MOST_PAUSES, Math.max(0, inARow - FAILURES_OF_A_HOST));
    this.#silences.set(key, { inARow, closedUntil: this.#now() + this.#unitMs * 0.5 * 2 ** pauses });
  }
}
