import { formatCount } from "../lib/format.ts";

/** What a run counted, in a row. */
export function RunFigures({ figures }: { figures: [name: string, value: number][] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="order-2 text-13 text-soft">{name}</dt>
          <dd className="font-serif text-24 lining-nums tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
