import { useRead } from "./query-client.ts";

/** How much needs a person. In a file of its own: the navigation is loaded first, the inbox is not. */
export const useInboxCount = () => useRead("GET /api/inbox", { query: { limit: "1" } }).data?.total ?? 0;
