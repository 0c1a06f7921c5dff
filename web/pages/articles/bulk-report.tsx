import { lazy, Suspense } from "react";
import { dismissReport, useBulkState } from "./bulk-state.ts";

/** In one file with the work that it tells of (`vite.config.ts`), so that it is there once something failed. */
const FailureReport = lazy(() => import("./failure-report.tsx").then((module) => ({ default: module.FailureReport })));

export function BulkReport() {
  const { report } = useBulkState();
  if (!report) return null;
  return (
    <Suspense>
      <FailureReport report={report} onDismiss={dismissReport} />
    </Suspense>
  );
}
