import { dismissReport, useBulkState } from "./bulk-work.ts";
import { FailureReport } from "./failure-report.tsx";

export function BulkReport() {
  const { report } = useBulkState();
  return report && <FailureReport report={report} onDismiss={dismissReport} />;
}
