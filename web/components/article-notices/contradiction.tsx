import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";

export type Contradiction = NonNullable<ArticlePage["contradictions"]>[number];

/** Under the sentence somebody contradicts: what was said later, by whom, and the way to decide. */
export function ContradictionNote({ contradiction, withKnown }: { contradiction: Contradiction; withKnown?: boolean }) {
  const { itemId, known, fresh, note } = contradiction;
  return (
    <aside
      aria-label="Somebody says otherwise"
      className="not-printed my-3 block rounded-box border border-busy bg-busy-wash p-3 font-sans text-15"
    >
      {withKnown && (
        <p dir="auto">
          <span className="text-13 text-busy">The article says</span>
          <br />
          {known}
        </p>
      )}
      <p dir="auto">
        <span className="text-13 text-busy">Said later</span>
        <br />
        {fresh}
      </p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-13 text-busy">
        {note}
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
