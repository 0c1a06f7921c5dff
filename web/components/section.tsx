import { type ReactNode, useId } from "react";

interface SectionProps {
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a title, separated from the previous part by a thin line. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b border-ink/80 pb-2">
        <h2 id={id} className="text-17 font-semibold">
          {title}
        </h2>
        {action && <div className="ml-auto">{action}</div>}
      </div>
      {children}
    </section>
  );
}
