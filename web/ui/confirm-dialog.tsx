import { cloneElement, type ReactElement, type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

interface ConfirmDialogProps {
  /** The button that asks. */
  children: ReactElement<{ onClick: () => void }>;
  title: string;
  text: ReactNode;
  /** Names the exact effect: 'Delete integration'. */
  confirm: string;
  /** Of the button that changes nothing, where 'Cancel' could be taken for the deed itself. */
  dismiss?: string;
  onConfirm: () => void;
}

export function ConfirmDialog({ children, title, text, confirm, dismiss = "Cancel", onConfirm }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  return (
    <>
      {cloneElement(children, { onClick: () => setOpen(true) })}
      <Modal
        open={open}
        onClose={close}
        role="alertdialog"
        labelledBy={`${id}-title`}
        describedBy={`${id}-text`}
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
      >
        <h2 id={`${id}-title`} className="font-serif text-24">
          {title}
        </h2>
        <p id={`${id}-text`} className="mt-2 text-pretty text-soft">
          {text}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{dismiss}</Button>
          <Button
            look="danger"
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </div>
      </Modal>
    </>
  );
}
