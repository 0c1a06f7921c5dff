/** A publication's target. */
export interface PublicationTarget {
  integrationId: string;
  /** Shared by all workspaces that publish to the same platform or site. */
  host: string;
}

/** Permission for one attempt. Only the first call of `ended` has an effect. */
export interface AttemptPermit {
  /**
   * 'no answer': the attempt reached a time limit. 'stopped': the attempt ended for another reason, so it does not
   * count for or against the host.
   */
  ended(how: "answered" | "no answer" | "stopped"): void;
}

/**
 * The number of consecutive time-outs after which the host counts as not answering. A single time-out may be due to a
 * large page.
 */
const FAILURES_OF_A_HOST = 3;
const MOST_PAUSES = 6;

interface HostTimeouts {
  inARow: number;
  /** No request is sent before this time, by the clock `now`. */
  closedUntil: number;
}

/**
 * Prevents slow targets from blocking the worker. All integrations that did not answer their last attempt share one
 * slot. Integrations of a host that did not answer three times in a row use that slot too. Such a host is paused for
 * half a unit, and twice as long after each further time-out. Each worker process has one instance in memory.
 */
export class SlowTargets {
  readonly #unitMs: number;
  readonly #now: () => number;
  readonly #silences = new Map<string, HostTimeouts>();
  #isSlotTaken = false;

  /** `unitMs`: how long an unknown outcome is waited for. */
  constructor(unitMs: number, now: () => number = () => performance.now()) {
    this.#unitMs = unitMs;
    this.#now = now;
  }

  /** Returns permission, or the number of milliseconds after which to call again. */
  enter({ integrationId, host }: PublicationTarget): AttemptPermit | { waitMs: number } {
    const [own, all] = [`integration ${integrationId}`, `host ${host}`];
    const hostIsSilent = (this.#silences.get(all)?.inARow ?? 0) >= FAILURES_OF_A_HOST;
    const isSlow = hostIsSilent || this.#silences.has(own);
    if (isSlow) {
      const closedMs = hostIsSilent ? (this.#silences.get(all)?.closedUntil ?? 0) - this.#now() : 0;
      // Adds a random delay, so that many waiting publications do not try again at the same time.
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
