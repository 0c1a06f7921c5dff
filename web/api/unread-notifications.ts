import { useRead } from "./query-client.ts";

/** In a separate file, because the navigation loads before the list of notifications. */
export const useUnreadNotifications = () => useRead("GET /api/notifications").data?.unread ?? 0;
