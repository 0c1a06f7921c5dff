import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { Field } from "../ui/field.tsx";
import type { IntegrationForm } from "./integration-form.ts";

interface ManifestFieldsProps {
  manifest: ConnectorManifest;
  register: UseFormRegister<IntegrationForm>;
  errors: FieldErrors<IntegrationForm>;
  /** The edit form of a chat integration marks every field. */
  marksAll?: boolean;
}

/** The fields of a connector, as its manifest describes them. */
export function ManifestFields({ manifest, register, errors, marksAll = false }: ManifestFieldsProps) {
  return manifest.fields.map((field) => (
    <Field
      key={`${manifest.id} ${field.key}`}
      label={field.label}
      help={field.help}
      required={marksAll || field.required}
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
          {...register(`config.${field.key}`)}
        />
      )}
    </Field>
  ));
}
