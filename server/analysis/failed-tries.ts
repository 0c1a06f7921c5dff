import { ConnectorError } from "../../connectors/errors.ts";
import { isRetryable } from "../db/pool.ts";
import { AppError } from "../errors.ts";
import type { RunRow } from "./queries.ts";

/** Its message is a sentence that a person reads. */
export const isForPerson = (error: unknown): error is AppError | ConnectorError =>
  error instanceof AppError || error instanceof ConnectorError;

/** The database was away, or the tries so far were those of killed workers: the work goes on, also after the queue's last try. */
export const isNoFailedTry = (error: unknown, run: Pick<RunRow, "interruptions">): boolean =>
  isRetryable(error) || (run.interruptions > 0 && !isForPerson(error));
