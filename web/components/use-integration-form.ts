import { useEffect, useState } from "react";
import { type UseFormSetFocus, useForm, useWatch } from "react-hook-form";
import type { ConnectorManifest, ManifestField } from "../../connectors/manifest.ts";
import { ApiError } from "../api/client.ts";
import { useConnectOffer } from "./connect-box.tsx";
import { createFormResolver, type IntegrationForm, TYPING_REST_MS } from "./integration-form.ts";
import type { SaveResult } from "./saved-toast.ts";

/** Whether the person enters their own app's credentials for an integration that supports OAuth. */
export function useOwnOAuthApp() {
  const [isOwnApp, onOwnApp] = useState(false);
  return { isOwnApp, onOwnApp };
}

/** Whether a new integration can be connected by OAuth, and whether the credential fields are therefore collapsed. */
export function useOAuthOffer(manifest: ConnectorManifest | undefined, isNew: boolean, isOwnApp: boolean) {
  const offer = useConnectOffer(manifest);
  const isKnown = !isNew || offer !== "unknown";
  const platform = isNew && offer !== "unknown" && offer !== "none" ? offer : null;
  return { isKnown, platform, isFolded: !isKnown || (platform !== null && !isOwnApp) };
}

/** Focuses the name field; if it is collapsed, the platform field. */
export function useFirstFieldFocus(
  setFocus: UseFormSetFocus<IntegrationForm>,
  isKnown: boolean,
  isOwnApp: boolean,
): void {
  useEffect(() => {
    if (isKnown) setFocus("platform");
  }, [setFocus, isKnown]);
  useEffect(() => {
    if (isKnown) setFocus("name");
  }, [setFocus, isKnown, isOwnApp]);
}

export function useIntegrationForm(
  platforms: readonly ConnectorManifest[],
  initial: IntegrationForm,
  isEnforced: (field: ManifestField) => boolean,
) {
  const form = useForm<IntegrationForm>({
    defaultValues: initial,
    resolver: createFormResolver(platforms, isEnforced),
    // Not 'onBlur': a message that appears when the focus leaves a field would move the button away from the pointer.
    mode: "onChange",
    delayError: TYPING_REST_MS,
  });
  const { control, getValues } = form;
  return { ...form, values: { ...getValues(), ...useWatch({ control }) } };
}

export function lacksRequiredField(
  { name, config }: { name: string; config?: Record<string, string | undefined> },
  { fields }: ConnectorManifest,
  isEnforced: (field: ManifestField) => boolean,
): boolean {
  return (
    name.trim() === "" || fields.some((field) => field.required && isEnforced(field) && !config?.[field.key]?.trim())
  );
}

/** Maps the server's validation errors to form fields. */
export function mapFieldErrors(error: unknown): { field: "name" | `config.${string}`; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  return error.fields.map(({ path, message }) => {
    const key = path.replace(/^config\./, "");
    return { field: key === "name" ? "name" : `config.${key}`, message };
  });
}

export function trimForm(
  form: IntegrationForm,
  initial: IntegrationForm,
  manifest: ConnectorManifest,
): IntegrationForm {
  const given = manifest.fields.flatMap(({ key }) => {
    const value = form.config[key]?.trim() ?? "";
    return value || initial.config[key] ? [[key, value]] : [];
  });
  return { name: form.name.trim(), platform: form.platform, config: Object.fromEntries(given) };
}

export const toSaveResult = (stored: unknown): SaveResult => ({
  trouble: textIn(stored, "trouble"),
  notTested: textIn(stored, "notTested"),
});

function textIn(stored: unknown, key: keyof SaveResult): string | null {
  const value = typeof stored === "object" && stored !== null ? Reflect.get(stored, key) : null;
  return typeof value === "string" ? value : null;
}
