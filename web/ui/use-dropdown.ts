import { type RefObject, useEffect, useId, useRef, useState } from "react";

interface Dropdown {
  /** The id of the list, for `aria-controls`. */
  id: string;
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  /** The element with the button and its list. A click outside closes the list. */
  box: RefObject<HTMLDivElement | null>;
  /** The button, which gets the focus back when Esc closes the list. */
  button: RefObject<HTMLButtonElement | null>;
}

/** The state of a list that a button opens below itself. A click elsewhere, the focus elsewhere or Esc closes it. */
export function useDropdown(): Dropdown {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
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
  return { id, isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false), box, button };
}
