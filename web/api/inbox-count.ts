import { useRead } from "./query-client.ts";

/** The number of open inbox items. In a separate file, because the navigation loads before the inbox. */
export function useInboxCount(): number {
  const { data } = useFirstInboxItem();
  return (data?.total ?? 0) + (data?.aboutWiki ?? 0);
}

/** Loads the first inbox item, with the number of open items of each kind. */
export const useFirstInboxItem = () => useRead("GET /api/inbox", { query: { limit: "1" } });
