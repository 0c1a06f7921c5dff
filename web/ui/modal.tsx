import { clsx } from "clsx";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

interface ModalProps {
  open: boolean;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  labelledBy: string;
  describedBy?: string;
  className: string;
  /** Whether a click outside closes the dialog: true for dialogs, false for alerts. */
  closesOutside?: boolean;
  /** Whether the page behind the dialog is darkened. */
  dims?: boolean;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/**
 * The browser's own dialog element. It traps the focus, closes on Esc and restores the focus, without styles in the
 * page.
 */
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
  // Closes the dialog before it unmounts, because only then the browser restores the focus.
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
      // Closes at once, because the browser sends `close` later. A key that is pressed in between would open something
      // that this event then closes.
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // Ignores events of a dialog that was opened from this one, which React passes on too.
      onClose={({ target }) => target === dialog.current && onClose()}
    >
      {open && children}
    </dialog>
  );
}
