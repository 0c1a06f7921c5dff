import { Link } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { formatDay } from "../../lib/format.ts";
import { InlineText } from "../inline-text.tsx";

export type Contradiction = NonNullable<ArticlePage["contradictions"]>[number];

/**
 * Shown below a contradicted sentence: the sentence, the contradicting one with its author, and a link to the decision.
 */
export function ContradictionNote({ contradiction: { itemId, shown, changedAt } }: { contradiction: Contradiction }) {
  return (
    <aside
      aria-label="Contradicting message"
      className="my-3 rounded-box border border-busy bg-busy-wash p-3 font-sans text-15"
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Side name="The article says" inline={shown.known} />
        <Side name={changedAt ? `Changed on ${formatDay(changedAt)} to` : "Said later"} inline={shown.fresh} />
      </dl>
      <p className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-13 text-busy">
        <span>
          <InlineText inline={shown.note} />
        </span>
        <Link
          to={`/articles?view=inbox&item=${encodeURIComponent(itemId)}`}
          className="touch not-printed font-medium underline underline-offset-4"
        >
          Decide which is correct
        </Link>
      </p>
    </aside>
  );
}

const Side = ({ name, inline }: { name: string; inline: Contradiction["shown"]["known"] }) => (
  <div className="min-w-0">
    <dt className="text-13 text-busy">{name}</dt>
    <dd dir="auto" className="line-clamp-6 wrap-anywhere">
      <InlineText inline={inline} />
    </dd>
  </div>
);
