import { useInfiniteQuery } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";

export type AuditFilter =
  NonNullable<Input<"GET /api/audit/export">["query"]> extends infer Query ? Omit<Query, "format"> : never;

/** Loads the audit log page by page, newest entry first. */
export const useAuditEntries = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ["/api/audit", filter],
    queryFn: ({ pageParam }) =>
      call("GET /api/audit", { query: { ...filter, ...(pageParam && { before: pageParam }) } }),
    initialPageParam: "",
    getNextPageParam: ({ entries, hasOlder }) => (hasOlder ? entries.at(-1)?.id : undefined),
  });
