import { MIN_MESSAGE_LENGTH } from "../../../shared/domain/detection.ts";
import { Field } from "../../ui/field.tsx";

interface LengthInputProps {
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  /** The validation message; undefined if the value is valid. */
  problem: string | undefined;
}

export function LengthInput({ value, onChange, onLeave, problem }: LengthInputProps) {
  return (
    <Field
      label="Minimum message length"
      help="In characters. Shorter messages are not analyzed on their own."
      error={problem}
    >
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={MIN_MESSAGE_LENGTH.min}
          max={MIN_MESSAGE_LENGTH.max}
          step={1}
          className="field-box tabular-nums"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  );
}
