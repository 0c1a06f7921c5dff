import { Ellipsis } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface ActionMenuProps {
  /** What the button is called: 'More actions'. */
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a short list of further actions under itself. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => !box.current?.contains(target as Node) && setOpen(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
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
  }, [open]);
  return (
    <div ref={box} className="relative">
      <Button
        ref={button}
        size="small"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Button>
      {open && (
        <ul
          id={id}
          className="appear absolute top-full right-0 z-30 mt-1 flex w-56 flex-col rounded-box border border-edge bg-raised p-1.5 shadow-lift [&_button]:w-full [&_button]:justify-start [&_button]:border-transparent"
        >
          {children(() => setOpen(false))}
        </ul>
      )}
    </div>
  );
}
