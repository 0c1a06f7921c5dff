import { ApiError } from "./client.ts";
import { type ReadOptions, useRead } from "./query-client.ts";

const RETRIES = 3;

/** Does not retry final answers: the account has expired, or the session has ended. */
export const shouldRetrySubscription = (failures: number, error: Error): boolean =>
  failures < RETRIES && !(error instanceof ApiError && (error.subscriptionExpired || error.status === 401));

export const useSubscription = (options?: ReadOptions<"GET /api/subscription">) =>
  useRead("GET /api/subscription", undefined, { retry: shouldRetrySubscription, ...options });
