import { Button } from "../../ui/button.tsx";
import { type DateRange, RANGE_PRESETS, USUAL_PRESET } from "./range.ts";

interface RangePickerProps {
  range: DateRange;
  /** The first day with data, for a range without a first day. */
  begins: string | undefined;
  today: string;
  onChange: (params: Record<string, string>) => void;
}

export function RangePicker({ range: { preset, from, to }, begins, today, onChange }: RangePickerProps) {
  const shownFrom = from ?? begins ?? "";
  const isBackwards = from !== undefined && from > to;
  const field = "field-box w-auto! tabular-nums";
  const problem = isBackwards ? { "aria-invalid": true, "aria-describedby": "range-problem" } : {};
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-4">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Range</legend>
        {RANGE_PRESETS.map(({ name, label }) => (
          <Button
            key={name}
            size="small"
            aria-pressed={preset === name}
            className="aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper!"
            onClick={() => onChange(name === USUAL_PRESET ? {} : { range: name })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 text-13 text-soft">
          From
          <input
            type="date"
            className={field}
            min="1970-01-01"
            max={today}
            value={shownFrom}
            {...problem}
            onChange={({ target }) => target.value && onChange({ from: target.value, to })}
          />
        </label>
        <label className="flex items-center gap-2 text-13 text-soft">
          To
          <input
            type="date"
            className={field}
            min="1970-01-01"
            max={today}
            value={to}
            {...problem}
            onChange={({ target }) =>
              target.value && onChange({ ...(shownFrom && { from: shownFrom }), to: target.value })
            }
          />
        </label>
      </div>
      {isBackwards && (
        <p id="range-problem" role="alert" className="w-full text-13 text-wrong">
          The first day is after the last one. Choose an earlier first day.
        </p>
      )}
    </div>
  );
}
