import { clsx } from "clsx";
import { ChevronDown, Settings } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { SETTINGS_ITEMS } from "./navigation-items.ts";
import { NavigationLink } from "./navigation-link.tsx";
import { useCan } from "./permissions.tsx";

/** A collapsible group of links. Recreated in its open state when a person navigates to a settings page. */
export function SettingsGroup({ startsOpen }: { startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  const may = useCan();
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-9 items-center pointer-coarse:min-h-11 gap-3 rounded-box px-2 text-soft transition-colors hover:text-ink"
      >
        <Settings className="size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />
        Settings
        <ChevronDown
          className={clsx("ml-auto size-4 text-faint transition-transform", open && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      <div id={id} hidden={!open} className={clsx("flex-col gap-0.5 pl-4", open && "flex")}>
        {SETTINGS_ITEMS.filter(({ reads }) => !reads || may("read", reads)).map((item) => (
          <Fragment key={item.to}>
            {item.begins && <p className="px-2 pt-3 text-12 font-medium text-faint">{item.begins}</p>}
            <NavigationLink {...item} />
          </Fragment>
        ))}
      </div>
    </>
  );
}
