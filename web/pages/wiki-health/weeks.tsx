import type { WikiHealth } from "../../../shared/contract/wiki-health.ts";
import { Section } from "../../components/section.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";
import { ChartFigure } from "../analytics/chart-figure.tsx";
import { ColumnChart } from "../analytics/column-chart.tsx";
import { formatStepLabel, formatStepTitle } from "../analytics/range.ts";

type Week = WikiHealth["weeks"][number];

const FIGURES: { what: Exclude<keyof Week, "from">; title: string; one: string }[] = [
  { what: "contradicted", title: "Contradicted by the chat", one: "contradiction" },
  { what: "repaired", title: "Corrected from here", one: "correction" },
  { what: "confirmed", title: "Confirmed", one: "confirmation" },
  { what: "unanswered", title: "Asked without an answer", one: "question" },
];

/** Charts of the last weeks, counted from what is stored. */
export function WeeklyCharts({ weeks }: Pick<WikiHealth, "weeks">) {
  return (
    <Section title="Over time">
      <p className="pt-3 text-13 text-soft">
        Counted from what is stored and what you may read. A page that is deleted takes its counts along.
      </p>
      <div className="grid gap-x-14 gap-y-10 pt-6 md:grid-cols-2">
        {FIGURES.map((figure) => (
          <Figure key={figure.what} weeks={weeks} {...figure} />
        ))}
      </div>
    </Section>
  );
}

function Figure({ weeks, what, title, one }: (typeof FIGURES)[number] & Pick<WikiHealth, "weeks">) {
  const columns = weeks.map((week) => {
    const day = week.from.slice(0, 10);
    return { name: formatStepLabel(day, "week"), title: formatStepTitle(day, "week"), value: week[what] };
  });
  const sum = columns.reduce((total, { value }) => total + value, 0);
  const summary = `${sum === 0 ? `No ${one}s` : formatItems(sum, one)} in the last ${weeks.length} weeks.`;
  return (
    <ChartFigure
      title={`${title}, per week`}
      summary={summary}
      isEmpty={sum === 0}
      table={{ columns: ["Week", title], rows: columns.map((week) => [week.title, formatCount(week.value)]) }}
    >
      <ColumnChart columns={columns} label={`${title}, per week. ${summary}`} format={formatCount} isWhole />
    </ChartFigure>
  );
}
