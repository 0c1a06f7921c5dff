import type { ClipboardEvent } from "react";
import type { ModelProviderFacts } from "../../../../shared/contract/language-model.ts";
import type { ModelConnection } from "../../../api/language-model.ts";
import { Field } from "../../../ui/field.tsx";

interface ConnectionFieldsProps {
  provider: ModelProviderFacts;
  connection: ModelConnection;
  /** Its last four; null: there is none for this provider and address. */
  storedKey: string | null;
  onChange: (connection: ModelConnection) => void;
  /** A key was pasted into the empty field. */
  onPasted: (connection: ModelConnection) => void;
}

const ADDRESS_EXAMPLES: Partial<Record<ModelProviderFacts["id"], string>> = {
  azure: "https://your-resource.openai.azure.com/openai/v1",
  ollama: "http://127.0.0.1:11434",
  "openai-compatible": "https://models.example.com/v1",
};

export function ConnectionFields({ provider, connection, storedKey, onChange, onPasted }: ConnectionFieldsProps) {
  const { id, keyHelp, needsKey, needsAddress, needsRegion } = provider;
  const example = ADDRESS_EXAMPLES[id];
  const set = (field: "key" | "address" | "region", value: string) => {
    const { [field]: _, ...rest } = connection;
    onChange(value === "" ? rest : { ...rest, [field]: value });
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const key = event.clipboardData.getData("text").trim();
    if (connection.key || key === "") return;
    event.preventDefault();
    onPasted({ ...connection, key });
  };
  return (
    <div className="flex flex-col gap-4">
      {example && (
        <Field label="Address" required={needsAddress} help={`Such as ${example}`}>
          {(control) => (
            <input
              {...control}
              type="url"
              inputMode="url"
              spellCheck={false}
              className="field-box"
              value={connection.address ?? ""}
              onChange={({ target }) => set("address", target.value)}
            />
          )}
        </Field>
      )}
      {needsRegion && (
        <Field label="Region" required help={id === "vertex" ? "Such as europe-west4" : "Such as eu-central-1"}>
          {(control) => (
            <input
              {...control}
              spellCheck={false}
              className="field-box"
              value={connection.region ?? ""}
              onChange={({ target }) => set("region", target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label={id === "vertex" ? "Key file of a service account (JSON)" : "Key"}
        required={needsKey && storedKey === null}
        help={
          storedKey ? (
            `Leave it empty to go on with the key that ends in ${storedKey}.`
          ) : keyHelp ? (
            <a href={keyHelp} target="_blank" rel="noreferrer" className="text-link">
              Create a key at {provider.name}
            </a>
          ) : (
            !needsKey && "Only if your server asks for one."
          )
        }
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            className="field-box"
            value={connection.key ?? ""}
            onPaste={paste}
            onChange={({ target }) => set("key", target.value)}
          />
        )}
      </Field>
    </div>
  );
}
