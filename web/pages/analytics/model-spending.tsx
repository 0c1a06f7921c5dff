import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useModelSpending } from "../../api/language-model.ts";
import { Section } from "../../components/section.tsx";
import { formatChannel, formatCount, formatItems } from "../../lib/format.ts";
import { formatPrice } from "../../lib/model-cost.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { formatMoney } from "./axis.ts";
import { BarChart } from "./bar-chart.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { formatStepLabel, formatStepTitle } from "./range.ts";

const VIEWS = { byPurpose: "Purpose", byChannel: "Channel", byArticle: "Article", byModel: "Model" } as const;
type View = keyof typeof VIEWS;
const PERIODS = [7, 30, 90] as const;
const MOST_BARS = 8;
const MICROS = 1_000_000;

/** The cost of language models by purpose: charts, tables and a file to download. */
export default function ModelSpending() {
  const [days, setDays] = useState("30");
  const [view, setView] = useState<View>("byPurpose");
  return (
    <Section
      title="Spending on language models"
      action={
        <a
          href={`/api/language-model/spending/export?days=${days}`}
          download
          className={getButtonClass({ look: "quiet", size: "small" })}
        >
          <Download className="size-4" aria-hidden="true" />
          CSV
        </a>
      }
    >
      <div className="flex flex-wrap gap-4 pt-4">
        <Choice label="Period" value={days} onChange={setDays}>
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              Last {period} days
            </option>
          ))}
        </Choice>
        <Choice label="By" value={view} onChange={(chosen) => setView(chosen as View)}>
          {Object.entries(VIEWS).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </div>
      <QueryView query={useModelSpending(days)} loading={<div className="late skeleton mt-6 h-64" />}>
        {(spending) => (
          <div className="grid gap-x-14 gap-y-10 pt-6 xl:grid-cols-2">
            <ByDay spending={spending} />
            <ByWhat rows={spending[view]} view={view} />
          </div>
        )}
      </QueryView>
    </Section>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2 text-13 text-soft">
      {label}
      <select className="field-box" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  );
}

const DAY_MS = 86_400_000;
/** The last days (UTC), including days without spending: '2026-11-28'. */
const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * DAY_MS).toISOString().slice(0, "2026-11-28".length),
  );

type Spending = NonNullable<ReturnType<typeof useModelSpending>["data"]>;

function ByDay({ spending: { days, total, byDay } }: { spending: Spending }) {
  const title = "Spent per day, in US dollars";
  const summary =
    total.calls === 0
      ? `No calls in the last ${days} days.`
      : `${formatPrice(total.dollars)} for ${formatItems(total.calls, "call")} and ${formatCount(total.tokens)} tokens in the last ${days} days.`;
  const spentOn = new Map(byDay.map(({ day, dollars }) => [day, dollars]));
  const columns = lastDays(days).map((day) => ({
    name: formatStepLabel(day, "day"),
    title: formatStepTitle(day, "day"),
    value: (spentOn.get(day) ?? 0) * MICROS,
  }));
  return (
    <ChartFigure
      title={title}
      summary={summary}
      isEmpty={total.dollars === 0}
      table={{ columns: ["Day", "US dollars"], rows: columns.map((one) => [one.title, formatMoney(one.value)]) }}
    >
      <ColumnChart columns={columns} label={`${title}. ${summary}`} format={formatMoney} isWhole={false} />
    </ChartFigure>
  );
}

function ByWhat({ rows, view }: { rows: Spending[View]; view: View }) {
  const name = VIEWS[view];
  const title = `Spent by ${name.toLowerCase()}, in US dollars`;
  const named = rows.map((row) => ({
    ...row,
    name: view === "byChannel" && row.id ? formatChannel(row.name) : row.name,
  }));
  const first = named[0];
  const summary = first ? `Most: ${first.name}, with ${formatPrice(first.dollars)}.` : "Nothing was spent.";
  const rest = named.slice(MOST_BARS - 1);
  const bars =
    named.length > MOST_BARS
      ? [
          ...named.slice(0, MOST_BARS - 1),
          { name: `${rest.length} others`, dollars: rest.reduce((sum, { dollars }) => sum + dollars, 0) },
        ]
      : named;
  return (
    <ChartFigure
      title={title}
      summary={summary}
      isEmpty={!rows.some(({ dollars }) => dollars > 0)}
      table={{
        columns: [name, "Calls", "Tokens", "US dollars"],
        rows: named.map((row) => [row.name, formatCount(row.calls), formatCount(row.tokens), formatPrice(row.dollars)]),
      }}
    >
      <BarChart
        bars={bars.map((bar) => ({ name: bar.name, value: bar.dollars }))}
        label={`${title}. ${summary}`}
        format={formatPrice}
      />
    </ChartFigure>
  );
}
