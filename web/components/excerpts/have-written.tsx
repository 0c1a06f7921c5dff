import { PenLine } from "lucide-react";
import { Link } from "react-router";
import { useExcerptOffer } from "../../api/excerpts.ts";
import { isGoingOn, useLatestRun } from "../../api/runs.ts";
import { formatAbout } from "../../lib/model-cost.ts";
import { Button } from "../../ui/button.tsx";
import { useCan } from "../may.tsx";
import { useWritingUp } from "./use-writing-up.ts";

/** On the page of an excerpt: has it written, or links to the choice of a model. */
export function HaveWritten({ articleId }: { articleId: string }) {
  const may = useCan();
  const mayWrite = may("change", "articles");
  const { data: offer } = useExcerptOffer(articleId, mayWrite);
  const { write, isStarting } = useWritingUp();
  const run = useLatestRun("write");
  // Reserves the space while the price loads, so that the text does not move.
  if (!offer && mayWrite) return <p className="not-printed mt-3 min-h-9" />;
  if (!offer || offer.count === 0) return null;
  if (offer.model === null)
    return may("change", "language-model") ? (
      <p className="not-printed mt-3 min-h-9 text-13 text-soft">
        Saved word for word. A language model would write it up
        {offer.suggested && `: ${formatAbout(offer.suggested.dollars)}`}.{" "}
        <Link to="/settings/language-model" className="touch text-link">
          Choose a language model
        </Link>
      </p>
    ) : null;
  const isBusy = isStarting || (run !== undefined && isGoingOn(run));
  return (
    <p className="not-printed mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft">
      <Button size="small" disabled={isBusy} onClick={() => write([articleId])}>
        <PenLine className="size-4" aria-hidden="true" />
        {isBusy ? "Writing…" : "Have this written"}
      </Button>
      {formatAbout(offer.dollars)}
    </p>
  );
}
