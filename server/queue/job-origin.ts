import { z } from "zod";
import { getCurrentTrace, runInSpan } from "../telemetry/tracing.ts";
import { getWorkContext, withWorkContext } from "../telemetry/work-context.ts";

/** The request and the trace that enqueued a job, stored beside the job's data. */
const jobOrigin = z.object({ reqId: z.string().max(64).optional(), trace: z.string().max(64).optional() });
export type JobOrigin = { reqId?: string | undefined; trace?: string | undefined };

export function getJobOrigin(): JobOrigin {
  const { reqId } = getWorkContext();
  const trace = getCurrentTrace();
  return { ...(reqId && { reqId }), ...(trace && { trace }) };
}

/**
 * Runs a job so that its log lines and its span name the request that enqueued the job. `work` returns the name of its failure,
 * or null.
 */
export function runAsJob(
  name: string,
  { id, data }: { id: string; data: unknown },
  work: () => Promise<string | null>,
): Promise<void> {
  // A job enqueued by an older release lacks these fields.
  const { reqId, trace } = jobOrigin.safeParse(data).data ?? {};
  const attributes = { "messaging.destination.name": name, "messaging.message.id": id };
  return runInSpan([`process ${name}`, "consumer", { attributes, parent: trace }], (span) =>
    withWorkContext(
      { job: name, jobId: id, ...(reqId && { reqId }), ...(span && { traceId: span.traceId }) },
      async () => {
        const failure = await work();
        if (failure) span?.fail(failure);
      },
    ),
  );
}
