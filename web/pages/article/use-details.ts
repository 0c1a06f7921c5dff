import { useState } from "react";

const KEPT = "articleDetails";

/** Whether the details are open. Where there is room beside the article, the next article opens as this one was left. */
export function useDetails(hasRoom: boolean) {
  const [isKept] = useState(() => hasRoom && read() === "open");
  const [isOpen, setOpen] = useState(isKept);
  const set = (open: boolean) => {
    setOpen(open);
    write(open ? "open" : "closed");
  };
  return { isOpen, isKept, set };
}

function read(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // Closed in the next article.
  }
}
