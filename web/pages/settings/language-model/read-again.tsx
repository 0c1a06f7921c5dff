import { lazy, Suspense } from "react";
import { useRereadingOffer, useStartRereading } from "../../../api/model-waiting.ts";
import { isUnfinished, useLatestRun } from "../../../api/runs.ts";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { formatMinuteRange, formatPriceRange } from "../../../lib/model-cost.ts";
import { Button } from "../../../ui/button.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

const StopRun = lazy(() => import("../../../components/run-costs.tsx").then((module) => ({ default: module.StopRun })));

/**
 * Offers to analyze conversations again that were analyzed without this model, at a shown price. Hidden if there are
 * none.
 */
export function RereadingOfferSection() {
  const { data } = useRereadingOffer(true);
  const starting = useStartRereading();
  const run = useLatestRun("analyse");
  if (!data || data.model === null || (data.conversations === 0 && data.asked === 0)) return null;
  const { conversations, messages, dollars, minutes, asked, model } = data;
  return (
    <Section title="Read again">
      <div className="flex max-w-[65ch] flex-col gap-4 pt-4 text-pretty text-soft">
        {conversations > 0 && (
          <p>
            {formatItems(conversations, "conversation was", "conversations were")} read without {model}. Reading{" "}
            {conversations === 1 ? "it" : "them"} again, {formatItems(messages, "message")}, takes{" "}
            {formatMinuteRange(minutes)}
            {dollars && ` and ${formatPriceRange(dollars)}`}. Articles keep their words until then.
          </p>
        )}
        {asked > 0 && (
          <p>{formatItems(asked, "conversation is", "conversations are")} being read again. You can leave this page.</p>
        )}
        {asked > 0 && run && isUnfinished(run) && (
          <Suspense fallback={<div className="h-9" />}>
            <StopRun run={run} />
          </Suspense>
        )}
        <SaveError error={starting.error} />
        {conversations > 0 && (
          <div>
            <Button disabled={starting.isPending} onClick={() => starting.mutate()}>
              {starting.isPending ? "Starting…" : "Read again"}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
