import { useRead } from "./query-client.ts";

/** The number of open items. A separate file, because the navigation loads before the inbox. */
export const useInboxCount = () => useRead("GET /api/inbox", { query: { limit: "1" } }).data?.total ?? 0;
