/** A conversation that is longer goes on as a conversation of its own: judging one takes its time, and nobody reads a page of more. */
export const MOST_MESSAGES = 500;

/** Which conversation a message joins when the one it belongs to is full. What was grouped stays where it is. */
export class ConversationSizes {
  readonly #sizes: Map<string, number>;
  /** From a full one to what goes on with it. */
  readonly #continued: Map<string, string>;

  /** What is known already: messages of a conversation, and continuations by the key of what they go on with. */
  constructor(sizes: Iterable<[string, number]> = [], continued: Iterable<[string, string]> = []) {
    this.#sizes = new Map(sizes);
    this.#continued = new Map(continued);
  }

  /** Counts the message in and answers the key of its conversation; a new one is named after it. */
  join(key: string, externalId: string): string {
    const joined = this.#withRoom(key, externalId);
    this.#sizes.set(joined, this.#sizeOf(joined) + 1);
    return joined;
  }

  #withRoom(key: string, externalId: string): string {
    if (this.#sizeOf(key) < MOST_MESSAGES) return key;
    const next = this.#continued.get(key);
    if (next !== undefined && this.#sizeOf(next) < MOST_MESSAGES) return next;
    this.#continued.set(key, externalId);
    return externalId;
  }

  #sizeOf(key: string): number {
    return this.#sizes.get(key) ?? 0;
  }
}
