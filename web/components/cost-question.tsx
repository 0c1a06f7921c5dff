import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { type EstimatedWork, useAskEstimate } from "../api/language-model.ts";
import { costOfReading } from "../lib/model-cost.ts";

const Question = lazy(() => import("../ui/confirm-dialog.tsx").then((module) => ({ default: module.Question })));

interface PricedWork {
  title: string;
  /** Names the work: 'Analyze'. */
  confirm: string;
  estimate: EstimatedWork;
  /** Comes before the price. */
  note?: string;
  start: () => void;
}

/**
 * Starts work that asks a language model, after a question that says messages, minutes and price. What costs less than a cent starts
 * at once.
 */
export function useCostQuestion() {
  const askEstimate = useAskEstimate();
  const [asked, setAsked] = useState<(PricedWork & { cost: string }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // The same function in every render, because article cards are memoized.
  const startAtPrice = useCallback(
    async (work: PricedWork) => {
      setAsking(true);
      const cost = await askEstimate(work.estimate).then(costOfReading, () => null);
      setAsking(false);
      if (cost === null) return work.start();
      setAsked({ ...work, cost });
      setOpen(true);
    },
    [askEstimate],
  );
  const question: ReactNode = asked && (
    <Suspense fallback={null}>
      <Question
        open={isOpen}
        onClose={() => setOpen(false)}
        title={asked.title}
        text={[asked.note, asked.cost].filter(Boolean).join(" ")}
        confirm={asked.confirm}
        look="primary"
        onConfirm={asked.start}
      />
    </Suspense>
  );
  return { startAtPrice, isAsking, question };
}
