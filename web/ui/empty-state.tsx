import type { ReactNode } from "react";

/** Explains what is missing and offers the next step. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 py-6">
      <p className="font-serif text-19">{title}</p>
      {children && <p className="max-w-[52ch] text-pretty text-soft">{children}</p>}
      {action}
    </div>
  );
}
