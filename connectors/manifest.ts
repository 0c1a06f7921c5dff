import * as z from "zod/mini";

/**
 * Describes a connector's configuration. The form, its validation in browser and server, the setup guide and the TypeScript type
 * are derived from it. It contains data only, no SDK or server code, so that the browser may load it.
 */
export interface ConnectorManifest {
  /** The `platform` or `type` in the API, and the name of the connector's folder. */
  id: string;
  name: string;
  kind: "chat" | "knowledge";
  /** The fields of the form, in its order. */
  fields: readonly ManifestField[];
  /** The setup guide's steps in reading order. */
  setupGuide: readonly SetupStep[];
  docsUrl: string;
  /** OAuth with the operator's app, if configured, in place of filling in this field. */
  connect?: {
    label: string;
    field: string;
    text: string;
    /** The fallback without the operator's app: 'Or connect with your own …'. */
    own: string;
    /** The platform sends an account's events to the app only once, so an account belongs to one integration of one workspace. */
    isSole?: true;
  };
  /** Knowledge platforms only: the places that the platform lists, so that people choose where articles are published. */
  place?: ListedPlace;
  /** Knowledge platforms only: pages have child pages or folders, so that categories become a tree. */
  pageTree?: true;
  /** Knowledge platforms only: a person can have a page written and removed again, which nobody outside the team sees. */
  provesByPage?: true;
  /** The capabilities of a chat platform; absent in manifests of knowledge platforms. */
  chat?: ChatAbilities;
  /** Credentials that people paste into the wrong field, recognized by their form; the first match counts. */
  credentialKinds?: readonly CredentialKind[];
}

export type ListedPlace = "space" | "page" | "section" | "collection" | "project" | "library" | "knowledge base";

export const pluralOfPlace = (place: ListedPlace) => (place === "library" ? "libraries" : `${place}s`);

export interface SetupWay {
  id: string;
  /** The label of the choice. */
  label: string;
  /** Whether this way works at the installation's address, as far as the address shows. */
  suits: (address: string) => boolean;
  link: { label: string; href: (address: string) => string };
  /** The steps without the first one, which the link does. */
  steps: readonly SetupStep[];
}

export interface CredentialKind {
  pattern: RegExp;
  /** The credential's name, such as 'an app-level token'. */
  name: string;
  /** The field that the credential belongs into; absent when the connector needs no such credential. */
  field?: string;
  /** Advice in one sentence. */
  advice?: string;
}

/** Capabilities, which code checks in place of platform names. */
export interface ChatAbilities {
  /** The platform's word for a channel. */
  place: "channel" | "space";
  /** Whether one request lists the channels of all integrations, or only those of a chosen one. */
  listed: "for-all" | "for-one";
  /** Help for entering an unlisted channel, and the field that suggests one; null where all readable channels are listed. */
  named: { help: string; suggestedBy: string } | null;
  /** The people whom a channel's credentials can find by address: everybody in the company, or the channel's people alone. */
  finds: "everybody" | "people-of-the-channel";
  /** Channels can be added by a rule: the platform lists all, says which are public, and lets the bot join those. */
  addsByRule: boolean;
  /** Monitored channels count towards the plan's limit. */
  countsInPlan: boolean;
  /** Whether authors can be asked in a thread, with advice when the credentials may not. Null: the connector only reads. */
  questions: { notAllowed: string } | null;
  /** Whether Lorekeep can answer questions in the platform's channels. */
  answers: boolean;
  /** The platform notifies this server without any configuration, provided that it can reach the server's address. */
  notifies: boolean;
}

export interface ManifestField {
  /** The key in the API and in the stored configuration. */
  key: string;
  label: string;
  help: string;
  /** The value is encrypted at rest and never returned. */
  secret: boolean;
  /** The connector cannot be saved without a value in this field. */
  required: boolean;
  /** A newer field that API clients may not expect: left out of responses while it is empty. */
  isExtra?: true;
  /** The options; the first one, '' and not stored, is the default. */
  options?: readonly { value: string; label: string }[];
  /** A user name, stored in plain text and put before the value of that secret field with a colon. */
  partOf?: string;
  /** Shown only while another field has this value. */
  onlyWith?: { field: string; value: string };
  pattern?: RegExp;
  /** The validation message when the pattern does not match. */
  patternMessage?: string;
  /** The usual form of the value. A mismatch is only a remark, because the platform may change the form. */
  usual?: { pattern: RegExp; ok: string; doubt: string };
  placeholder?: string;
  /** How the value is verified. `test`: by a call. `request`: by the signature of the platform's next request. */
  proof?: FieldProof;
}

