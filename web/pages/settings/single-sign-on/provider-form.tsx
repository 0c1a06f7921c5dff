import type { UseFormRegisterReturn } from "react-hook-form";
import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { useSaveProvider } from "../../../api/single-sign-on.ts";
import { useContractForm } from "../../../components/use-contract-form.ts";
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
  const form = useContractForm(useSaveProvider(), {
    values: { ...FIRST, ...known, clientSecret: "" },
    toBody: ({ issuer, clientId, scopes, clientSecret }) => ({
      issuer,
      clientId,
      scopes,
      ...(clientSecret && { clientSecret }),
    }),
    onSaved: () => showToast({ title: "Saved", text: "Test it next." }),
  });
  const { issuer, clientId } = form.values;
  const hasSecret = known !== null && known.issuer === issuer.trim();
  const field = (name: FieldName, label: string, more: { help?: string; placeholder?: string; type?: string } = {}) => (
    <TextField
      label={label}
      error={form.errorOf(name)}
      required={!(name === "clientSecret" && hasSecret)}
      registered={form.register(name)}
      {...more}
    />
  );
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-xl flex-col gap-5 pt-4">
      <RedirectAddress address={redirectUri} />
      {field("issuer", "Issuer", { placeholder: "https://id.acme.com" })}
      {field("clientId", "Client ID")}
      {field("clientSecret", "Client secret", {
        type: "password",
        placeholder: hasSecret ? "••••••••  saved" : "",
        help: hasSecret ? "Leave it empty to keep the saved one." : "Kept encrypted. Nobody can read it again.",
      })}
      {field("scopes", "Scopes", { help: "‘openid’ is always asked for. ‘email’ brings the address." })}
      <SaveError error={form.failure} />
      <div>
        <Button type="submit" disabled={form.isSaving || issuer.trim() === "" || clientId.trim() === ""}>
          {form.isSaving ? "Saving..." : "Save"}
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
  registered: UseFormRegisterReturn;
  help?: string;
  placeholder?: string;
  type?: string;
}

function TextField({ label, error, required, registered, help, placeholder, type = "text" }: TextFieldProps) {
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
          {...registered}
        />
      )}
    </Field>
  );
}
