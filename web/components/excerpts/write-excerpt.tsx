import { PenLine } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { ExcerptOffer } from "../../../shared/contract/excerpts.ts";
import { useExcerptOffer } from "../../api/excerpts.ts";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { formatItems } from "../../lib/format.ts";
import { formatApproximatePrice } from "../../lib/model-cost.ts";
import { Button } from "../../ui/button.tsx";
import { useCan } from "../permissions.tsx";
import { useExcerptWriting } from "./use-excerpt-writing.ts";

const LINE = "not-printed mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft";

/**
 * Equal to the contract's MAX_EXCERPTS_PER_REQUEST. Importing that constant would load the contract's validator into
 * the browser.
 */
const MOST_WRITTEN = 1_000;

interface WriteExcerptProps {
  articleId: string;
  /** The article consists of unchanged chat sentences, which a model has not rewritten yet. */
  isExcerpt: boolean;
}

/**
 * Rewrites one article of unchanged chat sentences, or restores the sentences. Without a model, links to the choice of
 * a model.
 */
export function WriteExcerptAction({ articleId, isExcerpt }: WriteExcerptProps) {
  const may = useCan();
  const mayWrite = may("change", "articles");
  const [wasExcerpt] = useState(isExcerpt);
  const { data: offer } = useExcerptOffer(articleId, mayWrite && wasExcerpt);
  if (!wasExcerpt) return null;
  // An empty line keeps the space while the price loads, so that the text below does not move.
  if (!offer) return mayWrite ? <p className={LINE} /> : null;
  if (offer.count === 0) return isExcerpt || !offer.undo ? null : <Written undo={offer.undo} />;
  if (offer.model !== null)
    return (
      <p className={LINE}>
        <WriteButton articleId={articleId} />
        {formatApproximatePrice(offer.dollars)}
      </p>
    );
  return may("change", "language-model") ? (
    <p className={LINE}>
      <span>
        Saved in the chat's own words. A language model would write it up
        {offer.suggested && `: ${formatApproximatePrice(offer.suggested.dollars)}`}.{" "}
        <Link to="/settings/language-model" className="touch text-link">
          Choose a language model
        </Link>
      </span>
    </p>
  ) : null;
}

/**
 * The card's button for rewriting, with the average price. Hidden without a model, because the page mentions a missing
 * model only once.
 */
export function WriteExcerptButton({ articleId }: Pick<WriteExcerptProps, "articleId">) {
  const { data: offer } = useExcerptOffer();
  if (!offer?.model || offer.count === 0) return null;
  const price = formatApproximatePrice(offer.dollars === null ? null : offer.dollars / offer.count);
  return <WriteButton articleId={articleId} price={price} />;
}

/** Rewrites the selected articles, if a language model is configured. */
export function WriteSelectedExcerpts({ ids }: { ids: string[] }) {
  const { data: offer } = useExcerptOffer();
  const { write, isStarting } = useExcerptWriting();
  if (!offer?.model || offer.count === 0) return null;
  const price = formatApproximatePrice(offer.dollars === null ? null : (offer.dollars / offer.count) * ids.length);
  return (
    <Button size="small" disabled={isStarting} onClick={() => write(ids.slice(0, MOST_WRITTEN))}>
      <PenLine className="size-4" aria-hidden="true" />
      Have {formatItems(Math.min(ids.length, MOST_WRITTEN), "excerpt")} written{price && `: ${price}`}
    </Button>
  );
}

function WriteButton({ articleId, price = null }: { articleId: string; price?: string | null }) {
  const { write, isStarting } = useExcerptWriting();
  const run = useLatestRun("write");
  const isBusy = isStarting || (run !== undefined && isUnfinished(run));
  return (
    <Button size="small" className="relative" disabled={isBusy} onClick={() => write([articleId])}>
      <PenLine className="size-4" aria-hidden="true" />
      {isBusy ? "Writing…" : `Have this written${price ? `: ${price}` : ""}`}
    </Button>
  );
}

/** Restores the chat sentences of all articles that were rewritten in the same run as this one. */
function Written({ undo: { runId, count } }: { undo: NonNullable<ExcerptOffer["undo"]> }) {
  const writing = useExcerptWriting();
  return (
    <p className={LINE}>
      Written up by the language model.
      <Button size="small" look="quiet" disabled={writing.isUndoing} onClick={() => writing.undo(runId)}>
        {writing.isUndoing ? "Restoring…" : count === 1 ? "Restore the excerpt" : `Restore all ${count} excerpts`}
      </Button>
    </p>
  );
}