export type FieldProof =
  | { by: "test" }
  | {
      by: "request";
      waiting: string;
      /** A field that makes this one unused, so that no request can verify it, and the text shown then. */
      unusedWith: { field: string; text: string };
      /** Advice, in a sentence, when requests arrive with another signature. */
      signedByAnother: string;
    };

export interface SetupStep {
  title: string;
  /** `{address}` is replaced by the address of this installation. */
  text: string;
  /** A file for this step that is uploaded to the platform, made from the value of a field. */
  download?: {
    field: string;
    pattern: RegExp;
    label: string;
    /** The text shown while the field has no valid value. */
    lacking: string;
  };
}

type KeysOf<Fields extends readonly ManifestField[], Required extends boolean> = Extract<
  Fields[number],
  { required: Required }
>["key"];

/** The type of the configuration after `buildConfigSchema`. */
export type ConfigOf<Manifest extends ConnectorManifest> = {
  [Key in KeysOf<Manifest["fields"], true>]: string;
} & {
  [Key in KeysOf<Manifest["fields"], false>]?: string | undefined;
};

/** Preserves the manifest's literal types, from which the config type is derived. */
export function defineManifest<const Manifest extends ConnectorManifest>(manifest: Manifest): Manifest {
  return manifest;
}

/**
 * Prepends the user name of each credential to its secret. A credential entered as 'user:password' in the secret field stays
 * unchanged.
 */
export function joinCredential<Fields extends Record<string, string | undefined>>(
  { fields }: ConnectorManifest,
  given: Fields,
): Fields {
  const parts = fields.filter(({ partOf }) => partOf);
  const secret = parts[0]?.partOf;
  const value = secret && given[secret]?.trim();
  if (!secret || !value || parts.some(({ key }) => !given[key]?.trim())) return given;
  const before = parts.map(({ key }) => `${given[key]?.trim()}:`).join("");
  return value.startsWith(before) ? given : { ...given, [secret]: before + value };
}

/** The longest value of a field; a Google service-account key has about 2,400 characters. */
const MAX_VALUE_CHARACTERS = 8_000;

/** A strict schema: it refuses unknown keys, trims values and drops blank optional fields. Its messages are for the form. */
export function buildConfigSchema<Manifest extends ConnectorManifest>(
  manifest: Manifest,
): z.ZodMiniType<ConfigOf<Manifest>, Record<string, unknown>> {
  const shape = Object.fromEntries(manifest.fields.map((field) => [field.key, valueSchema(manifest, field)]));
  const withoutBlanks = z.transform((config: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== "")),
  );
  return z.pipe(z.strictObject(shape), withoutBlanks) as unknown as z.ZodMiniType<
    ConfigOf<Manifest>,
    Record<string, unknown>
  >;
}

/** The validation message for a non-blank value; null when it may be right. Names a known credential of the wrong kind. */
export function findFieldProblem(manifest: ConnectorManifest, field: ManifestField, value: string): string | null {
  const isChoice = !field.options || field.options.some((option) => option.value === value);
  const fits = isChoice && (!field.pattern || field.pattern.test(value));
  const kind = manifest.credentialKinds?.find(({ pattern }) => pattern.test(value));
  const other = kind && kind.field !== field.key ? kind : undefined;
  if (fits && !other) return null;
  const place = manifest.fields.find(({ key }) => key === other?.field)?.label;
  const sentences = [
    !fits && (field.patternMessage ?? `${field.label} does not look right.`),
    other && (place ? `This is ${other.name}: paste it into ${place}.` : `This is ${other.name}.`),
    other?.advice,
  ];
  return sentences.filter(Boolean).join(" ");
}

function valueSchema(manifest: ConnectorManifest, field: ManifestField) {
  const text = z
    .string(`${field.label} is required.`)
    .check(z.trim(), z.maxLength(MAX_VALUE_CHARACTERS, `${field.label} is too long.`));
  const filled = text.check(
    z.refine((value) => !field.required || value !== "", { error: `${field.label} is required.`, abort: true }),
    z.check(({ value, issues }) => {
      const message = value === "" ? null : findFieldProblem(manifest, field, value);
      if (message) issues.push({ code: "custom", input: value, message });
    }),
  );
  return field.required ? filled : z.optional(filled);
}
