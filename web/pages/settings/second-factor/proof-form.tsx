import type { UseFormRegisterReturn } from "react-hook-form";
import { ApiError } from "../../../api/client.ts";
import { CurrentPassword } from "../../../components/current-password.tsx";
import { type Mutation, useContractForm } from "../../../components/use-contract-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";

export interface SecondFactorProof {
  password: string;
  code: string;
}

interface ProofFormProps<Answer> {
  explanation: string;
  action: string;
  mutation: Mutation<SecondFactorProof, Answer>;
  onSuccess: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password and a code, which every change of the second factor needs. */
export function ProofForm<Answer>({ explanation, action, mutation, onSuccess, onCancel }: ProofFormProps<Answer>) {
  const form = useContractForm(mutation, { values: { password: "", code: "" }, onSaved: onSuccess });
  const { register, errorOf } = form;
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-sm flex-col gap-5 pt-5">
      <p className="text-soft">{explanation}</p>
      <CurrentPassword label="Your password" registered={register("password")} error={errorOf("password")} />
      <CodeField label="Code of the app, or a recovery code" registered={register("code")} error={errorOf("code")} />
      <FormProblem error={form.failure} />
      <FormButtons action={action} isPending={form.isSaving} onCancel={onCancel} />
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
  registered: UseFormRegisterReturn;
  error: string | undefined;
}

export function CodeField({ label, registered, error }: CodeFieldProps) {
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
          {...registered}
        />
      )}
    </Field>
  );
}

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
