/** Thrown within a start after somebody stopped the program. */
export class StartCancelled extends Error {
  constructor() {
    super("Stopped while it was starting.");
  }
}

type Stop = () => Promise<unknown>;

/**
 * Starts and stops the parts of a program. Stops the started parts once, in reverse sequence. The cause may be a
 * failure, the program's end, or a signal, even during the start. A signal may come twice, because a terminal also
 * sends it to the wrapper process.
 */
export class ProcessLifecycle {
  readonly #steps: Stop[] = [];
  readonly #failed: (error: unknown) => void;
  #starting: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | null = null;

  /** `failed` is called if a part did not stop cleanly. The other parts are stopped anyway. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get isStopping(): boolean {
    return this.#stopping !== null;
  }

  /**
   * Runs the start. If the start fails, stops all started parts and throws the error. Throws `StartCancelled` if
   * somebody stopped the program meanwhile.
   */
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

  /** Registers how to stop a part that was just started. Throws if somebody stopped the program meanwhile. */
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
