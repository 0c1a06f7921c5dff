import { cloneElement, type ReactElement, type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

interface QuestionProps {
  open: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  /** The button's label, which names the exact effect: 'Delete integration'. */
  confirm: string;
  /**
   * The label of the button that closes the question without the action. For questions in which 'Cancel' could mean the
   * action itself.
   */
  dismiss?: string;
  /** The look of the confirming button. */
  look?: "danger" | "primary";
  onConfirm: () => void;
}

/** Asks for confirmation before an action. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  text,
  confirm,
  dismiss = "Cancel",
  look = "danger",
  onConfirm,
}: QuestionProps) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
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
        <Button onClick={onClose}>{dismiss}</Button>
        <Button
          look={look}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}

interface ConfirmDialogProps extends Omit<QuestionProps, "open" | "onClose"> {
  /** The button that opens the question. */
  children: ReactElement<{ onClick: () => void }>;
}

export function ConfirmButton({ children, ...question }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {cloneElement(children, { onClick: () => setOpen(true) })}
      <ConfirmDialog {...question} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
