/** Kinds of difference between two sentences that otherwise say the same. */
export const DIFFERENCES = ["number", "unit", "time", "version", "name", "negation", "opposite"] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * The relation of a merged article's sentence to the other article. `repeats`: another sentence of the same article
 * says the same, and that one is added.
 */
export const MERGE_RELATIONS = ["new", "said", "repeats", "contradicts"] as const;
export type MergeRelation = (typeof MERGE_RELATIONS)[number];

/**
 * Choices for a sentence of the merged article. `said` and `repeats`: another sentence says the same, and will also
 * cite this one's messages. `leave`: the sentence stays only in the history. `replace`: this sentence replaces the
 * other one. `both`: both sentences stay, as an open contradiction.
 */
export const MERGE_CHOICES = ["take", "said", "repeats", "leave", "replace", "both"] as const;
export type MergeChoice = (typeof MERGE_CHOICES)[number];

/** The default choice for each relation; null if a person has to choose. */
export const DEFAULT_MERGE_CHOICE: Readonly<Record<MergeRelation, MergeChoice | null>> = {
  new: "take",
  said: "said",
  repeats: "repeats",
  contradicts: null,
};

/** Numbers of sentences by choice. */
export interface MergeCounts {
  taken: number;
  said: number;
  left: number;
  replaced: number;
  marked: number;
}

const DONE = { take: "Added", leave: "left out", replace: "replaced", mark: "kept as a contradiction" };
const PLANNED = { take: "Will add", leave: "leave out", replace: "replace", mark: "keep as a contradiction" };

/** Describes the counts after the merge ('Added 5, already said 3, left out 1.') or before it ('Will add 5, …'). */
export function describeMergeCounts(
  { taken, said, left, replaced, marked }: MergeCounts,
  { isPlanned = false } = {},
): string {
  const verbs = isPlanned ? PLANNED : DONE;
  const more = [
    ...(replaced > 0 ? [`${verbs.replace} ${replaced}`] : []),
    ...(marked > 0 ? [`${verbs.mark} ${marked}`] : []),
  ];
  return `${[`${verbs.take} ${taken}`, `already said ${said}`, `${verbs.leave} ${left}`, ...more].join(", ")}.`;
}
