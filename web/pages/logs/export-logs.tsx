import { Download } from "lucide-react";
import type { LogFilter } from "../../api/activity.ts";
import { buildQuery } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { useDropdown } from "../../ui/use-dropdown.ts";

/** Exports entries from the server. The export has all entries that match the filters, not only the loaded ones. */
export function ExportLogs({ filter }: { filter: LogFilter }) {
  const { id, isOpen, toggle, close, box, button } = useDropdown();
  const closeAndReturn = () => {
    close();
    button.current?.focus();
  };
  return (
    <div ref={box} className="relative">
      <Button ref={button} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <Download className="size-4" aria-hidden="true" />
        Export Logs
      </Button>
      <ul
        id={id}
        hidden={!isOpen}
        className="appear absolute top-full right-0 z-40 mt-1 min-w-full rounded-box border border-edge bg-raised p-1.5 shadow-lift"
      >
        {(["csv", "json"] as const).map((format) => (
          <li key={format}>
            <a
              href={`/api/logs/export${buildQuery({ ...filter, format })}`}
              download
              className="flex min-h-9 items-center rounded-box px-3 hover:bg-sunken pointer-coarse:min-h-11"
              onClick={closeAndReturn}
            >
              As {format.toUpperCase()}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
