import { useRead } from "./query-client.ts";

export const useUser = () => useRead("GET /api/auth/user");
