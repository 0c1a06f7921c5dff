import type { PresentPerson } from "../../../shared/contract/presence.ts";
import { usePresence } from "../../api/presence.ts";

/** Names the other people who have this article open. Renders nothing if there are none. */
export function PeopleOnArticle({ articleId }: { articleId: string }) {
  const here = usePeopleIn(articleId);
  if (here.length === 0) return null;
  const editing = here.filter(({ activity }) => activity === "editing");
  const [people, doing] = editing.length > 0 ? [editing, "editing"] : [here, "reading"];
  return (
    <output className="not-printed mt-1 flex items-center gap-2 text-13 text-soft">
      <span className={`size-1.5 rounded-full ${editing.length > 0 ? "bg-busy" : "bg-done"}`} aria-hidden="true" />
      {namesOf(people)} {people.length === 1 ? "is" : "are"} {doing} this.
    </output>
  );
}

/** Warns an editor that somebody else edits the article too, and explains what happens to both edits. */
export function OtherEditorsWarning({ articleId }: { articleId: string }) {
  const editing = usePeopleIn(articleId).filter(({ activity }) => activity === "editing");
  if (editing.length === 0) return null;
  return (
    <output className="mt-3 block rounded-box bg-busy-wash px-4 py-3 text-15">
      {namesOf(editing)} {editing.length === 1 ? "is" : "are"} editing this article, too. Nothing is overwritten:
      whoever saves second sees the other’s words first.
    </output>
  );
}

function usePeopleIn(articleId: string): PresentPerson[] {
  return usePresence().data?.people.filter(({ article }) => article?.id === articleId) ?? [];
}

function namesOf(people: readonly PresentPerson[]): string {
  const [first, second] = people.map(({ name }) => name);
  if (people.length === 1) return first ?? "";
  return people.length === 2 ? `${first} and ${second}` : `${first} and ${people.length - 1} others`;
}
