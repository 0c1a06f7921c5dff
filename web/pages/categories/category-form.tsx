import { type ReactNode, useId } from "react";
import type { FieldValues, UseFormRegisterReturn } from "react-hook-form";
import type { ContractForm } from "../../components/use-contract-form.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";

interface FormProps {
  title: string;
  text?: string;
  confirm: string;
  form: Pick<ContractForm<FieldValues>, "submit" | "isSaving" | "failure">;
  isReady: boolean;
  onClose: () => void;
  /** Receives the server's refusal as a sentence. */
  children: (error: string | undefined) => ReactNode;
}

export function CategoryForm({ title, text, confirm, form, isReady, onClose, children }: FormProps) {
  const id = useId();
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy={`${id}-title`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <form onSubmit={form.submit}>
        <h2 id={`${id}-title`} className="font-serif text-24 wrap-anywhere">
          {title}
        </h2>
        {text && <p className="mt-2 text-pretty text-soft">{text}</p>}
        <div className="mt-4 grid gap-4">{children(reasonOf(form.failure))}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || form.isSaving}>
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
  /** With the `value`, if the options follow from another field. */
  registered: UseFormRegisterReturn & { value?: string };
  error?: string | undefined;
}

export function NameField({ registered, error }: FieldProps) {
  return (
    <Field label="Name" required error={error}>
      {(control) => <input {...control} className="field-box" dir="auto" maxLength={100} {...registered} />}
    </Field>
  );
}

interface ChoiceProps extends FieldProps {
  label: string;
  children: ReactNode;
}

export function CategoryChoice({ label, registered, error, children }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select {...control} className="field-box" {...registered}>
          {children}
        </select>
      )}
    </Field>
  );
}
