import { useRead } from "./query-client.ts";

/** The number of open items. A separate file, because the navigation loads before the inbox. */
export function useInboxCount(): number {
  const { data } = useFirstItem();
  return (data?.total ?? 0) + (data?.aboutWiki ?? 0);
}

/** The first item, with the number of open ones of each kind. */
export const useFirstItem = () => useRead("GET /api/inbox", { query: { limit: "1" } });
