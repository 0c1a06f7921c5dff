import type { Run } from "../../shared/contract/analysis.ts";
import { useStopRun } from "../api/excerpts.ts";
import { formatItems } from "../lib/format.ts";
import { formatPrice } from "../lib/model-cost.ts";
import { Button } from "../ui/button.tsx";
import { SaveProblem } from "../ui/save-problem.tsx";
import { May } from "./may.tsx";

/** Shows what a running run has spent and what waits for the model, with a button that stops it. */
export default function StopRun({ run: { id, progress } }: { run: Run }) {
  const stop = useStopRun();
  const { messagesWaiting, dollars } = progress;
  const facts = [
    messagesWaiting ? `${formatItems(messagesWaiting, "message waits", "messages wait")} for the model` : null,
    dollars === null ? null : `${formatPrice(dollars)} spent so far`,
  ].filter((fact) => fact !== null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <May change="analysis">
        <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate(id)}>
          {stop.isPending ? "Stopping…" : "Stop and keep what is done"}
        </Button>
      </May>
      <span className="text-13 text-soft tabular-nums">{facts.join(" · ")}</span>
      <SaveProblem error={stop.error} saved="" />
    </div>
  );
}
