import { clsx } from "clsx";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";

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
      onClose={onClose}
    >
      {open && children}
    </dialog>
  );
}
