/** Thrown inside a start that was cancelled. */
export class StartCancelled extends Error {
  constructor() {
    super("Stopped while it was starting.");
  }
}

type Stop = () => Promise<unknown>;

/**
 * A program's start and stop. Stops started parts once and in reverse order, whatever the cause: a signal (even during the start,
 * or twice, because a terminal also signals the wrapper), a failure, or the end.
 */
export class Lifetime {
  readonly #steps: Stop[] = [];
  readonly #failed: (error: unknown) => void;
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  /** `failed` is called for a part that did not stop cleanly; the others are stopped nevertheless. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /** If the start fails, stops everything started so far and throws the error; throws `StartCancelled` if it was cancelled. */
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

  /** Registers how to stop a part that was just started. Throws here if the start was cancelled. */
  started(stop: Stop): void {
    this.#steps.push(stop);
    this.throwIfStopping();
  }

  throwIfStopping(): void {
    if (this.isStopping) throw new StartCancelled();
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
