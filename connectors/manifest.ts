import * as z from "zod/mini";

/**
 * Describes a connector's configuration. The form, the validation in browser and server, the setup guide and the
 * TypeScript type are derived from the manifest. A manifest contains only data, without SDK and server code, so that
 * the browser can load it.
 */
export interface ConnectorManifest {
  /** The `platform` or `type` in the API. It is also the name of the connector's folder. */
  id: string;
  name: string;
  kind: "chat" | "knowledge";
  /** The fields of the form in display order. */
  fields: readonly ManifestField[];
  /** The setup guide's steps in reading order. */
  setupGuide: readonly SetupStep[];
  docsUrl: string;
  /**
   * Signing in to the platform by OAuth in place of entering this field. Requires that the operator configured an app.
   */
  connect?: {
    label: string;
    field: string;
    text: string;
    /** The alternative without OAuth: 'Or connect with your own …'. */
    own: string;
    /**
     * True if an account can belong to only one integration, because the platform sends the account's events to our app
     * only once.
     */
    isSole?: true;
  };
  /**
   * Only for knowledge platforms: the kind of place that the platform lists and people choose for publishing articles.
   */
  place?: DestinationKind;
  /** Only for knowledge platforms: true if pages have child pages or folders, so that categories can become a tree. */
  pageTree?: true;
  /**
   * Only for knowledge platforms: true if a test page can be created and removed without anyone outside the team seeing
   * it.
   */
  provesByPage?: true;
  /** The capabilities of a chat platform; absent in manifests of knowledge platforms. */
  chat?: ChatAbilities;
  /** Credentials that people paste into the wrong field, with patterns that recognize them. The first match counts. */
  credentialKinds?: readonly CredentialKind[];
}

export type DestinationKind = "space" | "page" | "section" | "collection" | "project" | "library" | "knowledge base";

export const getDestinationPlural = (place: DestinationKind) => (place === "library" ? "libraries" : `${place}s`);

export interface SetupWay {
  id: string;
  /** The label of this option. */
  label: string;
  /** Whether this way of setup works at the installation's address, as far as the address shows it. */
  suits: (address: string) => boolean;
  link: { label: string; href: (address: string) => string };
  /** The steps after the link, which replaces the first step. */
  steps: readonly SetupStep[];
}

export interface CredentialKind {
  pattern: RegExp;
  /** The credential's name, such as 'an app-level token'. */
  name: string;
  /** The field that the credential belongs into. Absent if the connector does not need this credential. */
  field?: string;
  /** One sentence of advice. */
  advice?: string;
}

/** Capabilities of a chat platform. Code checks these and never compares platform names. */
export interface ChatAbilities {
  /** The platform's word for a channel. */
  place: "channel" | "space";
  /** Whether one request lists the channels of all integrations, or only those of one integration. */
  listed: "for-all" | "for-one";
  /**
   * Help for entering a channel that is not listed, and the field whose value is suggested. Null if all readable
   * channels are listed.
   */
  named: { help: string; suggestedBy: string } | null;
  /**
   * The people whom a channel's credentials can find by e-mail address: everybody in the company, or only the channel's
   * members.
   */
  finds: "everybody" | "people-of-the-channel";
  /**
   * True if rules can add channels: the platform lists all channels, shows which are public, and lets the bot join
   * those.
   */
  addsByRule: boolean;
  /** True if monitored channels count towards the plan's limit. */
  countsInPlan: boolean;
  /**
   * Whether authors can be asked questions in a thread, with advice for credentials that may not ask. Null if the
   * connector only reads.
   */
  questions: { notAllowed: string } | null;
  /** Whether Lorekeep can answer questions in the platform's channels. */
  answers: boolean;
  /**
   * True if the platform sends notifications to this server without configuration, provided that it can reach the
   * server's address.
   */
  notifies: boolean;
}

export interface ManifestField {
  /** The field's key in the API and in the stored configuration. */
  key: string;
  label: string;
  help: string;
  /** True if the value is encrypted in the database and never returned. */
  secret: boolean;
  /** True if the connector cannot be saved without a value in this field. */
  required: boolean;
  /** True for a newer field that API clients may not expect. It is left out of responses while it is empty. */
  isExtra?: true;
  /** The options. The first option is the default; its value is '' and is not stored. */
  options?: readonly { value: string; label: string }[];
  /**
   * The secret field that this user name belongs to. The name is stored in plain text and put before the secret with a
   * colon.
   */
  partOf?: string;
  /** The field is shown only while another field has this value. */
  onlyWith?: { field: string; value: string };
  pattern?: RegExp;
  /** The validation message when the pattern does not match. */
  patternMessage?: string;
  /** The usual form of the value. A different form only causes a remark, because the platform may change the form. */
  usual?: { pattern: RegExp; ok: string; doubt: string };
  placeholder?: string;
  /**
   * The way in which the value is verified. `test`: by a call. `request`: by the signature of the platform's next
   * request.
   */
  proof?: FieldProof;
}

export type FieldProof =
  | { by: "test" }
  | {
      by: "request";
      waiting: string;
      /** A field that makes this field unnecessary. No request can then verify this field, and `text` is shown. */
      unusedWith: { field: string; text: string };
      /** A sentence of advice, shown if requests arrive with another signature. */
      signedByAnother: string;
    };

export interface SetupStep {
  title: string;
  /** `{address}` stands for the address of this installation. */
  text: string;
  /** A file for this step, which a person uploads to the platform. It is made from the value of a field. */
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

/** Returns the manifest with its literal types, from which the type of the configuration is derived. */
export function defineManifest<const Manifest extends ConnectorManifest>(manifest: Manifest): Manifest {
  return manifest;
}

/**
 * Puts the user name of each credential before its secret. A secret that already contains 'user:password' stays
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

/** The longest value of a field. A key of a Google service account has about 2,400 characters. */
const MAX_VALUE_CHARACTERS = 8_000;

/**
 * Builds a strict schema: it rejects unknown keys, trims values and removes blank optional fields. The form shows its
 * messages.
 */
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

/**
 * Returns the validation message for a non-blank value; null if the value may be right. Recognizes a known credential
 * of the wrong kind and names it.
 */
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
