import { type FormEvent, useState } from "react";
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
import { ApiError } from "../../../lib/api-error.ts";
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
  const [values, setValues] = useState(EMPTY);
  const [addresses, setAddresses] = useState("");
  const [isTried, setTried] = useState(false);
  const making = useCreateApiKey();
  if (making.data) return <OneTimeSecretDialog what="Key" value={making.data.key} onDone={onClose} />;
  const change = (part: Partial<NewKey>) => setValues({ ...values, ...part });
  const isNamed = values.name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isNamed || values.scopes.length === 0 || making.isPending) return;
    making.mutate({ ...values, addresses: addresses.split(/[\s,;]+/).filter(Boolean) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
      <Field label="Name" required error={isTried && !isNamed ? "What will use the key?" : undefined}>
        {(control) => (
          <input
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
            autoFocus
            className="field-box"
            maxLength={LONGEST_KEY_NAME}
            placeholder="Coding agents"
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Scopes values={values} change={change} error={isTried && values.scopes.length === 0} />
      <Audience values={values} change={change} />
      <Expiry values={values} change={change} />
      <Field
        label="Only from these addresses"
        help="Optional. Addresses or networks such as 203.0.113.0/24."
        error={fieldsOf(making.error).find(({ path }) => path.startsWith("addresses"))?.message}
      >
        {(control) => (
          <input
            {...control}
            className="field-box font-mono text-13"
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
          />
        )}
      </Field>
      <SaveError error={making.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={making.isPending}>
          {making.isPending ? "Making..." : "Create Key"}
        </Button>
      </div>
    </form>
  );
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : []);

interface PartProps {
  values: NewKey;
  change: (part: Partial<NewKey>) => void;
}

function Audience({ values, change }: PartProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">What it sees</legend>
      {(["everybody", "maker"] as const).map((audience) => (
        <label key={audience} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="audience"
            className="mt-1 size-4 accent-accent"
            checked={values.audience === audience}
            onChange={() => change({ audience })}
          />
          {AUDIENCES[audience]}
        </label>
      ))}
    </fieldset>
  );
}

function Expiry({ values, change }: PartProps) {
  return (
    <Field label="Expires">
      {(control) => (
        <select
          {...control}
          className="field-box"
          value={values.days ?? "never"}
          onChange={({ target }) => change({ days: target.value === "never" ? null : Number(target.value) })}
        >
          {KEY_LIFETIMES.map((days) => (
            <option key={days} value={days ?? "never"}>
              {days === null ? "Never" : `In ${days} days`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ScopesProps extends PartProps {
  error: boolean;
}

function Scopes({ values: { scopes }, change, error }: ScopesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-13 font-medium">What it may do</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1 size-4 accent-accent"
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              change({ scopes: KEY_SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))) })
            }
          />
          {KEY_SCOPE_NAMES[scope]}
        </label>
      ))}
      {error && (
        <p role="alert" className="text-13 text-wrong">
          Choose at least one.
        </p>
      )}
    </fieldset>
  );
}
