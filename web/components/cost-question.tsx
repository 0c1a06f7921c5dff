import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { PricedWork } from "./run-costs.tsx";

const CostDialog = lazy(() => import("./run-costs.tsx").then((module) => ({ default: module.CostDialog })));

/**
 * Starts work that calls a language model. If the work costs a cent or more, shows `question` first. The price is
 * loaded when the person starts the work.
 */
export function useCostConfirmation() {
  const [asked, setAsked] = useState<{ work: PricedWork; press: number } | null>(null);
  const [isAsking, setAsking] = useState(false);
  // The callbacks stay the same across renders, because article cards are memoized.
  const startAtPrice = useCallback((work: PricedWork) => {
    setAsking(true);
    setAsked((before) => ({ work, press: (before?.press ?? 0) + 1 }));
  }, []);
  const stopAsking = useCallback(() => setAsking(false), []);
  const question: ReactNode = asked && (
    <Suspense fallback={null}>
      <CostDialog key={asked.press} work={asked.work} onPriced={stopAsking} />
    </Suspense>
  );
  return { startAtPrice, isAsking, question };
}
