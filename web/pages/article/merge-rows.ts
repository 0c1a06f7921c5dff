import type { ComparedSentence, MergePreview, MergeSentence } from "../../../shared/contract/canonical.ts";
import { DEFAULT_MERGE_CHOICE, type MergeChoice, type MergeCounts } from "../../../shared/domain/merging.ts";

export interface MergeRow {
  own: ComparedSentence | null;
  /**
   * The sentence of the other article with which `own` is compared. Without `own`, a sentence that only the other
   * article has.
   */
  other: MergeSentence | null;
}

/** Builds the rows that show both articles' sentences in reading order, with related sentences side by side. */
export function buildMergeRows({ from, into }: MergePreview): MergeRow[] {
  const rows: MergeRow[] = [];
  let shown = 0;
  const showUpTo = (place: number) => {
    for (; shown < place; shown += 1) {
      const other = into.sentences[shown] ?? null;
      if (!isPaired(from.sentences, other)) rows.push({ own: null, other });
    }
  };
  for (const own of from.sentences) {
    const place = own.relation === "repeats" ? -1 : into.sentences.findIndex(({ key }) => key === own.other);
    showUpTo(place);
    rows.push({ own, other: into.sentences[place] ?? null });
  }
  showUpTo(into.sentences.length);
  return rows;
}

const isPaired = (own: ComparedSentence[], other: MergeSentence | null) =>
  own.some((sentence) => sentence.relation !== "repeats" && sentence.other === other?.key);

/** A person's choice about one sentence. */
export interface SentenceChoice {
  choice: MergeChoice;
  other?: string;
}

export type SentenceChoices = ReadonlyMap<string, SentenceChoice>;

/**
 * The default choices. A contradiction has none, because a person must decide it. Questions are left out, because the
 * other article has its own question.
 */
export const getDefaultChoices = ({ from }: MergePreview): SentenceChoices =>
  new Map(
    from.sentences.flatMap((sentence) => {
      const choice =
        sentence.isSmallTalk || (sentence.relation === "new" && sentence.part === "question")
          ? "leave"
          : DEFAULT_MERGE_CHOICE[sentence.relation];
      return choice ? [[sentence.key, { choice }] as const] : [];
    }),
  );

export function countChoices({ from }: MergePreview, choices: SentenceChoices): MergeCounts & { undecided: number } {
  const chosen = from.sentences.map(({ key }) => choices.get(key)?.choice);
  const count = (...which: (MergeChoice | undefined)[]) => chosen.filter((choice) => which.includes(choice)).length;
  return {
    taken: count("take"),
    said: count("said", "repeats"),
    left: count("leave"),
    replaced: count("replace"),
    marked: count("both"),
    undecided: count(undefined),
  };
}

/** True if somebody who can read one of the articles now could not read the merged article. */
export function isMergedAudienceNarrower({ audience: { from, into, merged } }: MergePreview): boolean {
  return [from, into].some(
    ({ people, channels }) => merged.people < people || merged.channels.length > channels.length,
  );
}

/** Whether the other article has nothing of what this one says. */
export const areArticlesUnrelated = ({ from }: MergePreview): boolean =>
  from.sentences.every(({ relation }) => relation === "new" || relation === "repeats");
