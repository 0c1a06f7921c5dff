import type { Analytics } from "../../../shared/contract/activity.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import { formatMoney } from "./axis.ts";
import { type Bar, BarChart } from "./bar-chart.tsx";
import { ChartFigure } from "./chart-figure.tsx";
import { ColumnChart } from "./column-chart.tsx";
import { formatLongDay, formatStepLabel, formatStepTitle } from "./range.ts";

/** The most bars of a chart. All others are combined into one bar; the table lists all. */
const MOST_BARS = 8;
const ENGINES: Record<string, string> = { local: "Built-in engine", llm: "Language model" };
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export default function Charts({ data }: { data: Analytics }) {
  const calls = data.byModel.reduce((sum, model) => sum + model.calls, 0);
  return (
    <div className="grid gap-x-14 gap-y-10 pt-6 xl:grid-cols-2">
      <OverTime data={data} what="articles" title="Articles written" one="article" />
      <OverTime data={data} what="messages" title="Messages analyzed" one="message" />
      <Shares title="Articles by status" named={data.byStatus} nameOf={capitalized} />
      <Shares title="Articles by category" named={data.byCategory} />
      <Shares title="Articles by channel" named={data.byChannel} nameOf={(name) => `#${name.replace(/^#/, "")}`} />
      <Shares title="Articles by engine" named={data.byEngine} nameOf={(name) => ENGINES[name] ?? name} />
      <CostOverTime data={data} calls={calls} />
      <CostByModel data={data} calls={calls} />
    </div>
  );
}

interface OverTimeProps {
  data: Analytics;
  what: "articles" | "messages";
  title: string;
  one: string;
}

function OverTime({ data: { timeline, step, from, to }, what, title, one }: OverTimeProps) {
  const columns = timeline.map((point) => ({
    name: formatStepLabel(point.start, step),
    title: formatStepTitle(point.start, step),
    value: point[what],
  }));
  const sum = columns.reduce((total, { value }) => total + value, 0);
  const best = columns.reduce((most, column) => (column.value > most.value ? column : most), columns[0] ?? EMPTY);
  const summary =
    sum === 0
      ? `No ${one}s from ${formatLongDay(from)} to ${formatLongDay(to)}.`
      : `${formatItems(sum, one)} from ${formatLongDay(from)} to ${formatLongDay(to)}. Most: ${best.title}, with ${formatCount(best.value)}.`;
  const full = `${title} per ${step}`;
  return (
    <ChartFigure
      title={full}
      summary={summary}
      isEmpty={sum === 0}
      table={{
        columns: [capitalized(step), capitalized(what)],
        rows: columns.map((column) => [column.title, formatCount(column.value)]),
      }}
    >
      <ColumnChart columns={columns} label={`${full}. ${summary}`} format={formatCount} isWhole />
    </ChartFigure>
  );
}
const EMPTY = { name: "", title: "", value: 0 };

interface SharesProps {
  title: string;
  named: Analytics["byStatus"];
  nameOf?: (name: string) => string;
}

function Shares({ title, named, nameOf = (name) => name }: SharesProps) {
  const all: Bar[] = named.map(({ name, count }) => ({ name: nameOf(name), value: count }));
  const rest = all.slice(MOST_BARS - 1);
  const bars =
    all.length > MOST_BARS
      ? [
          ...all.slice(0, MOST_BARS - 1),
          { name: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) },
        ]
      : all;
  const sum = all.reduce((total, { value }) => total + value, 0);
  const first = all[0];
  const summary = first
    ? `${formatItems(sum, "article")}. Most: ${first.name}, with ${formatCount(first.value)}.`
    : "No articles in this range.";
  return (
    <ChartFigure
      title={title}
      summary={summary}
      isEmpty={sum === 0}
      table={{
        columns: [title.replace("Articles by ", "").replace(/^./, (letter) => letter.toUpperCase()), "Articles"],
        rows: all.map(({ name, value }) => [name, formatCount(value)]),
      }}
    >
      <BarChart bars={bars} label={`${title}. ${summary}`} />
    </ChartFigure>
  );
}

function CostOverTime({ data: { timeline, step }, calls }: { data: Analytics; calls: number }) {
  const columns = timeline.map(({ start, costMicros }) => ({
    name: formatStepLabel(start, step),
    title: formatStepTitle(start, step),
    value: costMicros,
  }));
  const sum = columns.reduce((total, { value }) => total + value, 0);
  const title = `Cost of the language model per ${step}, in US dollars`;
  const summary =
    sum > 0
      ? `${formatMoney(sum)} for ${formatItems(calls, "call")}.`
      : calls > 0
        ? `${formatItems(calls, "call")} without a known price: it is not configured for the model.`
        : "No calls to a language model in this range: nothing was spent.";
  return (
    <ChartFigure
      title={title}
      summary={summary}
      isEmpty={sum === 0}
      table={{
        columns: [capitalized(step), "US dollars"],
        rows: columns.map((each) => [each.title, formatMoney(each.value)]),
      }}
    >
      <ColumnChart columns={columns} label={`${title}. ${summary}`} format={formatMoney} isWhole={false} />
    </ChartFigure>
  );
}

function CostByModel({ data: { byModel }, calls }: { data: Analytics; calls: number }) {
  const tokens = byModel.reduce((sum, model) => sum + model.tokens, 0);
  const summary =
    calls > 0
      ? `${formatItems(calls, "call")} with ${formatItems(tokens, "token")}.`
      : "No calls to a language model in this range.";
  return (
    <ChartFigure
      title="Calls to a language model, by model"
      summary={summary}
      isEmpty={calls === 0}
      table={{
        columns: ["Model", "Calls", "Tokens", "Cost"],
        rows: byModel.map((model) => [
          model.name,
          formatCount(model.calls),
          formatCount(model.tokens),
          formatMoney(model.costMicros),
        ]),
      }}
    >
      <BarChart
        bars={byModel.map((model) => ({ name: model.name, value: model.calls }))}
        label={`Calls to a language model, by model. ${summary}`}
      />
    </ChartFigure>
  );
}
