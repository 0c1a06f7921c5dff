import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";

export type Contradiction = NonNullable<ArticlePage["contradictions"]>[number];

/** Markdown as it is read: without escapes, code ticks and strong marks. */
const plain = (markdown: string) => markdown.replace(/\\([!-/:-@[-`{-~])|`|\*\*/g, "$1");

/** Under the sentence somebody contradicts: both statements, who said the later one, and the way to decide. */
export function ContradictionNote({ contradiction: { itemId, known, fresh, note } }: { contradiction: Contradiction }) {
  return (
    <aside
      aria-label="Somebody says otherwise"
      className="not-printed my-3 rounded-box border border-busy bg-busy-wash p-3 font-sans text-15"
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Side name="The article says">{known}</Side>
        <Side name="Said later">{fresh}</Side>
      </dl>
      <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-13 text-busy">
        {plain(note)}
        <Link
          to={`/articles?view=inbox&item=${encodeURIComponent(itemId)}`}
          className="font-medium underline underline-offset-4"
        >
          Decide which holds
        </Link>
      </p>
    </aside>
  );
}

const Side = ({ name, children }: { name: string; children: string }) => (
  <div className="min-w-0">
    <dt className="text-13 text-busy">{name}</dt>
    <dd dir="auto" className="line-clamp-6 wrap-anywhere">
      {plain(children)}
    </dd>
  </div>
);
