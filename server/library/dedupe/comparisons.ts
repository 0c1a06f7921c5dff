import type { Comparison, KnowledgeText, LocalEngine } from "../../../engine/contract.ts";

/** Known texts that have to be compared before the transaction can complete. */
class NotCompared extends Error {
  readonly known: KnowledgeText[];

  constructor(known: KnowledgeText[]) {
    super("This was not compared before its transaction began");
    this.known = known;
  }
}

/**
 * Compares new knowledge with known texts. Comparing is slow, so it happens while no transaction is open. A transaction
 * only reads the results.
 */
export class KnowledgeComparisons {
  readonly fresh: KnowledgeText;
  readonly #engine: Pick<LocalEngine, "compare">;
  readonly #done = new Map<string, Comparison>();

  constructor(engine: Pick<LocalEngine, "compare">, fresh: KnowledgeText) {
    this.#engine = engine;
    this.fresh = fresh;
  }

  /** False if the engine cannot compare. */
  get arePossible(): boolean {
    return this.#engine.compare !== undefined;
  }

  /**
   * Runs `transaction`, which calls `with`. If a result is missing, the transaction is rolled back, the missing texts
   * are compared, and the transaction is repeated. A second repetition is needed only if somebody changed or wrote an
   * article meanwhile.
   */
  async complete<T>(transaction: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await transaction();
      } catch (error) {
        if (!(error instanceof NotCompared) || !this.#engine.compare) throw error;
        for (const known of error.known)
          this.#done.set(JSON.stringify(known), await this.#engine.compare(known, this.fresh));
      }
    }
  }

  /** Returns one result per text, in the same sequence. Called within `complete`. */
  with(known: KnowledgeText[]): Comparison[] {
    const missing = known.filter((text) => !this.#done.has(JSON.stringify(text)));
    if (missing.length > 0) throw new NotCompared(missing);
    return known.flatMap((text) => this.#done.get(JSON.stringify(text)) ?? []);
  }
}
