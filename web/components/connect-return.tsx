import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";

const ConnectOutcomeNotice = lazy(async () => ({
  default: (await import("./connect-outcome.tsx")).ConnectOutcomeNotice,
}));

/** Loads the outcome of an OAuth connection only for a person whom the platform has just sent back. */
export function LazyConnectOutcome({ nameOf }: { nameOf: (platform: string) => string }) {
  const [query] = useSearchParams();
  // The notice takes the outcome out of the address at once, so only the first address counts.
  const [hasOutcome] = useState(() => query.has("outcome"));
  if (!hasOutcome) return null;
  return (
    <Suspense fallback={null}>
      <ConnectOutcomeNotice nameOf={nameOf} />
    </Suspense>
  );
}
