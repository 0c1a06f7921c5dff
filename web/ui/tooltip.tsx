import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** Wraps a part of a page with tooltips. After one tooltip was open, the next one opens without delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
);

/** Explains its child. The child must be focusable, so that keyboard users get the text too. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="appear z-50 max-w-72 rounded-box bg-ink px-2.5 py-1.5 text-13 text-paper"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
