import { clsx } from "clsx";
import { LogOut, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useWorkspaces } from "../api/workspaces.ts";
import { getButtonClass } from "../ui/button.tsx";
import { InboxLink } from "./inbox-link.tsx";
import { MAIN_ITEMS, SETTINGS_ROOT } from "./navigation-items.ts";
import { NavigationLink } from "./navigation-link.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { COMMAND_KEY } from "./palette/command-key.ts";
import { showOverlay } from "./palette/shell-overlay.ts";
import { ProfileBlock } from "./profile-block.tsx";
import { SettingsGroup } from "./settings-group.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Wordmark } from "./wordmark.tsx";

export function SideNavigation() {
  const isInSettings = useLocation().pathname.startsWith(SETTINGS_ROOT);
  return (
    <div className="flex h-full flex-col gap-8 px-4 pt-7 pb-5">
      <div className="flex items-center justify-between gap-2 pl-2 max-lg:pr-12">
        <Wordmark />
        <NotificationBell />
      </div>
      <WorkspaceSwitcher />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => showOverlay("palette")}
        className="-my-3 flex min-h-9 max-lg:hidden shrink-0 items-center gap-3 rounded-box border border-rule px-2 text-soft transition-colors hover:border-edge hover:text-ink"
      >
        <Search className="size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />
        Find anything
        <kbd className="ml-auto font-sans text-12 text-faint" aria-hidden="true">
          {COMMAND_KEY} K
        </kbd>
      </button>
      <div className="-mx-2 flex min-h-32 flex-1 flex-col gap-0.5 overflow-y-auto px-2">
        <InboxLink />
        <nav aria-label="Main" className="flex flex-col gap-0.5">
          {MAIN_ITEMS.map((item) => (
            <NavigationLink key={item.to} {...item} />
          ))}
          <SettingsGroup key={String(isInSettings)} startsOpen={isInSettings} />
        </nav>
      </div>
      <div className="-mt-4 flex flex-col gap-3 border-t border-rule pt-4">
        <ProfileBlock />
        <div className="flex items-center justify-between">
          <a href="/api/logout" className={clsx(getButtonClass({ look: "quiet", size: "small" }), "hover:bg-sunken")}>
            <LogOut className="size-4" aria-hidden="true" />
            Log Out
          </a>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}

const WorkspaceList = lazy(() => import("./workspace-list.tsx").then((module) => ({ default: module.WorkspaceList })));

/** Switches between workspaces. Neither shown to nor loaded for people with only one workspace. */
function WorkspaceSwitcher() {
  const { data } = useWorkspaces();
  if (!data || data.own.length + data.joinable.length < 2) return null;
  return (
    <Suspense fallback={<div className="min-h-9 pointer-coarse:min-h-11" />}>
      <WorkspaceList workspaces={data} />
    </Suspense>
  );
}
