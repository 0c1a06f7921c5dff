import type { UseFormRegisterReturn } from "react-hook-form";
import { Field } from "../ui/field.tsx";

interface CurrentPasswordProps {
  label: string;
  registered: UseFormRegisterReturn;
  error: string | undefined;
}

/** The field for the current password, which a password manager may fill in. */
export function CurrentPassword({ label, registered, error }: CurrentPasswordProps) {
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <input {...control} type="password" autoComplete="current-password" className="field-box" {...registered} />
      )}
    </Field>
  );
}
