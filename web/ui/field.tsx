import { type ReactNode, useId } from "react";

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** A remark about the value that is not an error. */
  remark?: ReactNode;
  required?: boolean;
  /** Gets the attributes that connect the control with its label, help and error. */
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
    "aria-required": boolean;
  }) => ReactNode;
}

export function Field({ label, help, error, remark, required = false, children }: FieldProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
        {required && (
          <span className="text-wrong" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": Boolean(error),
        "aria-required": required,
      })}
      {help && (
        <p id={`${id}-help`} className="text-13 text-faint">
          {help}
        </p>
      )}
      {remark && !error && <output className="text-13 text-soft">{remark}</output>}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-13 text-wrong">
          {error}
        </p>
      )}
    </div>
  );
}
