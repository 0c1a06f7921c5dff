import { type FormEvent, useState } from "react";
import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { ApiError } from "../../../api/client.ts";
import { useSaveProvider } from "../../../api/single-sign-on.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

type FieldName = "issuer" | "clientId" | "clientSecret" | "scopes";
const FIRST = { issuer: "", clientId: "", scopes: "openid email profile" };

/** Saves a draft. Nobody signs in with it before it is tested and activated. */
export function ProviderForm({ settings: { draft, active, redirectUri } }: { settings: SingleSignOn }) {
  const known = draft ?? active;
  const saving = useSaveProvider();
  const [values, setValues] = useState({ ...FIRST, ...known, clientSecret: "" });
  const hasSecret = known !== null && known.issuer === values.issuer.trim();
  const refused = (path: string) =>
    saving.error instanceof ApiError ? saving.error.fields.find((one) => one.path === path)?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { issuer, clientId, scopes, clientSecret } = values;
    const body = { issuer, clientId, scopes, ...(clientSecret && { clientSecret }) };
    saving.mutate(body, { onSuccess: () => showToast({ title: "Saved", text: "Test it next." }) });
  };
  const field = (name: FieldName, label: string, more: { help?: string; placeholder?: string; type?: string } = {}) => (
    <TextField
      label={label}
      error={refused(name)}
      required={!(name === "clientSecret" && hasSecret)}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      {...more}
    />
  );
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5 pt-4">
      <RedirectAddress address={redirectUri} />
      {field("issuer", "Issuer", { placeholder: "https://id.acme.com" })}
      {field("clientId", "Client ID")}
      {field("clientSecret", "Client secret", {
        type: "password",
        placeholder: hasSecret ? "••••••••  saved" : "",
        help: hasSecret ? "Leave it empty to keep the saved one." : "Kept encrypted. Nobody can read it again.",
      })}
      {field("scopes", "Scopes", { help: "‘openid’ is always asked for. ‘email’ brings the address." })}
      <SaveError error={saving.error} />
      <div>
        <Button
          type="submit"
          disabled={saving.isPending || values.issuer.trim() === "" || values.clientId.trim() === ""}
        >
          {saving.isPending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

function RedirectAddress({ address }: { address: string }) {
  return (
    <>
      <p className="text-pretty text-soft">
        Register Lorekeep at your provider as a web application (OpenID Connect, authorization code) with this redirect
        address, then enter what it gives you.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 text-13">
        <span className="min-w-0 font-mono break-all">{address}</span>
        <CopyButton text={address} label="Copy Redirect Address" />
      </div>
    </>
  );
}

interface TextFieldProps {
  label: string;
  error: string | undefined;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  placeholder?: string;
  type?: string;
}

function TextField({ label, error, required, value, onChange, help, placeholder, type = "text" }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} required={required}>
      {(control) => (
        <input
          {...control}
          type={type}
          className="field-box font-mono text-13"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
