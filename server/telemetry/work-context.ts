import { AsyncLocalStorage } from "node:async_hooks";

/** What the work in hand belongs to. Each line of the log carries it; ids only. */
export interface WorkContext {
  /** Of the request, also in the job that it asked for. */
  reqId?: string;
  /** The queue's or the scheduled job's name. */
  job?: string;
  jobId?: string;
  /** While traces are exported. */
  traceId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs the work, and all that it starts, with these fields beside those that are there. */
export function withWorkContext<T>(fields: WorkContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...fields }, work);
}

export const workContext = (): WorkContext => storage.getStore() ?? {};
