import type { Resolver } from "react-hook-form";
import { type ConnectorManifest, joinCredential, type ManifestField, problemWith } from "../../connectors/manifest.ts";

export interface IntegrationForm {
  name: string;
  platform: string;
  config: Record<string, string>;
}

/** What is wrong with a value is said once the typing has rested. */
export const TYPING_REST_MS = 400;

/** An empty form for any of the platforms. */
export function blankForm(manifests: readonly ConnectorManifest[], platform: string): IntegrationForm {
  const keys = manifests.flatMap(({ fields }) => fields.map(({ key }) => key));
  return { name: "", platform, config: Object.fromEntries(keys.map((key) => [key, ""])) };
}

/** Checks a form against the manifest of its platform. `isEnforced` says which of the required fields must be filled. */
export function checkedBy(
  manifests: readonly ConnectorManifest[],
  isEnforced: (field: ManifestField) => boolean,
): Resolver<IntegrationForm> {
  return (values) => {
    const config: Record<string, { type: string; message: string }> = {};
    const manifest = manifests.find(({ id }) => id === values.platform);
    const joined = manifest && joinCredential(manifest, values.config);
    const isIncomplete = (key: string | undefined) => {
      const secret = manifest?.fields.find((field) => field.key === key);
      return isTyped(values.config[key ?? ""]) && !!secret && !!problemOf(manifest, secret, joined?.[secret.key], true);
    };
    for (const field of manifest?.fields ?? []) {
      const entered = values.config[field.key];
      const isNeeded = (field.required && isEnforced(field)) || isIncomplete(field.partOf);
      const message = problemOf(manifest, field, isTyped(entered) ? joined?.[field.key] : entered, isNeeded);
      if (message) config[field.key] = { type: "manifest", message };
    }
    const errors = {
      ...(values.name.trim() === "" && { name: { type: "required", message: "Name is required." } }),
      ...(Object.keys(config).length > 0 && { config }),
    };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

/** A read answers a secret as this and its last characters; sent back, it keeps the stored one. */
const MASK = "••••";

/** Whether a person entered it: not blank, and not what a read answered. */
export const isTyped = (value: string | undefined): value is string =>
  value !== undefined && value.trim() !== "" && !value.trim().startsWith(MASK);

/** What is wrong with a value, in the manifest's words; null when nothing is. */
export function problemOf(
  manifest: ConnectorManifest | undefined,
  field: ManifestField,
  value: string | undefined,
  isEnforced: boolean,
): string | null {
  const text = value?.trim() ?? "";
  if (text === "") return isEnforced ? `${field.label} is required.` : null;
  return manifest && isTyped(text) ? problemWith(manifest, field, text) : null;
}
