import { AsyncLocalStorage } from "node:async_hooks";

/** Ids of the current work, which are added to each log line. */
export interface WorkContext {
  /** The request's id, also in a job that the request enqueued. */
  reqId?: string;
  /** The name of the queue or of the scheduled job. */
  job?: string;
  jobId?: string;
  /** Set while traces are exported. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs the work, and everything that the work starts, with these fields added to the log lines. */
export function withWorkContext<T>(fields: WorkContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

export const getWorkContext = (): WorkContext => storage.getStore() ?? {};
