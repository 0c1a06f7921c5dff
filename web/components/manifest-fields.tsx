import { Check } from "lucide-react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { ConnectorManifest, ManifestField } from "../../connectors/manifest.ts";
import { Field } from "../ui/field.tsx";
import { type IntegrationForm, isEnteredValue } from "./integration-form.ts";

interface ManifestFieldsProps {
  manifest: ConnectorManifest;
  /** Selects the fields to show; if missing, all are shown. */
  only?: ((field: ManifestField) => boolean) | undefined;
  register: UseFormRegister<IntegrationForm>;
  errors: FieldErrors<IntegrationForm>;
  /** The values of the form's fields by key. */
  values: Readonly<Record<string, string | undefined>>;
  /** Whether optional fields are marked too, as in the edit form of a chat integration. */
  marksAll?: boolean;
}

/** The fields of a connector, as its manifest describes them. */
export function ManifestFields({
  manifest,
  only = () => true,
  register,
  errors,
  values,
  marksAll = false,
}: ManifestFieldsProps) {
  const isAsked = ({ onlyWith }: ManifestField) => !onlyWith || values[onlyWith.field] === onlyWith.value;
  return manifest.fields
    .filter((field) => only(field) && isAsked(field))
    .map((field) => (
      <Field
        key={`${manifest.id} ${field.key}`}
        label={field.label}
        help={field.help}
        required={marksAll || field.required || field.partOf !== undefined}
        error={errors.config?.[field.key]?.message}
        remark={remarkOn(field, values[field.key])}
      >
        {(control) =>
          field.options ? (
            <select {...control} className="field-box" {...register(`config.${field.key}`)}>
              {field.options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...control}
              type={field.secret ? "password" : "text"}
              autoComplete={field.secret ? "new-password" : "off"}
              spellCheck={false}
              placeholder={field.placeholder}
              className="field-box"
              {...register(`config.${field.key}`)}
            />
          )
        }
      </Field>
    ));
}

/** A hint about a pasted credential of an unusual form. It appears immediately and does not prevent saving. */
function remarkOn({ usual }: ManifestField, value: string | undefined) {
  if (!usual || !isEnteredValue(value)) return undefined;
  if (!usual.pattern.test(value.trim())) return <span className="text-busy">{usual.doubt}</span>;
  return (
    <span className="flex items-center gap-1.5">
      <Check className="size-3.5 shrink-0" aria-hidden="true" />
      {usual.ok}
    </span>
  );
}
