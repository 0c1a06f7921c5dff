import type { LucideIcon } from "lucide-react";
import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

export type StatChange = { kind: "increase" | "decrease" | "neutral"; text: string };

interface StatCardProps {
  title: string;
  value: string;
  icon: LucideIcon;
  change?: StatChange;
  /** A note beside the figure, other than its change. */
  note?: string;
  /** The URL of the items that the figure counts. */
  to?: string;
}

const CHANGES = {
  increase: { Icon: ArrowUp, className: "text-done" },
  decrease: { Icon: ArrowDown, className: "text-wrong" },
  neutral: { Icon: Minus, className: "text-faint" },
};

const FIGURE =
  "block max-md:in-data-line:flex max-md:in-data-line:flex-row-reverse max-md:in-data-line:items-baseline max-md:in-data-line:gap-1";

export function StatCard({ title, value, icon: Icon, change, note, to }: StatCardProps) {
  const figure = (
    <>
      <span className="flex items-center gap-2 text-13 text-soft max-md:gap-1.5 max-md:in-data-line:text-12">
        <Icon className="size-4 flex-none text-faint max-md:in-data-line:hidden" aria-hidden="true" />
        {title}
      </span>
      <span className="mt-2 block font-serif text-32 lining-nums tabular-nums group-hover:text-accent max-md:mt-0 max-md:text-19 max-md:in-data-line:text-13">
        {value}
      </span>
    </>
  );
  return (
    <div className="group min-w-0 border-rule py-4 max-md:border-b max-md:py-1.5 max-md:last:odd:col-span-2 max-md:in-data-line:border-0 max-md:in-data-line:py-0 md:not-first:border-l md:not-first:pl-4 lg:not-first:pl-6">
      {to ? (
        <Link to={to} className={FIGURE}>
          {figure}
        </Link>
      ) : (
        <div className={FIGURE}>{figure}</div>
      )}
      {change && <ChangeIndicator {...change} />}
      {note && <p className="mt-1 text-13 text-faint tabular-nums max-md:mt-0 max-md:in-data-line:hidden">{note}</p>}
    </div>
  );
}

function ChangeIndicator({ kind, text }: StatChange) {
  const { Icon, className } = CHANGES[kind];
  return (
    <p data-change={kind} className={`mt-1 flex items-center gap-1 text-13 tabular-nums max-md:mt-0 ${className}`}>
      <Icon className="size-3.5" aria-hidden="true" />
      {text}
    </p>
  );
}

/**
 * Figures side by side. On a phone they are small and in pairs, or one line of text, so that the page's main content
 * stays visible.
 */
export function StatRow({ isLineOnPhone, children }: { isLineOnPhone?: boolean; children: ReactNode }) {
  return (
    <div
      data-line={isLineOnPhone || undefined}
      className="grid grid-cols-2 gap-x-6 border-rule max-md:border-t max-md:data-line:flex max-md:data-line:flex-wrap max-md:data-line:gap-x-3 max-md:data-line:border-0 md:grid-cols-[repeat(auto-fit,minmax(0,1fr))] md:gap-x-4 md:border-y lg:gap-x-6"
    >
      {children}
    </div>
  );
}
