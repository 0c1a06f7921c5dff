import { Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { useCostConfirmation } from "../../components/cost-question.tsx";
import { Permitted, useCan } from "../../components/permissions.tsx";
import { RunWithStop } from "../../components/run-progress.tsx";
import { Button } from "../../ui/button.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import { useAnalysisTest } from "./use-analysis-test.ts";

/**
 * The card that runs the test. The run is on the server, so a person who leaves the page finds its progress or result
 * here again.
 */
export function SlackTestCard() {
  const test = useAnalysisTest();
  const run = useLatestRun("test");
  const mayRun = useCan()("change", "analysis");
  const busy = test.isPending || (run !== undefined && isUnfinished(run));
  const { startAtPrice, isAsking, question } = useCostConfirmation();
  const start = () =>
    startAtPrice({
      title: "Run the analysis test?",
      confirm: "Run Analysis Test",
      estimate: { work: "test" },
      start: () => test.mutate(),
    });
  useStartByCommand(start);

  return (
    <section aria-labelledby="slack-test" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-[46ch] flex-1 basis-72">
          <h2 id="slack-test" className="font-serif text-24 font-medium">
            Slack Monitoring & Testing
          </h2>
          <p className="mt-1.5 text-soft">
            {mayRun
              ? "Read the last messages of every active channel and see which of them become articles."
              : "What the last test of the active channels found. Owners, admins and editors can run one."}
          </p>
        </div>
        <Permitted change="analysis">
          <Button look="primary" disabled={busy || isAsking} onClick={start}>
            <Play className="size-4" aria-hidden="true" />
            {busy ? "Analyzing Messages..." : "Run Analysis Test"}
          </Button>
        </Permitted>
      </div>
      {question}
      {busy ? <RunWithStop run={run && isUnfinished(run) ? run : undefined} /> : <TestOutcome test={test} run={run} />}
    </section>
  );
}

/** Starts the test by the palette's command, which leads to this card, because the price is asked here. */
function useStartByCommand(start: () => void) {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const isCommanded = (state as { runTest?: boolean } | null)?.runTest === true;
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });
  useEffect(() => {
    if (!isCommanded) return;
    // Otherwise a reload would start the test again.
    void navigate(pathname, { replace: true, state: null });
    latestStart.current();
  }, [isCommanded, navigate, pathname]);
}
