import { Bell } from "lucide-react";
import { Link } from "react-router";
import { useRead } from "../api/query-client.ts";
import { formatCount } from "../lib/format.ts";

const MOST_SHOWN = 99;

export function NotificationBell() {
  const unread = useUnreadNotifications();
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications: ${formatCount(unread)} unread` : "Notifications"}
      className="relative grid size-10 shrink-0 place-items-center rounded-box text-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Bell className="size-[1.125rem]" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-[1.125rem] rounded-full bg-accent px-1 text-center text-12 leading-[1.125rem] font-medium text-on-accent tabular-nums"
        >
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}

/** In a separate file, because the navigation loads before the list of notifications. */
const useUnreadNotifications = () => useRead("GET /api/notifications").data?.unread ?? 0;
