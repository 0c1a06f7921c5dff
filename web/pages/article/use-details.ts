import { useState } from "react";

const KEPT = "articleDetails";

/** Whether the details are open. On wide screens they stay open in the next article. */
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
    // Without storage, the details are closed in the next article.
  }
}
