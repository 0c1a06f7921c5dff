import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { ConnectorManifest, ManifestField } from "../../connectors/manifest.ts";
import { Field } from "../ui/field.tsx";

export interface IntegrationForm {
  name: string;
  platform: string;
  config: Record<string, string>;
}

/** A read answers a secret as this and its last characters; sent back, it keeps the stored one. */
const MASK = "••••";

interface ManifestFieldsProps {
  manifest: ConnectorManifest;
  register: UseFormRegister<IntegrationForm>;
  errors: FieldErrors<IntegrationForm>;
  /** `all`: every field is marked, none enforced (the edit form of a chat integration). */
  required: "as-described" | "all";
  /** An empty secret keeps the stored one. */
  keepsSecrets?: boolean;
}

/** The fields of a connector, as its manifest describes them. */
export function ManifestFields({ manifest, register, errors, required, keepsSecrets = false }: ManifestFieldsProps) {
  return manifest.fields.map((field) => {
    const isEnforced = required === "as-described" && field.required && !(keepsSecrets && field.secret);
    return (
      <Field
        key={`${manifest.id} ${field.key}`}
        label={field.label}
        help={field.help}
        required={required === "all" || field.required}
        error={errors.config?.[field.key]?.message}
      >
        {(control) => (
          <input
            {...control}
            type={field.secret ? "password" : "text"}
            autoComplete={field.secret ? "new-password" : "off"}
            spellCheck={false}
            placeholder={field.placeholder}
            className="field-box"
            {...register(`config.${field.key}`, { validate: (value) => problemOf(field, value, isEnforced) })}
          />
        )}
      </Field>
    );
  });
}

/** What is wrong with a value, in the manifest's words. */
export function problemOf(field: ManifestField, value: string | undefined, isEnforced: boolean): string | true {
  const text = value?.trim() ?? "";
  if (text === "") return isEnforced ? `${field.label} is required.` : true;
  if (text.startsWith(MASK) || !field.pattern || field.pattern.test(text)) return true;
  return field.patternMessage ?? `${field.label} does not look right.`;
}
