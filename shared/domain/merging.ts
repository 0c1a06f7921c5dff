/** In what two sentences differ that otherwise say the same. */
export const DIFFERENCES = ["number", "unit", "time", "version", "name", "negation", "opposite"] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * How a sentence of the article that is merged relates to the other article. `repeats`: its own article says it too, in a sentence
 * of its own that goes along.
 */
export const MERGE_RELATIONS = ["new", "said", "repeats", "contradicts"] as const;
export type MergeRelation = (typeof MERGE_RELATIONS)[number];

/**
 * What becomes of a sentence of the article that is merged. `said` and `repeats`: another one says it, on these messages too.
 * `leave`: it stays in the history. `replace`: it takes the other one's place. `both`: both are kept, as a contradiction to be decided.
 */
export const MERGE_CHOICES = ["take", "said", "repeats", "leave", "replace", "both"] as const;
export type MergeChoice = (typeof MERGE_CHOICES)[number];

/** What is done with a sentence when nobody chose; null: a person has to. */
export const USUAL_CHOICE: Readonly<Record<MergeRelation, MergeChoice | null>> = {
  new: "take",
  said: "said",
  repeats: "repeats",
  contradicts: null,
};

/** Where the sentences went. */
export interface MergeCounts {
  taken: number;
  said: number;
  left: number;
  replaced: number;
  marked: number;
}

/** 'Taken over 5, already said 3, left out 1.' */
export function countsSaid({ taken, said, left, replaced, marked }: MergeCounts): string {
  const more = [
    ...(replaced > 0 ? [`replaced ${replaced}`] : []),
    ...(marked > 0 ? [`kept as a contradiction ${marked}`] : []),
  ];
  return `${[`Taken over ${taken}`, `already said ${said}`, `left out ${left}`, ...more].join(", ")}.`;
}
