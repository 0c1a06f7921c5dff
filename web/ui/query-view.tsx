import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "../lib/api-error.ts";
import { Button } from "./button.tsx";

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Whether the other data of the page has loaded (`useAllLoaded`); shows the loading state until then. */
  isReady?: boolean;
  loading: ReactNode;
  /** Shown instead of the data when it is an empty list. */
  empty?: ReactNode;
  /** Wraps the failure in the page's frame, for pages that have no frame without data. */
  failed?: (failure: ReactNode) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** The loading, error, empty and data states of every query. If a refresh fails, the earlier data stays. */
export function QueryView<Data>({ query, isReady = true, loading, empty, failed, children }: QueryViewProps<Data>) {
  if (query.data !== undefined && isReady) {
    const isEmpty = Array.isArray(query.data) && query.data.length === 0;
    return isEmpty && empty !== undefined ? empty : children(query.data);
  }
  if (query.isError) {
    const failure = <QueryError error={query.error} onRetry={() => void query.refetch()} />;
    return failed ? failed(failure) : failure;
  }
  return loading;
}

/** True if all queries have answered once, so that the parts of a page appear together. A refresh hides nothing. */
export function useAllLoaded(queries: readonly Pick<UseQueryResult, "isLoading">[]): boolean {
  const isLoading = queries.some((query) => query.isLoading);
  const [haveAnswered, setAnswered] = useState(!isLoading);
  if (!haveAnswered && !isLoading) setAnswered(true);
  return haveAnswered || !isLoading;
}

export function QueryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 py-6">
      <p className="font-serif text-19">This could not be loaded.</p>
      <p className="max-w-[60ch] text-soft">
        {error instanceof ApiError ? error.explanation : "The server did not answer. Check your connection."} Nothing
        was lost.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
