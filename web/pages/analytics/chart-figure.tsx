import { ChartColumn, Table } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";

export interface ChartTable {
  columns: readonly string[];
  /** The rows of the table beside the chart. The first cell names the row. */
  rows: readonly (readonly string[])[];
}

interface ChartFigureProps {
  /** The chart's subject and unit: 'Articles written per day'. */
  title: string;
  /**
   * One sentence that describes the chart. It is under the title, and screen readers read it instead of the picture.
   */
  summary: string;
  table: ChartTable;
  isEmpty: boolean;
  children: ReactNode;
}

/** A chart under its title, with its data as a table. */
export function ChartFigure({ title, summary, table, isEmpty, children }: ChartFigureProps) {
  const id = useId();
  const [isTable, setTable] = useState(false);
  const Icon = isTable ? ChartColumn : Table;
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="flex items-start justify-between gap-x-4">
        <span className="min-w-0">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <span className="block text-13 text-soft tabular-nums">{summary}</span>
        </span>
        {!isEmpty && (
          <Button
            look="quiet"
            size="small"
            className="-mr-2.5"
            aria-describedby={id}
            onClick={() => setTable(!isTable)}
          >
            <Icon className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{isTable ? "Show as chart" : "Show as table"}</span>
          </Button>
        )}
      </figcaption>
      {!isEmpty && <div className="pt-3">{isTable ? <DataTable title={title} {...table} /> : children}</div>}
    </figure>
  );
}

function DataTable({ title, columns, rows }: ChartTable & { title: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table is scrolled by keyboard as well
    <section tabIndex={0} aria-label={`${title}, as a table`} className="max-h-80 overflow-auto">
      <table className="w-full text-13 tabular-nums">
        <thead className="sticky top-0 bg-paper text-left text-soft">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={`py-1.5 font-medium ${index > 0 ? "pl-4 text-right" : ""}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name} className="border-t border-rule">
              <th scope="row" className="py-1.5 text-left font-normal break-words">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="py-1.5 pl-4 text-right whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
