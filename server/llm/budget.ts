/** What an answer usually comes to, for calls that are under way. */
export const USUAL_OUTPUT_TOKENS = 1_000;
const MICROS = 1_000_000;

export interface DailyCaps {
  /** US dollars a workspace and day (UTC). */
  dailyCap: number;
  /** Tokens a workspace and day, question and answer together; null for no such cap. */
  dailyTokens: number | null;
}

/** By workspace: what its calls that are under way will cost about; whichever run makes them. */
export type CallsUnderWay = Map<string, { micros: number; tokens: number }>;

/** What a workspace may spend a day, with what its calls under way will cost about. */
export class Budget {
  readonly #workspaceId: string;
  readonly #caps: DailyCaps;
  readonly #underWay: CallsUnderWay;

  constructor(workspaceId: string, caps: DailyCaps, underWay: CallsUnderWay) {
    this.#workspaceId = workspaceId;
    this.#caps = caps;
    this.#underWay = underWay;
  }

  reserve(micros: number, tokens: number): void {
    const before = this.#now();
    const after = { micros: before.micros + micros, tokens: before.tokens + tokens };
    if (after.tokens > 0) this.#underWay.set(this.#workspaceId, after);
    else this.#underWay.delete(this.#workspaceId);
  }

  /** Why the workspace may ask no more today, in a sentence; null while it may. */
  problem(spent: { micros: number; tokens: number }, isPaid: boolean): string | null {
    const { micros, tokens } = this.#now();
    const { dailyCap, dailyTokens } = this.#caps;
    if (isPaid && spent.micros + micros >= dailyCap * MICROS)
      return `Today's ${dailyCap} US dollars (LLM_DAILY_CAP_USD) are spent.`;
    if (dailyTokens !== null && spent.tokens + tokens >= dailyTokens)
      return `Today's ${dailyTokens} tokens (LLM_DAILY_CAP_TOKENS) are spent.`;
    return null;
  }

  #now(): { micros: number; tokens: number } {
    return this.#underWay.get(this.#workspaceId) ?? { micros: 0, tokens: 0 };
  }
}
