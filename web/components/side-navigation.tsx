import { clsx } from "clsx";
import { LogOut } from "lucide-react";
import { Link, useLocation } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { isActive, MAIN_ITEMS, type NavigationItem } from "./navigation-items.ts";
import { ProfileBlock } from "./profile-block.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Wordmark } from "./wordmark.tsx";

export function SideNavigation() {
  return (
    <div className="flex h-full flex-col gap-8 overflow-y-auto px-4 py-7">
      <div className="px-2">
        <Wordmark />
      </div>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {MAIN_ITEMS.map((item) => (
          <NavigationLink key={item.to} {...item} />
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-3 border-t border-rule pt-4">
        <ProfileBlock />
        <div className="flex items-center justify-between">
          <a href="/api/logout" className={clsx(buttonClass({ look: "quiet", size: "small" }), "hover:bg-sunken")}>
            <LogOut className="size-4" aria-hidden="true" />
            Log Out
          </a>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}

function NavigationLink({ to, label, Icon }: NavigationItem) {
  const active = isActive(to, useLocation().pathname);
  return (
    <Link
      to={to}
      aria-current={active ? "page" : undefined}
      className={clsx(
        "flex min-h-9 items-center gap-3 rounded-box px-2 transition-colors",
        active ? "bg-sunken font-semibold text-ink" : "text-soft hover:text-ink",
      )}
    >
      <Icon className={clsx("size-[1.125rem] shrink-0", active ? "text-ink" : "text-faint")} aria-hidden="true" />
      {label}
    </Link>
  );
}
