import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { UsageBar } from "./billing-state.ts";

/** The usage of the plan. The text says everything that the bars show. */
export function UsageBars({ bars }: { bars: UsageBar[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-3 lg:gap-x-10">
      {bars.map(({ label, text, fraction, isFull, note }) => (
        <li key={label} className="flex flex-col gap-1.5">
          <p className="flex items-baseline justify-between gap-2">
            <span className="text-13 text-soft">{label}</span>
            <span className={`font-medium tabular-nums ${isFull ? "text-busy" : ""}`}>{text}</span>
          </p>
          {fraction !== null && <ProgressBar fraction={fraction} label={`${label}: ${text}`} />}
          {note && <p className="text-13 text-soft">{note}</p>}
        </li>
      ))}
    </ul>
  );
}
