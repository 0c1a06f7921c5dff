import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Modal } from "./modal.tsx";

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** For content that is compared side by side. */
  isWide?: boolean;
  /**
   * False if a click outside must not close the dialog, so that typed text, or text that is shown only once, is not
   * lost.
   */
  closesOutside?: boolean;
  children: ReactNode;
}

export function Dialog({ title, open, onClose, isWide = false, closesOutside = true, children }: DialogProps) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      closesOutside={closesOutside}
      className={clsx(
        "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-box border border-rule bg-raised p-6 shadow-lift",
        isWide ? "max-w-2xl" : "max-w-lg",
      )}
    >
      <h2 id={id} className="font-serif text-24 wrap-anywhere">
        {title}
      </h2>
      {children}
    </Modal>
  );
}
