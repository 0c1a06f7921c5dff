import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Log } from "../../shared/contract/activity.ts";
import { call, type Input } from "./client.ts";
import { useRead } from "./query-client.ts";

export type LogFilter = NonNullable<Input<"GET /api/logs/counts">["query"]>;
export type AnalyticsRange = NonNullable<Input<"GET /api/analytics">["query"]>;

export const LOG_PAGE_SIZE = 200;
/** A person who returns within this time finds the list as they left it. */
const CACHED_MS = 30 * 60_000;

export const useStats = () => useRead("GET /api/stats");
export const useOverview = () => useRead("GET /api/analytics/overview");
export const useAnsweredStats = () => useRead("GET /api/analytics/answered");
export const useAnalytics = (range: AnalyticsRange, enabled: boolean) =>
  useRead("GET /api/analytics", { query: range }, { enabled, placeholderData: keepPreviousData });

export const useLatestLogs = (limit: number) => useRead("GET /api/logs", { query: { limit: String(limit) } });
export const useLogCounts = (filter: LogFilter = {}) =>
  useRead("GET /api/logs/counts", { query: filter }, { placeholderData: keepPreviousData });

export interface LogList {
  /** The loaded log entries, newest first. */
  logs: Log[];
  /** True if the server has no entries older than the loaded ones. */
  isWhole: boolean;
}

/**
 * The entries that match a filter, loaded page by page. Entries never change, so a server event or a refresh loads only the
 * newest page and prepends it to the known entries.
 */
export function useLogList(filter: LogFilter) {
  const queryClient = useQueryClient();
  const queryKey = ["/api/logs", "list", filter];
  const list = useQuery<LogList>({
    queryKey,
    queryFn: async () => {
      const page = await readPage(filter);
      return mergeNewestLogs(queryClient.getQueryData(queryKey), page);
    },
    placeholderData: keepPreviousData,
    // Comparing ten thousand entries one by one takes longer than drawing the visible ones.
    structuralSharing: false,
    gcTime: CACHED_MS,
  });
  const older = useMutation({
    mutationFn: async () => {
      const known = queryClient.getQueryData<LogList>(queryKey);
      const page = await readPage(filter, known?.logs.at(-1)?.id);
      queryClient.setQueryData<LogList>(queryKey, (now) => now && appendOlderLogs(now, page));
    },
  });
  return { list, older };
}

const readPage = (filter: LogFilter, before?: string) =>
  call("GET /api/logs", { query: { ...filter, limit: String(LOG_PAGE_SIZE), ...(before && { before }) } });

/**
 * Starts a new list if the newest page and the known entries have no entry in common, for example after a long absence.
 */
export function mergeNewestLogs(known: LogList | undefined, page: Log[]): LogList {
  const isLast = page.length < LOG_PAGE_SIZE;
  const read = new Set(page.map(({ id }) => id));
  if (!known || isLast || !known.logs.some(({ id }) => read.has(id))) return { logs: page, isWhole: isLast };
  return { logs: [...page, ...known.logs.filter(({ id }) => !read.has(id))], isWhole: known.isWhole };
}

export function appendOlderLogs({ logs }: LogList, page: Log[]): LogList {
  const known = new Set(logs.map(({ id }) => id));
  return { logs: [...logs, ...page.filter(({ id }) => !known.has(id))], isWhole: page.length < LOG_PAGE_SIZE };
}
