import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { CurrentPassword } from "../../../components/current-password.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";

export interface Proof {
  password: string;
  code: string;
}

interface ProofFormProps<Answer> {
  explanation: string;
  action: string;
  mutation: {
    mutate(proof: Proof, options: { onSuccess(answer: Answer): void }): void;
    error: unknown;
    isPending: boolean;
  };
  onSuccess: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password and a code, which every change of the second factor needs. */
export function ProofForm<Answer>({ explanation, action, mutation, onSuccess, onCancel }: ProofFormProps<Answer>) {
  const [proof, setProof] = useState<Proof>({ password: "", code: "" });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mutation.isPending) mutation.mutate(proof, { onSuccess });
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-sm flex-col gap-5 pt-5">
      <p className="text-soft">{explanation}</p>
      <CurrentPassword
        label="Your password"
        value={proof.password}
        error={findProblemAt(mutation.error, "password")}
        onChange={(password) => setProof({ ...proof, password })}
      />
      <CodeField
        label="Code of the app, or a recovery code"
        value={proof.code}
        error={findProblemAt(mutation.error, "code")}
        onChange={(code) => setProof({ ...proof, code })}
      />
      <FormProblem error={mutation.error} />
      <FormButtons action={action} isPending={mutation.isPending} onCancel={onCancel} />
    </form>
  );
}

export function FormButtons({
  action,
  isPending,
  onCancel,
}: {
  action: string;
  isPending: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="primary" type="submit" disabled={isPending}>
        {action}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface CodeFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

export function CodeField({ label, value, error, onChange }: CodeFieldProps) {
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="field-box"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** The server's message about one field. */
export const findProblemAt = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ path }) => path === field)?.message : undefined;

/** The server's message, if it concerns no single field. */
export function FormProblem({ error }: { error: unknown }) {
  if (!error || (error instanceof ApiError && error.fields.length > 0)) return null;
  const said = error instanceof ApiError ? error.said : undefined;
  return (
    <p role="alert" className="text-13 text-wrong">
      {said ?? "No answer came from the server. Please try again."}
    </p>
  );
}
