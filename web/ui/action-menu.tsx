import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useDropdown } from "./use-dropdown.ts";

interface ActionMenuProps {
  /** The button's accessible name: 'More actions'. */
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a list of further actions below it. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const { id, isOpen, toggle, close, box, button } = useDropdown();
  return (
    <div ref={box} className="relative">
      <Button
        ref={button}
        size="small"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </Button>
      {isOpen && (
        <ul
          id={id}
          className="appear absolute top-full right-0 z-30 mt-1 flex w-56 flex-col rounded-box border border-edge bg-raised p-1.5 shadow-lift [&_button]:w-full [&_button]:justify-start [&_button]:border-transparent"
        >
          {children(close)}
        </ul>
      )}
    </div>
  );
}
