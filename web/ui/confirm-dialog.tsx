import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";

interface ConfirmDialogProps {
  /** The button that asks. */
  children: ReactNode;
  title: string;
  text: string;
  /** Names the exact effect: 'Delete integration'. */
  confirm: string;
  onConfirm: () => void;
}

export function ConfirmDialog({ children, title, text, confirm, onConfirm }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger asChild>{children}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-[rgb(16_14_13/0.5)]" />
        <AlertDialog.Content className="appear fixed top-1/2 left-1/2 z-50 w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-box border border-rule bg-raised p-6 shadow-lift">
          <AlertDialog.Title className="font-serif text-24">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">{text}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel className={buttonClass({ look: "plain" })}>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ look: "danger" })} onClick={onConfirm}>
              {confirm}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
