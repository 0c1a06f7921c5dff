import type { Fact } from "./facts.ts";

/** Facts that tell when or for how long, and those that tell how much. */
export const TIMES: readonly Fact["kind"][] = ["duration", "clock", "date", "weekday", "frequency"];
export const AMOUNTS: readonly Fact["kind"][] = ["money", "percent", "number", "code"];

/** A vague time or amount where the known text has others: 'the first day' where it is the third, 'a month' for two weeks. */
export function isOtherValue({ kind, value, soft, about }: Fact, known: readonly Fact[]): boolean {
  const kinds = [TIMES, AMOUNTS].find((some) => some.includes(kind));
  // 'Priority 1' is no 'one customer'.
  const counts = (fact: Fact) => kind !== "number" || !about.size || !about.isDisjointFrom(fact.about);
  if (!soft || !kinds || known.some((fact) => fact.value === value && counts(fact))) return false;
  return known.some((fact) => kinds.includes(fact.kind));
}
