import { useRead } from "./query-client.ts";

export const useStats = () => useRead("GET /api/stats");
export const useLogs = () => useRead("GET /api/logs");
