import type { ClipboardEvent } from "react";
import type { ModelProviderFacts } from "../../../../shared/contract/language-model.ts";
import type { ModelConnection } from "../../../api/language-model.ts";
import { Field } from "../../../ui/field.tsx";

interface ConnectionFieldsProps {
  provider: ModelProviderFacts;
  connection: ModelConnection;
  /** The stored key's last four characters; null if there is no key for this provider and URL. */
  storedKey: string | null;
  onChange: (connection: ModelConnection) => void;
  /** Called when a key was pasted into the empty field. */
  onPasted: (connection: ModelConnection) => void;
}

const ADDRESS_EXAMPLES: Partial<Record<ModelProviderFacts["id"], string>> = {
  azure: "https://your-resource.openai.azure.com/openai/v1",
  ollama: "http://127.0.0.1:11434",
  "openai-compatible": "https://models.example.com/v1",
};

export function ConnectionFields(props: ConnectionFieldsProps) {
  const { provider, connection, onChange } = props;
  const example = ADDRESS_EXAMPLES[provider.id];
  const region = provider.id === "vertex" ? "europe-west4" : "eu-central-1";
  return (
    <div className="flex flex-col gap-4">
      {example && (
        <TextField
          label="Address"
          required={provider.needsAddress}
          example={example}
          value={connection.address ?? ""}
          onChange={(address) => onChange(withValue(connection, "address", address))}
        />
      )}
      {provider.needsRegion && (
        <TextField
          label="Region"
          required
          example={region}
          value={connection.region ?? ""}
          onChange={(chosen) => onChange(withValue(connection, "region", chosen))}
        />
      )}
      <KeyField {...props} />
    </div>
  );
}

function withValue(connection: ModelConnection, field: "key" | "address" | "region", value: string): ModelConnection {
  const { [field]: _, ...rest } = connection;
  return value === "" ? rest : { ...rest, [field]: value };
}

interface TextFieldProps {
  label: string;
  required: boolean;
  example: string;
  value: string;
  onChange: (value: string) => void;
}

function TextField({ label, required, example, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} required={required} help={`Such as ${example}`}>
      {(control) => (
        <input
          {...control}
          spellCheck={false}
          className="field-box"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function KeyField({ provider, connection, storedKey, onChange, onPasted }: ConnectionFieldsProps) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const key = event.clipboardData.getData("text").trim();
    if (connection.key || key === "") return;
    event.preventDefault();
    onPasted({ ...connection, key });
  };
  return (
    <Field
      label={provider.id === "vertex" ? "Key file of a service account (JSON)" : "Key"}
      required={provider.needsKey && storedKey === null}
      help={helpOf(provider, storedKey)}
    >
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete="off"
          className="field-box"
          value={connection.key ?? ""}
          onPaste={paste}
          onChange={({ target }) => onChange(withValue(connection, "key", target.value))}
        />
      )}
    </Field>
  );
}

function helpOf({ name, keyHelp, needsKey }: ModelProviderFacts, storedKey: string | null) {
  if (storedKey) return `Leave it empty to go on with the key that ends in ${storedKey}.`;
  if (!keyHelp) return !needsKey && "Only if your server asks for one.";
  return (
    <a href={keyHelp} target="_blank" rel="noreferrer" className="text-link">
      Create a key at {name}
    </a>
  );
}
