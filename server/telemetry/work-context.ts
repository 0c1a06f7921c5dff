import { AsyncLocalStorage } from "node:async_hooks";

/** The context of the current work, which is added to each log line; ids only. */
export interface WorkContext {
  /** The request's id, also in a job that it enqueued. */
  reqId?: string;
  /** The queue's or the scheduled job's name. */
  job?: string;
  jobId?: string;
  /** Set while traces are exported. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs the work, and everything it starts, with these fields added. */
export function withWorkContext<T>(fields: WorkContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

export const getWorkContext = (): WorkContext => storage.getStore() ?? {};
