import { useRead } from "./query-client.ts";

const READ_EVERY_MS = 10_000;

/** Read again while it is looked at. */
export const useStatus = () => useRead("GET /api/status", undefined, { refetchInterval: READ_EVERY_MS });
