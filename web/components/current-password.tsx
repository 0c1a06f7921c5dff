import { Field } from "../ui/field.tsx";

interface CurrentPasswordProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The field for the current password, which a password manager may fill in. */
export function CurrentPassword({ label, value, error, onChange }: CurrentPasswordProps) {
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete="current-password"
          className="field-box"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
