import { ConnectorError } from "../../connectors/errors.ts";
import { isRetryable } from "../db/pool.ts";
import { AppError } from "../errors.ts";
import type { RunRow } from "./queries.ts";

/** True for errors with a message for people. */
export const hasMessageForPeople = (error: unknown): error is AppError | ConnectorError =>
  error instanceof AppError || error instanceof ConnectorError;

/**
 * True if the database was unavailable or earlier attempts ended with killed workers; then the run continues even after the
 * queue's last retry.
 */
export const isRetriedWithoutLimit = (error: unknown, run: Pick<RunRow, "interruptions">): boolean =>
  isRetryable(error) || (run.interruptions > 0 && !hasMessageForPeople(error));
