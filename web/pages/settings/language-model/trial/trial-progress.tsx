import type { Trial } from "../../../../../shared/contract/model-trials.ts";
import { useStopTrial } from "../../../../api/model-trials.ts";
import { formatItems } from "../../../../lib/format.ts";
import { formatPrice } from "../../../../lib/model-cost.ts";
import { Button } from "../../../../ui/button.tsx";
import { ProgressBar } from "../../../../ui/progress-bar.tsx";
import { SaveError } from "../../../../ui/save-problem.tsx";

/** Shows the trial's progress, the reason for waiting, and its cost so far. */
export function TrialProgress({ trial }: { trial: Trial }) {
  const { id, state, step, error, most, messagesRead, found, written, dollars } = trial;
  const stop = useStopTrial(id);
  const isFailed = state === "failed";
  return (
    <section aria-label="Progress" className="max-w-3xl">
      {!isFailed && (
        <ProgressBar fraction={found === 0 ? null : written / Math.max(found, 1)} label="Articles written" />
      )}
      <p className="pt-2 tabular-nums">
        {formatItems(messagesRead, "message")} read · {found} of at most {most} found · {written} written ·{" "}
        {formatPrice(dollars)} spent
      </p>
      <output className={`block pt-1 text-13 text-pretty ${isFailed ? "text-wrong" : "text-soft"}`}>
        {isFailed ? error : step}
        {isFailed && found > 0 && " What is written is below."}
      </output>
      {!isFailed && (
        <div className="pt-3">
          <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate()}>
            Stop and keep what is written
          </Button>
        </div>
      )}
      <SaveError error={stop.error} saved="" />
    </section>
  );
}
