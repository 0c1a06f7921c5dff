import { clsx } from "clsx";
import { Link, useLocation } from "react-router";
import { isActiveItem, isInboxLocation, type NavigationItem } from "./navigation-items.ts";

export function NavigationLink({ to, label, Icon }: NavigationItem) {
  const location = useLocation();
  const active = isActiveItem(to, location.pathname) && !isInboxLocation(location);
  return (
    <Link
      to={to}
      aria-current={active ? "page" : undefined}
      className={clsx(
        "flex min-h-9 items-center pointer-coarse:min-h-11 gap-3 rounded-box px-2 transition-colors",
        active ? "bg-sunken font-semibold text-ink" : "text-soft hover:text-ink",
      )}
    >
      <Icon className={clsx("size-[1.125rem] shrink-0", active ? "text-ink" : "text-faint")} aria-hidden="true" />
      {label}
    </Link>
  );
}
