import { lazy, Suspense } from "react";
import { dismissReport, useBulkState } from "./bulk-state.ts";

/** In one chunk with the bulk actions (`vite.config.ts`), so that it is available even if the network fails. */
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
