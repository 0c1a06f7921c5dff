import { useRead } from "./query-client.ts";

/** The number of open items. A separate file, because the navigation loads before the inbox. */
export function useInboxCount(): number {
  const { data } = useRead("GET /api/inbox", { query: { limit: "1" } });
  return (data?.total ?? 0) + (data?.aboutWiki ?? 0);
}
