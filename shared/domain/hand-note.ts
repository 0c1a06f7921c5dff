/** A person's edit of a sentence, a heading or a title. */
export interface PersonEdit {
  /**
   * `written`: a person wrote all of it. `edited`: a person changed a sentence that cites messages. `kept`: a person left it
   * unchanged after a cited message was edited.
   */
  what: "written" | "edited" | "kept";
  /** The id of the person. */
  by: string;
  /** The time as ISO 8601. */
  at: string;
  /** Hashes of the words that people added: these stay when a deleted message has them too. */
  words: string[];
}

/** A person's writing or edit, as a source of sentences. */
export interface PersonEditNote {
  id: string;
  what: PersonEdit["what"];
  /** Their name; null when they have left the workspace. */
  by: string | null;
  at: Date;
}

/** Words the note of a person's change: 'Written by Ada Lovelace, 2026-11-12'. */
export const formatPersonEdit = ({ what, by }: Pick<PersonEditNote, "what" | "by">, when: string): string =>
  `${HAND_WORDS[what]} by ${by ?? "a former member"}, ${when}`;
const HAND_WORDS = { written: "Written", edited: "Edited", kept: "Kept after its message was edited," } as const;
