import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";

interface SidePanelProps {
  title: string;
  note?: ReactNode;
  /** The label of the closing button, such as 'Close the conversation'. */
  closes: string;
  onClose: () => void;
  /** True for a panel that was already open when the page loaded. Such a panel does not take the focus. */
  isKept?: boolean;
  children: ReactNode;
}

/**
 * A panel: beside the page on wide screens, in front of the page on small ones. It takes the focus when it opens, and
 * Escape closes it.
 */
export function SidePanel({ title, note, closes, onClose, isKept = false, children }: SidePanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [takesFocus] = useState(!isKept);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector("dialog[open]") && onClose();
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [onClose]);
  return (
    <aside
      aria-labelledby={id}
      className="appear not-printed fixed inset-0 z-40 flex flex-col border-rule bg-raised xl:sticky xl:inset-auto xl:top-6 xl:z-0 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:rounded-box xl:border"
    >
      <div className="flex items-center justify-between gap-3 border-b border-rule bg-raised px-5 py-3">
        <div className="min-w-0">
          <h2 id={id} ref={heading} tabIndex={-1} className="truncate text-17 font-semibold">
            {title}
          </h2>
          {note && <p className="text-13 text-faint">{note}</p>}
        </div>
        <Button look="quiet" size="icon" aria-label={closes} onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </Button>
      </div>
      {children}
    </aside>
  );
}
