import { Field } from "../../ui/field.tsx";

interface LengthInputProps {
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  limits: { min: number; max: number };
}

export function LengthInput({ value, onChange, onLeave, limits }: LengthInputProps) {
  return (
    <Field label="Minimum message length" help="In characters. Shorter messages are not analyzed on their own.">
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          min={limits.min}
          max={limits.max}
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
