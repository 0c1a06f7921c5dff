/** A provider that does not answer is left alone for a while, so that a run of a thousand conversations does not wait for each. */
export interface Outage {
  /** Why nothing is asked at the moment; null when it may be. */
  problem(): string | null;
  goesOn(problem: string): void;
  isOver(): void;
}

const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 60_000;

export function watchOutage(): Outage {
  let failures = 0;
  let until = 0;
  let last = "";
  return {
    problem: () => (performance.now() < until ? last : null),
    goesOn(problem) {
      failures += 1;
      last = problem;
      if (failures >= FAILURES_IN_A_ROW) until = performance.now() + PAUSE_MS;
    },
    isOver() {
      failures = 0;
      until = 0;
    },
  };
}
