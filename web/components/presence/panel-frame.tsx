import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";

interface PanelFrameProps {
  open: boolean;
  onClose: () => void;
  isDemo?: boolean;
  children: ReactNode;
}

/** The panel at the right edge that lists the present people. */
export function PanelFrame({ open, onClose, isDemo = false, children }: PanelFrameProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy="presence-title"
      className="m-0 ml-auto h-dvh max-h-none w-96 max-w-[90vw] overflow-y-auto border-l border-rule bg-paper shadow-lift"
    >
      <div className="flex min-h-full flex-col gap-7 px-5 py-6">
        <header className="flex items-center justify-between gap-3">
          <div className="flex items-center gap-2.5">
            <h2 id="presence-title" className="font-serif text-24">
              Team Activity
            </h2>
            {isDemo && <Badge tone="outline">Demo</Badge>}
          </div>
          <Button look="quiet" size="icon" aria-label="Close the team activity" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </header>
        {children}
      </div>
    </Modal>
  );
}

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="border-b border-rule pb-1.5 font-semibold">{title}</h3>
      <div className="pt-3">{children}</div>
    </section>
  );
}
