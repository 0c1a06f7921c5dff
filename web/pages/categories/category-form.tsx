import { type FormEvent, type ReactNode, useId } from "react";
import { ApiError } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";

interface FormProps {
  title: string;
  text?: string;
  confirm: string;
  doing: { isPending: boolean; error: Error | null };
  isReady: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Receives the server's refusal as a sentence. */
  children: (error: string | undefined) => ReactNode;
}

export function CategoryForm({ title, text, confirm, doing, isReady, onConfirm, onClose, children }: FormProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !doing.isPending) onConfirm();
  };
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={`${id}-title`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <form onSubmit={submit}>
        <h2 id={`${id}-title`} className="font-serif text-24 wrap-anywhere">
          {title}
        </h2>
        {text && <p className="mt-2 text-pretty text-soft">{text}</p>}
        <div className="mt-4 grid gap-4">{children(reasonOf(doing.error))}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || doing.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function reasonOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  return error instanceof ApiError ? error.explanation : "The server did not answer. Please try again.";
}

interface FieldProps {
  error?: string | undefined;
  onChange: (value: string) => void;
}

export function NameField({ name, error, onChange }: FieldProps & { name: string }) {
  return (
    <Field label="Name" required error={error}>
      {(control) => (
        <input
          {...control}
          className="field-box"
          dir="auto"
          maxLength={100}
          value={name}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceProps extends FieldProps {
  label: string;
  value: string;
  children: ReactNode;
}

export function CategoryChoice({ label, value, error, onChange, children }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select {...control} className="field-box" value={value} onChange={(event) => onChange(event.target.value)}>
          {children}
        </select>
      )}
    </Field>
  );
}
