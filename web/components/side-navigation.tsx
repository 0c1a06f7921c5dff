import { clsx } from "clsx";
import { LogOut } from "lucide-react";
import { useLocation } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { isActive, MAIN_ITEMS, SETTINGS_ROOT } from "./navigation-items.ts";
import { NavigationLink } from "./navigation-link.tsx";
import { ProfileBlock } from "./profile-block.tsx";
import { SettingsGroup } from "./settings-group.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Wordmark } from "./wordmark.tsx";

export function SideNavigation() {
  const isInSettings = isActive(SETTINGS_ROOT, useLocation().pathname);
  return (
    <div className="flex h-full flex-col gap-8 overflow-y-auto px-4 py-7">
      <div className="px-2">
        <Wordmark />
      </div>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {MAIN_ITEMS.map((item) => (
          <NavigationLink key={item.to} {...item} />
        ))}
        <SettingsGroup key={String(isInSettings)} startsOpen={isInSettings} />
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
