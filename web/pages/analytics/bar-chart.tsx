import { formatCount, formatShare } from "../../lib/format.ts";

export interface Bar {
  name: string;
  value: number;
}

const ROW = 38;
const BAR = 8;
const LONGEST_NAME = 34;

interface BarChartProps {
  bars: readonly Bar[];
  label: string;
  format?: (value: number) => string;
}

/** Shares of a whole, largest first. Each bar is below its name and figure. */
export function BarChart({ bars, label, format = formatCount }: BarChartProps) {
  const whole = bars.reduce((sum, { value }) => sum + value, 0);
  const longest = Math.max(...bars.map(({ value }) => value));
  return (
    <svg role="img" aria-label={label} width="100%" height={bars.length * ROW} className="text-13 tabular-nums">
      {bars.map(({ name, value }, index) => (
        <g key={name}>
          <text x="0" y={index * ROW + 16} className="fill-soft">
            {name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name}
          </text>
          <text x="100%" y={index * ROW + 16} textAnchor="end" className="fill-ink font-medium">
            {`${format(value)} (${formatShare(value / whole)})`}
          </text>
          <rect x="0" y={index * ROW + 23} width="100%" height={BAR} className="fill-sunken" />
          <rect x="0" y={index * ROW + 23} width={`${(100 * value) / longest}%`} height={BAR} className="fill-edge" />
        </g>
      ))}
    </svg>
  );
}
