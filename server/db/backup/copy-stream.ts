import { once } from "node:events";
import type { Duplex } from "node:stream";
import type { Submittable } from "pg";

/** The methods of pg's connection that the COPY protocol needs. pg's published types leave out the sending methods. */
interface CopyConnection {
  stream: Duplex;
  query(statement: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
}

/** The methods that pg's client calls on a query while its answer arrives. */
class CopyQuery implements Submittable {
  protected connection: CopyConnection | null = null;
  readonly #statement: string;
  #failure: Error | null = null;
  #isOver = false;
  #rows = 0;
  #wake: () => void = () => undefined;

  constructor(statement: string) {
    this.#statement = statement;
  }

  /** The number of copied rows, known once the copy is over. */
  get rows(): number {
    return this.#rows;
  }

  submit(connection: unknown): void {
    this.connection = connection as CopyConnection;
    this.connection.query(this.#statement);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.changed();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.connection?.stream.resume();
    this.changed();
  }

  protected changed(): void {
    this.#wake();
  }

  /** Resolves when `isReached` returns true or the copy is over; throws when the copy failed. */
  protected async until(isReached: () => boolean): Promise<void> {
    while (!this.#failure && !this.#isOver && !isReached()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
  }

  protected get isOver(): boolean {
    return this.#isOver;
  }
}

const READ_AHEAD_BYTES = 1024 * 1024;

/** Runs `copy … to stdout`: pass the object to `client.query`, then read it to its end (or close the connection). */
export class CopyOut extends CopyQuery implements AsyncIterable<Uint8Array> {
  #block = Buffer.allocUnsafe(READ_AHEAD_BYTES);
  #used = 0;

  /** pg calls this once per row, and reuses the memory of `chunk`. */
  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    const used = this.#used + chunk.length;
    if (used > this.#block.length) {
      // Grows the buffer for a very long row, or for rows that arrive after reading was paused.
      const larger = Buffer.allocUnsafe(used * 2);
      this.#block.copy(larger, 0, 0, this.#used);
      this.#block = larger;
    }
    this.#block.set(chunk, this.#used);
    this.#used = used;
    if (used > READ_AHEAD_BYTES / 2) {
      this.connection?.stream.pause();
      this.changed();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      await this.until(() => this.#used > READ_AHEAD_BYTES / 2);
      const rows = this.#block.subarray(0, this.#used);
      this.#block = Buffer.allocUnsafe(READ_AHEAD_BYTES);
      this.#used = 0;
      this.connection?.stream.resume();
      if (rows.length > 0) yield rows;
      else if (this.isOver) return;
    }
  }
}

/** Runs `copy … from stdin`: pass the object to `client.query`, then call `write` and `finish` (or close the connection). */
export class CopyIn extends CopyQuery {
  #isReady = false;

  handleCopyInResponse(): void {
    this.#isReady = true;
    this.changed();
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.until(() => this.#isReady);
    const connection = this.#open();
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain)
      await Promise.race([once(connection.stream, "drain"), this.until(() => false)]);
  }

  async finish(): Promise<void> {
    await this.until(() => this.#isReady);
    this.#open().endCopyFrom();
    await this.until(() => false);
  }

  #open(): CopyConnection {
    if (!this.connection || this.isOver) throw new Error("The copy is over.");
    return this.connection;
  }
}
