import * as z from "zod/mini";

/**
 * The single description of a connector's configuration. The form, its validation on both sides, the setup guide, the
 * 'Coming Soon' badge and the TypeScript type follow from it. Data only: no SDK, no server code, so the browser may load it.
 */
export interface ConnectorManifest {
  /** The wire's `platform` or `type`, and the name of the connector's folder. */
  id: string;
  name: string;
  kind: "chat" | "knowledge";
  /** `configure-only`: can be saved and listed, is never read. `coming-soon`: shown with its guide, cannot be created. */
  status: "live" | "configure-only" | "coming-soon";
  /** In the order of the form. */
  fields: readonly ManifestField[];
  /** Steps in reading order. */
  setupGuide: readonly SetupStep[];
  docsUrl: string;
  /** Of a chat platform. */
  chat?: ChatAbilities;
}

/** What the product asks instead of a platform's name. */
export interface ChatAbilities {
  /** What people call the places where they write. */
  place: "channel" | "space";
  /** What can be monitored is listed for all integrations at once, or for the one that a person chooses, who may also name a place that it does not show. */
  listed: "for-all" | "for-one";
  /** Whom a channel's credentials can find by an address: everybody of the company, or the people of that channel alone. */
  finds: "everybody" | "people-of-the-channel";
  /** Its monitored channels count towards what the plan includes. */
  countsInPlan: boolean;
  /** Whether who gave an answer can be asked in its thread; with what to do where the credentials may not. Null: we only read. */
  questions: { notAllowed: string } | null;
}

export interface ManifestField {
  /** The key on the wire and in the stored configuration. */
  key: string;
  label: string;
  help: string;
  /** Encrypted at rest and never sent back. */
  secret: boolean;
  /** Without it the connector cannot be saved. */
  required: boolean;
  /** Beyond the fields that everybody who reads an integration expects: not in an answer while it is empty. */
  isExtra?: true;
  pattern?: RegExp;
  /** What a person reads when the pattern does not match. */
  patternMessage?: string;
  placeholder?: string;
}

export interface SetupStep {
  title: string;
  /** `{address}` stands for the address by which people reach this installation. */
  text: string;
}

type KeysOf<Fields extends readonly ManifestField[], Required extends boolean> = Extract<
  Fields[number],
  { required: Required }
>["key"];

/** The configuration a manifest describes, after `configSchema`. */
export type ConfigOf<Manifest extends ConnectorManifest> = {
  [Key in KeysOf<Manifest["fields"], true>]: string;
} & {
  [Key in KeysOf<Manifest["fields"], false>]?: string | undefined;
};

/** Keeps the literal types of a manifest, so that its config type can be derived. */
export function defineManifest<const Manifest extends ConnectorManifest>(manifest: Manifest): Manifest {
  return manifest;
}

/** Longest value of a field; a Google service-account key is about 2,400 characters. */
const MAX_VALUE_CHARACTERS = 8_000;

/** Strict: unknown keys are refused, values are trimmed, blank optional fields are left out. Messages are for the form. */
export function configSchema<Manifest extends ConnectorManifest>(
  manifest: Manifest,
): z.ZodMiniType<ConfigOf<Manifest>, Record<string, unknown>> {
  const shape = Object.fromEntries(manifest.fields.map((field) => [field.key, valueSchema(field)]));
  const withoutBlanks = z.transform((config: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== "")),
  );
  return z.pipe(z.strictObject(shape), withoutBlanks) as unknown as z.ZodMiniType<
    ConfigOf<Manifest>,
    Record<string, unknown>
  >;
}

function valueSchema(field: ManifestField) {
  const text = z
    .string(`${field.label} is required.`)
    .check(z.trim(), z.maxLength(MAX_VALUE_CHARACTERS, `${field.label} is too long.`));
  const filled = text.check(
    z.refine((value) => !field.required || value !== "", { error: `${field.label} is required.`, abort: true }),
    z.refine((value) => value === "" || !field.pattern || field.pattern.test(value), {
      error: field.patternMessage ?? `${field.label} does not look right.`,
    }),
  );
  return field.required ? filled : z.optional(filled);
}
