import type { Resolver } from "react-hook-form";
import {
  type ConnectorManifest,
  findFieldProblem,
  joinCredential,
  type ManifestField,
} from "../../connectors/manifest.ts";

export interface IntegrationForm {
  name: string;
  platform: string;
  config: Record<string, string>;
}

/** Milliseconds after the last key press at which validation messages appear. */
export const TYPING_REST_MS = 400;

/** Creates an empty form with the fields of all given platforms. */
export function createBlankForm(manifests: readonly ConnectorManifest[], platform: string): IntegrationForm {
  const keys = manifests.flatMap(({ fields }) => fields.map(({ key }) => key));
  return { name: "", platform, config: Object.fromEntries(keys.map((key) => [key, ""])) };
}

/** Validates a form by its platform's manifest. `isEnforced`: decides which required fields must have a value. */
export function createFormResolver(
  manifests: readonly ConnectorManifest[],
  isEnforced: (field: ManifestField) => boolean,
): Resolver<IntegrationForm> {
  return (values) => {
    const config: Record<string, { type: string; message: string }> = {};
    const manifest = manifests.find(({ id }) => id === values.platform);
    const joined = manifest && joinCredential(manifest, values.config);
    const isIncomplete = (key: string | undefined) => {
      const secret = manifest?.fields.find((field) => field.key === key);
      return (
        isEnteredValue(values.config[key ?? ""]) &&
        !!secret &&
        !!findProblemOfField(manifest, secret, joined?.[secret.key], true)
      );
    };
    for (const field of manifest?.fields ?? []) {
      const entered = values.config[field.key];
      const isNeeded = (field.required && isEnforced(field)) || isIncomplete(field.partOf);
      const message = findProblemOfField(
        manifest,
        field,
        isEnteredValue(entered) ? joined?.[field.key] : entered,
        isNeeded,
      );
      if (message) config[field.key] = { type: "manifest", message };
    }
    const errors = {
      ...(values.name.trim() === "" && { name: { type: "required", message: "Name is required." } }),
      ...(Object.keys(config).length > 0 && { config }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

/**
 * The mask that the server returns for a secret, followed by the secret's last characters. If the form sends the mask
 * back, the stored secret stays.
 */
const MASK = "••••";

/** True if a person entered the value: neither blank nor a mask from the server. */
export const isEnteredValue = (value: string | undefined): value is string =>
  value !== undefined && value.trim() !== "" && !value.trim().startsWith(MASK);

/** The manifest's validation message for a value; null if the value is valid. */
export function findProblemOfField(
  manifest: ConnectorManifest | undefined,
  field: ManifestField,
  value: string | undefined,
  isEnforced: boolean,
): string | null {
  const text = value?.trim() ?? "";
  if (text === "") return isEnforced ? `${field.label} is required.` : null;
  return manifest && isEnteredValue(text) ? findFieldProblem(manifest, field, text) : null;
}
