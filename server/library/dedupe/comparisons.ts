import type { Comparison, KnowledgeText, LocalEngine } from "../../../engine/contract.ts";

/** What is known in these words is to be compared before the transaction can be done. */
class NotCompared extends Error {
  readonly known: KnowledgeText[];

  constructor(known: KnowledgeText[]) {
    super("This was not compared before its transaction began");
    this.known = known;
  }
}

/** How fresh knowledge relates to what is known. Compared is while no transaction is open; inside of one it is only looked up. */
export class Comparisons {
  readonly fresh: KnowledgeText;
  readonly #engine: Pick<LocalEngine, "compare">;
  readonly #done = new Map<string, Comparison>();

  constructor(engine: Pick<LocalEngine, "compare">, fresh: KnowledgeText) {
    this.#engine = engine;
    this.fresh = fresh;
  }

  /** Not with every engine. */
  get arePossible(): boolean {
    return this.#engine.compare !== undefined;
  }

  /**
   * Runs `transaction`, which asks `with`. Where that does not know an answer the transaction is rolled back, what it asked for is compared, and
   * it runs again: each time but the first because somebody changed or wrote an article meanwhile.
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

  /** With each of these texts, in their order. To be called within `complete`. */
  with(known: KnowledgeText[]): Comparison[] {
    const missing = known.filter((text) => !this.#done.has(JSON.stringify(text)));
    if (missing.length > 0) throw new NotCompared(missing);
    return known.flatMap((text) => this.#done.get(JSON.stringify(text)) ?? []);
  }
}
