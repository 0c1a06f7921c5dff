/** Thrown through a start that was cancelled. */
export class BrokenOff extends Error {
  constructor() {
    super("Stopped while it was starting.");
  }
}

type Stop = () => Promise<unknown>;

/**
 * A program's start and stop. Started parts are stopped in reverse order and once, whoever asks first: a signal, also
 * in the middle of the start or twice (a terminal sends it to the wrapper and to us), a failure, or the end.
 */
export class Lifetime {
  readonly #steps: Stop[] = [];
  readonly #failed: (error: unknown) => void;
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  /** `failed` is called for a part that did not stop cleanly; the others are stopped all the same. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** Throws the start's error, after everything started so far was stopped; `BrokenOff` when it was stopped meanwhile. */
  async start<T>(work: () => Promise<T>): Promise<T> {
    const starting = work();
    this.#starting = starting;
    try {
      return await starting;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Registers how to stop a part that was just started. Cancels the start here when a stop was requested. */
  started(stop: Stop): void {
    this.#steps.push(stop);
    if (this.isStopping) throw new BrokenOff();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.#starting.catch(() => undefined);
    for (const step of this.#steps.reverse()) await step().catch(this.#failed);
  }
}
