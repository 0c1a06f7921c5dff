import journal from "../../migrations/meta/_journal.json" with { type: "json" };

const TAGS = journal.entries.map(({ tag }) => tag);
const SECTION = /^### Upgrading\n([\s\S]*?)(?=^##|$(?![\s\S]))/gm;
const MARK = /\s*<!-- (after )?(\S+) -->\s*$/;

export interface UpgradeNote {
  text: string;
  /**
   * The migration to which the note belongs. With `isAfter`, the last migration before the note. Null without a mark.
   */
  migration: string | null;
  isAfter: boolean;
}

/** Reads the changelog's notes under 'Upgrading', from all releases, newest first. */
export function readNotes(changelog: string): UpgradeNote[] {
  const notes = [...changelog.matchAll(SECTION)].flatMap(([, section = ""]) => section.split(/^- /m));
  return notes
    .filter((note) => note.trim())
    .map((note) => {
      const [, after, migration = null] = MARK.exec(note) ?? [];
      return { text: note.replace(MARK, "").replace(/\s+/g, " ").trim(), migration, isAfter: Boolean(after) };
    });
}

/** The notes for a database that lacks the migrations `pending`. Notes without a known mark are always included. */
export function listNotesSince(changelog: string, pending: readonly string[]): string[] {
  const firstPending = TAGS.length - pending.length;
  return readNotes(changelog)
    .filter(({ migration, isAfter }) => {
      const at = migration === null ? -1 : TAGS.indexOf(migration);
      return at === -1 || at >= (isAfter ? firstPending - 1 : firstPending);
    })
    .map(({ text }) => text);
}
