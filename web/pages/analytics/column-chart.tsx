import { type PointerEvent, useState } from "react";
import { computeTicks, pickLabelledColumns } from "./axis.ts";

export interface Column {
  /** The short name of the column, for the axis. */
  name: string;
  /** The full name of the column, for the tooltip. */
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
/** The left edge of the columns, in percent of the width. The axis values are left of this edge. */
const LEFT = 11;
const WIDTH = 100 - LEFT;

/**
 * Columns over time. The x axis is in percent and the y axis in pixels, so that letters keep their shape at any width.
 */
export function ColumnChart({ columns, label, format, isWhole }: ColumnChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const max = Math.max(...columns.map(({ value }) => value));
  const ticks = computeTicks(max, isWhole);
  const heightOf = (value: number) => (value / (ticks.at(-1) || 1)) * PLOT;
  const topOf = (value: number) => HEIGHT - BOTTOM - heightOf(value);
  const step = WIDTH / columns.length;
  const highest = columns.findIndex(({ value }) => value === max);
  const told = pointed ?? highest;
  const shown = columns[told];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((percentAt(event) - LEFT) / step);
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
      {ticks.map((tick) => (
        <Tick key={tick} value={format(tick)} y={topOf(tick)} isZero={tick === 0} />
      ))}
      {columns.map(({ title, value }, index) => (
        <rect
          key={title}
          x={`${LEFT + step * (index + 0.14)}%`}
          width={`${step * 0.72}%`}
          y={topOf(value)}
          height={heightOf(value)}
          className={index === told ? "fill-ink" : "fill-edge"}
        />
      ))}
      <Names columns={columns} />
      {shown && (
        <text
          x={`${LEFT + step * (told + 0.5)}%`}
          y={topOf(shown.value) - 7}
          textAnchor={anchorOf(told / columns.length)}
          className="fill-ink font-medium"
        >
          {columns.length > 1 && `${shown.name}: `}
          {format(shown.value)}
        </text>
      )}
    </svg>
  );
}

/** Labels below the columns, as many as fit. */
function Names({ columns }: Pick<ColumnChartProps, "columns">) {
  const step = WIDTH / columns.length;
  return pickLabelledColumns(columns.length).map((index) => (
    <text
      key={columns[index]?.title}
      x={`${LEFT + step * (index + 0.5)}%`}
      y={HEIGHT - 8}
      textAnchor={columns.length > 4 && index === columns.length - 1 ? "end" : "middle"}
      className="fill-faint"
    >
      {columns[index]?.name}
    </text>
  ));
}

/** Chooses the text anchor that keeps a label within the chart. `share` is the label's position from 0 (left) to 1 (right). */
function anchorOf(share: number): "start" | "middle" | "end" {
  if (share < 0.25) return "start";
  return share > 0.75 ? "end" : "middle";
}

/** The pointer's position in percent of the chart's width. */
function percentAt({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return ((clientX - left) / width) * 100;
}

/** A horizontal line with its value to the left. */
function Tick({ value, y, isZero }: { value: string; y: number; isZero: boolean }) {
  return (
    <g>
      <line x1={`${LEFT}%`} x2="100%" y1={y} y2={y} className={isZero ? "stroke-edge" : "stroke-rule"} />
      <text x={`${LEFT - 1.5}%`} y={y + 4} textAnchor="end" className="fill-faint">
        {value}
      </text>
    </g>
  );
}
