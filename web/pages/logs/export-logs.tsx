import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { LogFilter } from "../../api/activity.ts";
import { queryOf } from "../../api/client.ts";
import { buttonClass } from "../../ui/button.tsx";

/** The server writes the file from every entry that the filters leave, not only from those the page has read. */
export function ExportLogs({ filter }: { filter: LogFilter }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonClass()}>
        <Download className="size-4" aria-hidden="true" />
        Export Logs
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        className="appear z-40 min-w-40 rounded-box border border-edge bg-raised p-1.5 shadow-lift"
      >
        {(["csv", "json"] as const).map((format) => (
          <DropdownMenu.Item
            key={format}
            asChild
            className="flex min-h-9 cursor-pointer items-center rounded-box px-3 outline-none data-highlighted:bg-sunken"
          >
            <a href={`/api/logs/export${queryOf({ ...filter, format })}`} download>
              As {format.toUpperCase()}
            </a>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
