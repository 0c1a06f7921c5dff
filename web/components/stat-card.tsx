import type { LucideIcon } from "lucide-react";
import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

export type Change = { kind: "increase" | "decrease" | "neutral"; text: string };

interface StatCardProps {
  title: string;
  value: string;
  icon: LucideIcon;
  change?: Change;
  /** A fact beside the figure that is not a change. */
  note?: string;
  /** A link to the items that the figure counts. */
  to?: string;
}

const CHANGES = {
  increase: { Icon: ArrowUp, className: "text-done" },
  decrease: { Icon: ArrowDown, className: "text-wrong" },
  neutral: { Icon: Minus, className: "text-faint" },
};

export function StatCard({ title, value, icon: Icon, change, note, to }: StatCardProps) {
  const figure = (
    <>
      <span className="flex items-center gap-2 text-13 text-soft max-md:gap-1.5">
        <Icon className="size-4 flex-none text-faint" aria-hidden="true" />
        {title}
      </span>
      <span className="mt-2 block font-serif text-32 lining-nums tabular-nums group-hover:text-accent max-md:mt-0 max-md:text-19">
        {value}
      </span>
    </>
  );
  return (
    <div className="group min-w-0 border-rule py-4 max-md:border-b max-md:py-1.5 max-md:last:odd:col-span-2 md:not-first:border-l md:not-first:pl-4 lg:not-first:pl-6">
      {to ? (
        <Link to={to} className="block">
          {figure}
        </Link>
      ) : (
        figure
      )}
      {change && <ChangeIndicator {...change} />}
      {note && <p className="mt-1 text-13 text-faint tabular-nums max-md:mt-0">{note}</p>}
    </div>
  );
}

function ChangeIndicator({ kind, text }: Change) {
  const { Icon, className } = CHANGES[kind];
  return (
    <p data-change={kind} className={`mt-1 flex items-center gap-1 text-13 tabular-nums max-md:mt-0 ${className}`}>
      <Icon className="size-3.5" aria-hidden="true" />
      {text}
    </p>
  );
}

/** Figures side by side; on a phone small and in pairs, so that the page's main content stays visible. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-x-6 border-rule max-md:border-t md:grid-cols-[repeat(auto-fit,minmax(0,1fr))] md:gap-x-4 md:border-y lg:gap-x-6">
      {children}
    </div>
  );
}
