import type { UseFormRegisterReturn } from "react-hook-form";
import type { NewKey } from "../../../../shared/contract/api-keys.ts";
import {
  KEY_LIFETIMES,
  KEY_SCOPE_NAMES,
  KEY_SCOPES,
  type KeyAudience,
  LONGEST_KEY_NAME,
} from "../../../../shared/domain/api-keys.ts";
import { useCreateApiKey } from "../../../api/api-keys.ts";
import { OneTimeSecretDialog } from "../../../components/new-secret.tsx";
import { requiredRule, useContractForm } from "../../../components/use-contract-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

interface NewKeyDialogProps {
  open: boolean;
  onClose: () => void;
}

export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  return (
    <Dialog title="New API key" open={open} onClose={onClose} closesOutside={false}>
      <NewKeyForm onClose={onClose} />
    </Dialog>
  );
}

const AUDIENCES: Readonly<Record<KeyAudience, string>> = {
  everybody: "What everybody of the workspace may read",
  maker: "What I may read, private channels too",
};

const EMPTY: NewKey = { name: "", scopes: ["articles"], audience: "everybody", addresses: [], days: 90 };

function NewKeyForm({ onClose }: { onClose: () => void }) {
  const making = useCreateApiKey();
  const form = useContractForm(making, {
    values: { ...EMPTY, addresses: "", days: String(EMPTY.days) },
    toBody: (values): NewKey => ({
      ...values,
      addresses: values.addresses.split(/[\s,;]+/).filter(Boolean),
      days: KEY_LIFETIMES.find((days) => String(days) === values.days) ?? null,
    }),
  });
  if (making.data) return <OneTimeSecretDialog what="Key" value={making.data.key} onDone={onClose} />;
  const { register, errorOf } = form;
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-5">
      <Field label="Name" required error={errorOf("name")}>
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
            autoFocus
            className="field-box"
            maxLength={LONGEST_KEY_NAME}
            placeholder="Coding agents"
            {...register("name", requiredRule("What will use the key?"))}
          />
        )}
      </Field>
      <Scopes registered={register("scopes", requiredRule("Choose at least one."))} error={errorOf("scopes")} />
      <Audience registered={register("audience")} />
      <Field label="Expires">
        {(control) => (
          <select {...control} className="field-box" {...register("days")}>
            {KEY_LIFETIMES.map((days) => (
              <option key={days} value={days ?? "never"}>
                {days === null ? "Never" : `In ${days} days`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Only from these addresses"
        help="Optional. Addresses or networks such as 203.0.113.0/24."
        error={errorOf("addresses")}
      >
        {(control) => <input {...control} className="field-box font-mono text-13" {...register("addresses")} />}
      </Field>
      <SaveError error={form.failure} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={form.isSaving}>
          {form.isSaving ? "Making..." : "Create Key"}
        </Button>
      </div>
    </form>
  );
}

function Audience({ registered }: { registered: UseFormRegisterReturn }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">What it sees</legend>
      {(["everybody", "maker"] as const).map((audience) => (
        <label key={audience} className="flex items-start gap-2.5">
          <input type="radio" className="mt-1 size-4 accent-accent" value={audience} {...registered} />
          {AUDIENCES[audience]}
        </label>
      ))}
    </fieldset>
  );
}

function Scopes({ registered, error }: { registered: UseFormRegisterReturn; error: string | undefined }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">What it may do</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} className="flex items-start gap-2.5">
          <input type="checkbox" className="mt-1 size-4 accent-accent" value={scope} {...registered} />
          {KEY_SCOPE_NAMES[scope]}
        </label>
      ))}
      {error && (
        <p role="alert" className="text-13 text-wrong">
          {error}
        </p>
      )}
    </fieldset>
  );
}
