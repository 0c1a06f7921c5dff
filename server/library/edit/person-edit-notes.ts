import { type ArticleText, listStatements, type Statement } from "../../../shared/domain/article.ts";
import type { PersonEdit, PersonEditNote } from "../../../shared/domain/person-edit.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { hashWord, splitWords } from "../articles/words.ts";
import { mapStatements } from "../dedupe/knowledge-text.ts";
import { findPeopleNames } from "./people-queries.ts";

/**
 * For texts that number their sources: adds people's edits as sources beside the messages, one for each person and day.
 * Returns the content whose sentences cite them too, and the notes in the order of their use.
 */
export async function addPersonEditNotes<Some extends ArticleText>(
  scope: WorkspaceScope,
  content: Some,
): Promise<{ content: Some; hands: PersonEditNote[] }> {
  const names = await findPeopleNames(
    scope,
    listStatements(content).map(({ hand }) => hand?.by),
  );
  const notes = new Map<string, PersonEditNote>();
  const noted = mapStatements(content, (statement) => {
    const note = noteOf(statement, names);
    if (!note) return statement;
    notes.set(note.id, notes.get(note.id) ?? note);
    return { ...statement, sources: [...statement.sources, note.id] };
  });
  return { content: noted, hands: [...notes.values()] };
}

/** Marks a title that a person typed. */
export const createTitleEdit = (title: string, by: string): PersonEdit => ({
  what: "written",
  by,
  at: new Date().toISOString(),
  words: [...new Set(splitWords(title))].map(hashWord),
});

/** The view of a mark: what the person did, and their name. */
export const viewPersonEdits = (hand: PersonEdit, names: ReadonlyMap<string, string>) => ({
  what: hand.what,
  by: names.get(hand.by) ?? null,
  at: hand.at,
});

function noteOf({ hand }: Statement, names: ReadonlyMap<string, string>): PersonEditNote | null {
  if (!hand) return null;
  const { what, by, at } = viewPersonEdits(hand, names);
  return { id: `${what} ${hand.by} ${at.slice(0, 10)}`, what, by, at: new Date(at) };
}
