import { PenLine } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ExcerptOffer } from "../../../shared/contract/excerpts.ts";
import { useExcerptOffer } from "../../api/excerpts.ts";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { formatItems } from "../../lib/format.ts";
import { formatAbout } from "../../lib/model-cost.ts";
import { Button } from "../../ui/button.tsx";
import { useCan } from "../may.tsx";
import { useWritingUp } from "./use-writing-up.ts";

const LINE = "not-printed mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft";

/** Equals the contract's MOST_WRITTEN_AT_ONCE. It is repeated here to keep the contract's validator out of the bundle. */
const MOST_WRITTEN = 1_000;

interface HaveWrittenProps {
  articleId: string;
  /** Saved in the chat's own words, and not written up yet. */
  isExcerpt: boolean;
}

/** Has one excerpt written and restores it, or links to the choice of a model. */
export function HaveWritten({ articleId, isExcerpt }: HaveWrittenProps) {
  const may = useCan();
  const mayWrite = may("change", "articles");
  const [wasExcerpt] = useState(isExcerpt);
  const { data: offer } = useExcerptOffer(articleId, mayWrite && wasExcerpt);
  if (!wasExcerpt) return null;
  // Reserves the space while the price loads, so that the text does not move.
  if (!offer) return mayWrite ? <p className={LINE} /> : null;
  if (offer.count === 0) return isExcerpt || !offer.undo ? null : <Written undo={offer.undo} />;
  if (offer.model !== null)
    return (
      <p className={LINE}>
        <WriteButton articleId={articleId} />
        {formatAbout(offer.dollars)}
      </p>
    );
  return may("change", "language-model") ? (
    <p className={LINE}>
      <span>
        Saved in the chat's own words. A language model would write it up
        {offer.suggested && `: ${formatAbout(offer.suggested.dollars)}`}.{" "}
        <Link to="/settings/language-model" className="touch text-link">
          Choose a language model
        </Link>
      </span>
    </p>
  ) : null;
}

/** A button for a card, with the average price of an excerpt. It is hidden without a model, because a page says that at most once. */
export function HaveCardWritten({ articleId }: Pick<HaveWrittenProps, "articleId">) {
  const { data: offer } = useExcerptOffer();
  if (!offer?.model || offer.count === 0) return null;
  const price = formatAbout(offer.dollars === null ? null : offer.dollars / offer.count);
  return <WriteButton articleId={articleId} price={price} />;
}

/** Shown when a language model is configured: has the selected excerpts written as articles. */
export function HaveSelectedWritten({ ids }: { ids: string[] }) {
  const { data: offer } = useExcerptOffer();
  const { write, isStarting } = useWritingUp();
  if (!offer?.model || offer.count === 0) return null;
  const price = formatAbout(offer.dollars === null ? null : (offer.dollars / offer.count) * ids.length);
  return (
    <Button size="small" disabled={isStarting} onClick={() => write(ids.slice(0, MOST_WRITTEN))}>
      <PenLine className="size-4" aria-hidden="true" />
      Have {formatItems(Math.min(ids.length, MOST_WRITTEN), "excerpt")} written{price && `: ${price}`}
    </Button>
  );
}

function WriteButton({ articleId, price = null }: { articleId: string; price?: string | null }) {
  const { write, isStarting } = useWritingUp();
  const run = useLatestRun("write");
  const isBusy = isStarting || (run !== undefined && isUnfinished(run));
  return (
    <Button size="small" className="relative" disabled={isBusy} onClick={() => write([articleId])}>
      <PenLine className="size-4" aria-hidden="true" />
      {isBusy ? "Writing…" : `Have this written${price ? `: ${price}` : ""}`}
    </Button>
  );
}

/** Restores all excerpts of the run that wrote this article. */
function Written({ undo: { runId, count } }: { undo: NonNullable<ExcerptOffer["undo"]> }) {
  const writing = useWritingUp();
  return (
    <p className={LINE}>
      Written up by the language model.
      <Button size="small" look="quiet" disabled={writing.isUndoing} onClick={() => writing.undo(runId)}>
        {writing.isUndoing ? "Restoring…" : count === 1 ? "Restore the excerpt" : `Restore all ${count} excerpts`}
      </Button>
    </p>
  );
}
