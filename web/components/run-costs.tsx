import { useEffect, useState } from "react";
import type { Run } from "../../shared/contract/analysis.ts";
import { useStopRun } from "../api/excerpts.ts";
import { type EstimatedWork, useLoadEstimate } from "../api/language-model.ts";
import { formatItems } from "../lib/format.ts";
import { formatPrice, formatReadingCost } from "../lib/model-cost.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { SaveError } from "../ui/save-problem.tsx";
import { Permitted } from "./permissions.tsx";

export interface PricedWork {
  title: string;
  /** The label of the confirming button, such as 'Analyze'. */
  confirm: string;
  estimate: EstimatedWork;
  /** A sentence in front of the price. */
  note?: string;
  /** A sentence in front of the others; with it the question is asked even if the work is free. */
  warning?: string | null;
  start: () => void;
}

interface CostDialogProps {
  work: PricedWork;
  /** Called when the price is known, so that either the work has started or the question is shown. */
  onPriced: () => void;
}

/**
 * Shows messages, minutes and price before work that calls a language model. Work that costs less than a cent starts
 * immediately, unless it has a warning.
 */
export function CostDialog({ work, onPriced }: CostDialogProps) {
  const askEstimate = useLoadEstimate();
  const { title, warning, note, confirm, start } = work;
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void askEstimate(work.estimate)
      .then(formatReadingCost, () => null)
      .then((told) => {
        if (isGone) return;
        if (told || warning) setText([warning, told && note, told].filter(Boolean).join(" "));
        else start();
        onPriced();
      });
    return () => {
      isGone = true;
    };
  }, [askEstimate, work.estimate, warning, note, start, onPriced]);
  return (
    <ConfirmDialog
      open={text !== null}
      onClose={() => setText(null)}
      title={title}
      text={text ?? ""}
      confirm={confirm}
      look="primary"
      onConfirm={start}
    />
  );
}

/** Shows what a run has cost and which work waits for the model, with a button that stops the run. */
export function StopRun({ run: { id, progress } }: { run: Run }) {
  const stop = useStopRun();
  const { messagesWaiting, dollars } = progress;
  const facts = [
    messagesWaiting ? `${formatItems(messagesWaiting, "message waits", "messages wait")} for the model` : null,
    dollars === null ? null : `${formatPrice(dollars)} spent so far`,
  ].filter((fact) => fact !== null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Permitted change="analysis">
        <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate(id)}>
          {stop.isPending ? "Stopping…" : "Stop and keep what is done"}
        </Button>
      </Permitted>
      <span className="text-13 text-soft tabular-nums">{facts.join(" · ")}</span>
      <SaveError error={stop.error} saved="" />
    </div>
  );
}
