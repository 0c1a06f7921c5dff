import { useRead } from "./query-client.ts";

const READ_EVERY_MS = 10_000;

/** Loads the status of the installation again and again while the page is open. */
export const useStatus = () => useRead("GET /api/status", undefined, { refetchInterval: READ_EVERY_MS });
