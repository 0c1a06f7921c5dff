/** A publication's target. */
export interface PublicationTarget {
  integrationId: string;
  /** Shared by all workspaces that publish to the same platform or site. */
  host: string;
}

/** Permission for one attempt. Only the first call of `ended` has an effect. */
export interface AttemptPermit {
  /** 'no answer': the attempt reached a time limit. 'stopped': the attempt says nothing about the host. */
  ended(how: "answered" | "no answer" | "stopped"): void;
}

/** The number of consecutive time-outs after which the host is blamed. A single one may be due to a large page. */
const FAILURES_OF_A_HOST = 3;
const MOST_PAUSES = 6;

interface Silence {
  inARow: number;
  /** Nothing is sent before this time (by `now`). */
  closedUntil: number;
}

/**
 * Prevents slow targets from blocking the worker. An integration that did not answer its last attempt, and every integration of a
 * host that did not answer three times in a row, share one slot; such a host is paused for half a unit, doubled each time. Each
 * worker process has one instance in memory.
 */
export class SlowTargets {
  readonly #unitMs: number;
  readonly #now: () => number;
  readonly #silences = new Map<string, Silence>();
  #isSlotTaken = false;

  /** `unitMs`: the wait for an unknown outcome. */
  constructor(unitMs: number, now: () => number = () => performance.now()) {
    this.#unitMs = unitMs;
    this.#now = now;
  }

  /** Returns permission, or the number of milliseconds after which to ask again. */
  enter({ integrationId, host }: PublicationTarget): AttemptPermit | { waitMs: number } {
    const [own, all] = [`integration ${integrationId}`, `host ${host}`];
    const hostIsSilent = (this.#silences.get(all)?.inARow ?? 0) >= FAILURES_OF_A_HOST;
    const isSlow = hostIsSilent || this.#silences.has(own);
    if (isSlow) {
      const closedMs = hostIsSilent ? (this.#silences.get(all)?.closedUntil ?? 0) - this.#now() : 0;
      // Adds a random delay, so that many waiting publications do not ask at once.
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
