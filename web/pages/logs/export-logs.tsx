import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { Log } from "../../../shared/contract/activity.ts";
import { buttonClass } from "../../ui/button.tsx";
import { csvOf, download } from "./log-files.ts";

/** Downloads what the filters leave. */
export function ExportLogs({ logs }: { logs: readonly Log[] }) {
  const item = "flex min-h-9 cursor-pointer items-center rounded-box px-3 outline-none data-highlighted:bg-sunken";
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass()}>
        <Download className="size-4" aria-hidden="true" />
        Export Logs
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="appear z-40 min-w-40 rounded-box border border-edge bg-raised p-1.5 shadow-lift"
        >
          <DropdownMenu.Item className={item} onSelect={() => download("logs.csv", "text/csv", csvOf(logs))}>
            As CSV
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={item}
            onSelect={() => download("logs.json", "application/json", JSON.stringify(logs, null, 2))}
          >
            As JSON
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
