import { BALANCED_SENSITIVITY, SENSITIVITY } from "../../../shared/domain/detection.ts";
import { Field } from "../../ui/field.tsx";

interface SensitivitySliderProps {
  value: number;
  onChange: (value: number) => void;
  /** A text beside the label, such as '8/10'. */
  reading?: string;
}

/**
 * Describes the effect of the sensitivity in words. Figures from other teams would mislead, because the results depend
 * on how a team writes.
 */
function describeTradeoff(value: number): string {
  if (value < BALANCED_SENSITIVITY) return `Fewer articles, and fewer to sort out. ${DRAFTS_WAIT}`;
  if (value === BALANCED_SENSITIVITY) return `Balanced. ${DRAFTS_WAIT}`;
  return `More articles, and more to sort out. ${DRAFTS_WAIT}`;
}

const DRAFTS_WAIT = "Unsure articles wait as drafts until somebody has read them.";

export function SensitivitySlider({ value, onChange, reading }: SensitivitySliderProps) {
  return (
    <Field
      label={
        <span className="flex justify-between gap-3">
          Sensitivity
          {reading && <span className="tabular-nums">{reading}</span>}
        </span>
      }
      help={
        <>
          <span className="flex justify-between">
            <span>Conservative</span>
            <span>Aggressive</span>
          </span>
          <span className="mt-1 block">{describeTradeoff(value)}</span>
        </>
      }
    >
      {({ "aria-invalid": _invalid, "aria-required": _required, ...control }) => (
        <input
          {...control}
          type="range"
          min={SENSITIVITY.min}
          max={SENSITIVITY.max}
          step={1}
          value={value}
          aria-valuetext={`${value} of ${SENSITIVITY.max}`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-6 w-full accent-accent pointer-coarse:h-11"
        />
      )}
    </Field>
  );
}
