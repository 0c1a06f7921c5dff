import { PenLine } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { ExcerptOffer } from "../../../shared/contract/excerpts.ts";
import { useExcerptOffer } from "../../api/excerpts.ts";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { formatItems } from "../../lib/format.ts";
import { formatApproximatePrice, formatMinuteRange } from "../../lib/model-cost.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Permitted, useCan } from "../permissions.tsx";
import { useExcerptWriting } from "./use-excerpt-writing.ts";

const StopRun = lazy(() => import("../run-costs.tsx").then((module) => ({ default: module.StopRun })));

/**
 * Offers to let a language model rewrite all articles of unchanged chat sentences: cost, progress and a button to stop.
 * Renders nothing without such articles.
 */
export default function ExcerptsOffer({ className = "" }: { className?: string }) {
  const { data: offer } = useExcerptOffer();
  const run = useLatestRun("write");
  const isWriting = run !== undefined && isUnfinished(run);
  if (!offer || (offer.count === 0 && !offer.undo && !isWriting)) return null;
  return (
    <section aria-label="Excerpts" className={`rounded-box border border-rule bg-raised p-4 ${className}`}>
      {isWriting ? (
        <div className="flex flex-col gap-2">
          <output className="block text-13 text-soft tabular-nums">{run.progress.step}</output>
          <ProgressBar fraction={run.progress.fraction} label={run.progress.step} />
          <Suspense fallback={<div className="h-9" />}>
            <StopRun run={run} />
          </Suspense>
        </div>
      ) : (
        <>
          {offer.undo && <Written undo={offer.undo} problems={run?.result?.problems ?? []} />}
          {offer.count > 0 && <Offer offer={offer} />}
        </>
      )}
    </section>
  );
}

function Offer({ offer: { count, messages, minutes, model, dollars, suggested } }: { offer: ExcerptOffer }) {
  const { write, isStarting } = useExcerptWriting();
  const may = useCan();
  const price = formatApproximatePrice(model === null ? (suggested?.dollars ?? null) : dollars);
  const takes = [formatItems(messages, "message"), formatMinuteRange(minutes), ...(price ? [price] : [])].join(", ");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex-1 basis-72 text-pretty">
        {formatItems(count, "thing was", "things were")} found and saved in the chat's own words.{" "}
        {model === null ? "With a language model they" : "They can"} become written articles: {takes}.
      </p>
      {model === null ? (
        may("change", "language-model") && (
          <Link to="/settings/language-model" className="touch font-medium text-link">
            Choose a language model
          </Link>
        )
      ) : (
        <Permitted change="articles">
          <Button disabled={isStarting} onClick={() => write()}>
            <PenLine className="size-4" aria-hidden="true" />
            {count === 1 ? "Have it written" : `Have all ${count} written`}
          </Button>
        </Permitted>
      )}
    </div>
  );
}

function Written({ undo, problems }: { undo: NonNullable<ExcerptOffer["undo"]>; problems: string[] }) {
  const writing = useExcerptWriting();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 not-last:pb-3">
      <p className="flex-1 basis-72 text-pretty text-soft">
        {formatItems(undo.count, "excerpt was", "excerpts were")} written up by the language model. {problems.join(" ")}
      </p>
      <Permitted change="articles">
        <Button size="small" look="quiet" disabled={writing.isUndoing} onClick={() => writing.undo(undo.runId)}>
          {writing.isUndoing ? "Restoring…" : `Restore the ${undo.count === 1 ? "excerpt" : "excerpts"}`}
        </Button>
      </Permitted>
    </div>
  );
}
