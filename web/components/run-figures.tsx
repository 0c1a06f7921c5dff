import { formatCount } from "../lib/format.ts";

/** The parts of a text: 'article', 'created', 3 gives '3 articles created'. */
export type RunFigure = [noun: string, verb: string, count: number];

/** Shows the counts of a run in one row. */
export function RunFigures({ figures }: { figures: RunFigure[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([noun, verb, count]) => (
        <div key={`${noun} ${verb}`} className="flex items-baseline gap-2">
          <dt className="order-2 text-13 text-soft">
            {count === 1 ? noun : `${noun}s`} {verb}
          </dt>
          <dd className="font-serif text-24 lining-nums tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
