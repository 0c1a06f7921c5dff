import { Download } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { LogFilter } from "../../api/activity.ts";
import { queryOf } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";

/** The server writes the file from every entry that the filters leave, not only from those the page has read. */
export function ExportLogs({ filter }: { filter: LogFilter }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);
  return (
    <div ref={place} className="relative">
      <Button ref={button} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
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
              href={`/api/logs/export${queryOf({ ...filter, format })}`}
              download
              className="flex min-h-9 items-center rounded-box px-3 hover:bg-sunken pointer-coarse:min-h-11"
              onClick={close}
            >
              As {format.toUpperCase()}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
