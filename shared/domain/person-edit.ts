/** A person's edit of a sentence, a heading or a title. */
export interface PersonEdit {
  /**
   * `written`: a person wrote all of the text. `edited`: a person changed a sentence that cites messages. `kept`: a
   * person left the text unchanged after a cited message was edited.
   */
  what: "written" | "edited" | "kept";
  /** The id of the person. */
  by: string;
  /** The time as ISO 8601. */
  at: string;
  /** Hashes of the words that the person added. These words stay even if a deleted message contains them too. */
  words: string[];
}

/** A person's text or edit, shown as a source of sentences. */
export interface PersonEditNote {
  id: string;
  what: PersonEdit["what"];
  /** The person's name; null if the person has left the workspace. */
  by: string | null;
  at: Date;
}

/** Describes a person's edit: 'Written by Ada Lovelace, 2026-11-12'. */
export const formatPersonEdit = ({ what, by }: Pick<PersonEditNote, "what" | "by">, when: string): string =>
  `${HAND_WORDS[what]} by ${by ?? "a former member"}, ${when}`;
const HAND_WORDS = { written: "Written", edited: "Edited", kept: "Kept after its message was edited," } as const;
