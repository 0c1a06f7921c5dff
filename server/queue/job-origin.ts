import { z } from "zod";
import { currentTrace, inSpan } from "../telemetry/tracing.ts";
import { withWorkContext, workContext } from "../telemetry/work-context.ts";

/** Beside a job's own data: the request and the trace that it was asked for in. */
const jobOrigin = z.object({ reqId: z.string().max(64).optional(), trace: z.string().max(64).optional() });
export type JobOrigin = { reqId?: string | undefined; trace?: string | undefined };

export function originOfJob(): JobOrigin {
  const { reqId } = workContext();
  const trace = currentTrace();
  return { ...(reqId && { reqId }), ...(trace && { trace }) };
}

/** The job's lines in the log and its span name the request that asked for it. `work` answers the name of what it failed with, or null. */
export function asJob(
  name: string,
  { id, data }: { id: string; data: unknown },
  work: () => Promise<string | null>,
): Promise<void> {
  // A job of an older release says nothing of it.
  const { reqId, trace } = jobOrigin.safeParse(data).data ?? {};
  const attributes = { "messaging.destination.name": name, "messaging.message.id": id };
  return inSpan([`process ${name}`, "consumer", { attributes, parent: trace }], (span) =>
    withWorkContext(
      { job: name, jobId: id, ...(reqId && { reqId }), ...(span && { traceId: span.traceId }) },
      async () => {
        const failure = await work();
        if (failure) span?.fail(failure);
      },
    ),
  );
}
