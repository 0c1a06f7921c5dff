import { clsx } from "clsx";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

interface ModalProps {
  open: boolean;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  labelledBy: string;
  describedBy?: string;
  className: string;
  /** Whether a press beside it closes it too; a dialog does, an alert does not. */
  closesOutside?: boolean;
  /** Whether the page behind it is darkened. */
  dims?: boolean;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus, closes on Esc, gives the focus back and needs no styles in the page. */
export function Modal({
  open,
  onClose,
  role = "dialog",
  labelledBy,
  describedBy,
  className,
  closesOutside = role === "dialog",
  dims = true,
  style,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  // Closed before it leaves the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-dims={dims || undefined}
      className={clsx("text-ink", dims && "backdrop:bg-(--backdrop)/50", className)}
      style={style}
      closedby={closesOutside ? "any" : "closerequest"}
      // The browser tells of a closed dialog a task later: a key pressed in between would open what that message closes again.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      {open && children}
    </dialog>
  );
}
