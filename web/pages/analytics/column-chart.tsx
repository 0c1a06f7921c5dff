import { type PointerEvent, useState } from "react";
import { namedColumns, ticksUpTo } from "./axis.ts";

export interface Column {
  /** Short, for the axis. */
  name: string;
  /** Whole, for where it is alone. */
  title: string;
  value: number;
}

interface ColumnChartProps {
  columns: readonly Column[];
  label: string;
  format: (value: number) => string;
  isWhole: boolean;
}

const HEIGHT = 190;
const TOP = 22;
const BOTTOM = 26;
const PLOT = HEIGHT - TOP - BOTTOM;
/** Of the width; what is left of it holds the values of the axis. */
const LEFT = 11;
const WIDTH = 100 - LEFT;

/** Columns over time. Across it is measured in percent and down in pixels, so that letters keep their shape at any width. */
export function ColumnChart({ columns, label, format, isWhole }: ColumnChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const max = Math.max(...columns.map(({ value }) => value));
  const ticks = ticksUpTo(max, isWhole);
  const heightOf = (value: number) => (value / (ticks.at(-1) || 1)) * PLOT;
  const step = WIDTH / columns.length;
  const highest = columns.findIndex(({ value }) => value === max);
  const told = pointed ?? highest;
  const shown = columns[told];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((((event.clientX - left) / width) * 100 - LEFT) / step);
    setPointed(columns[index] ? index : null);
  };
  return (
    <svg
      role="img"
      aria-label={label}
      width="100%"
      height={HEIGHT}
      className="overflow-visible text-12 tabular-nums"
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      {ticks.map((tick) => {
        const y = HEIGHT - BOTTOM - heightOf(tick);
        return (
          <g key={tick}>
            <line x1={`${LEFT}%`} x2="100%" y1={y} y2={y} className={tick === 0 ? "stroke-edge" : "stroke-rule"} />
            <text x={`${LEFT - 1.5}%`} y={y + 4} textAnchor="end" className="fill-faint">
              {format(tick)}
            </text>
          </g>
        );
      })}
      {columns.map(({ title, value }, index) => (
        <rect
          key={title}
          x={`${LEFT + step * (index + 0.14)}%`}
          width={`${step * 0.72}%`}
          y={HEIGHT - BOTTOM - heightOf(value)}
          height={heightOf(value)}
          className={index === told ? "fill-ink" : "fill-edge"}
        />
      ))}
      {namedColumns(columns.length).map((index) => (
        <text
          key={columns[index]?.title}
          x={`${LEFT + step * (index + 0.5)}%`}
          y={HEIGHT - 8}
          textAnchor={columns.length > 4 && index === columns.length - 1 ? "end" : "middle"}
          className="fill-faint"
        >
          {columns[index]?.name}
        </text>
      ))}
      {shown && (
        <text
          x={`${LEFT + step * (told + 0.5)}%`}
          y={HEIGHT - BOTTOM - heightOf(shown.value) - 7}
          textAnchor={told < columns.length / 4 ? "start" : told > columns.length * 0.75 ? "end" : "middle"}
          className="fill-ink font-medium"
        >
          {columns.length > 1 && `${shown.name}: `}
          {format(shown.value)}
        </text>
      )}
    </svg>
  );
}
