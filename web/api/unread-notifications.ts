import { useRead } from "./query-client.ts";

/** In a file of its own: the navigation is loaded first, the list is not. */
export const useUnreadNotifications = () => useRead("GET /api/notifications").data?.unread ?? 0;
