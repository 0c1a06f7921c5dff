import * as z from "zod/mini";

/**
 * The single description of a connector's configuration. The form, its validation on both sides, the setup guide and the
 * TypeScript type follow from it. Data only: no SDK, no server code, so the browser may load it.
 */
export interface ConnectorManifest {
  /** The wire's `platform` or `type`, and the name of the connector's folder. */
  id: string;
  name: string;
  kind: "chat" | "knowledge";
  /** In the order of the form. */
  fields: readonly ManifestField[];
  /** Steps in reading order. */
  setupGuide: readonly SetupStep[];
  docsUrl: string;
  /** People connect it with the operator's app, where there is one, instead of filling in this field. */
  connect?: {
    label: string;
    field: string;
    text: string;
    /** Knowledge platforms list these for people to choose where articles go. */
    place?: "space" | "page";
    /** What a person without that app enters: 'Or connect with your own …'. */
    own: string;
    /** The platform tells the app of each account once: it belongs to one workspace here, and to one integration of it. */
    isSole?: true;
  };
  /** Of a knowledge platform: pages are under pages or in folders there, so that categories become a tree. */
  pageTree?: true;
  /** Of a chat platform. */
  chat?: ChatAbilities;
  /** What people paste into the wrong field, told apart by its form; the first that fits counts. */
  credentialKinds?: readonly CredentialKind[];
}

export interface SetupWay {
  id: string;
  /** What it is chosen by. */
  label: string;
  /** Whether it works at this address of the installation, as far as an address can tell. */
  suits: (address: string) => boolean;
  link: { label: string; href: (address: string) => string };
  /** The first is what the link does. */
  steps: readonly SetupStep[];
}

export interface CredentialKind {
  pattern: RegExp;
  /** 'an app-level token' */
  name: string;
  /** Where it belongs; absent: nowhere here. */
  field?: string;
  /** What to do instead, as a sentence. */
  advice?: string;
}

/** What the product asks instead of a platform's name. */
export interface ChatAbilities {
  /** What people call the places where they write. */
  place: "channel" | "space";
  /** What can be monitored is listed for all integrations at once, or for the one that a person chooses. */
  listed: "for-all" | "for-one";
  /** How one that is not listed is named by hand, and the field that suggests one; null where all that can be read is listed. */
  named: { help: string; suggestedBy: string } | null;
  /** Whom a channel's credentials can find by an address: everybody of the company, or the people of that channel alone. */
  finds: "everybody" | "people-of-the-channel";
  /** Its channels can be added by a rule: it lists all of them, says which are public, and lets the bot join those. */
  addsByRule: boolean;
  /** Its monitored channels count towards what the plan includes. */
  countsInPlan: boolean;
  /** Whether who gave an answer can be asked in its thread; with what to do where the credentials may not. Null: we only read. */
  questions: { notAllowed: string } | null;
  /** Whether what people ask in its channels can be answered there. */
  answers: boolean;
  /** It tells of new messages at an address of ours, without anything entered for it: what decides is whether it can reach that. */
  notifies: boolean;
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
  /** What there is to choose; the first one, '' and not stored, is the usual one. */
  options?: readonly { value: string; label: string }[];
  /** Stored readably and sent before the value of that secret field, with a colon between them: the user of a password. */
  partOf?: string;
  /** Asked only while another field has this value. */
  onlyWith?: { field: string; value: string };
  pattern?: RegExp;
  /** What a person reads when the pattern does not match. */
  patternMessage?: string;
  /** What it usually looks like: only said, because the platform may change it. */
  usual?: { pattern: RegExp; ok: string; doubt: string };
  placeholder?: string;
  /** How it is proven. `test`: the platform is asked. `request`: by what it signs with it, so that somebody waits for that. */
  proof?: FieldProof;
}

export type FieldProof =
  | { by: "test" }
  | {
      by: "request";
      waiting: string;
      /** A field with which nothing is sent that could prove it, and what is said then. */
      unusedWith: { field: string; text: string };
      /** What to do when requests come that were signed with another one, as a sentence. */
      signedByAnother: string;
    };

export interface SetupStep {
  title: string;
  /** `{address}` stands for the address by which people reach this installation. */
  text: string;
  /** What is uploaded to the platform in this step, made for what is entered in a field. */
  download?: {
    field: string;
    pattern: RegExp;
    label: string;
    /** What to do as long as the field does not hold it. */
    lacking: string;
  };
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

/**
 * The fields as a connector takes them: the parts of a credential stand before it. A credential that was entered whole, as
 * 'user:password' in its one field, stays as it is.
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

/** Longest value of a field; a Google service-account key is about 2,400 characters. */
const MAX_VALUE_CHARACTERS = 8_000;

/** Strict: unknown keys are refused, values are trimmed, blank optional fields are left out. Messages are for the form. */
export function configSchema<Manifest extends ConnectorManifest>(
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

/** Why a filled value cannot be right, for the form; null when it can. A known kind of credential is named. */
export function problemWith(manifest: ConnectorManifest, field: ManifestField, value: string): string | null {
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
      const message = value === "" ? null : problemWith(manifest, field, value);
      if (message) issues.push({ code: "custom", input: value, message });
    }),
  );
  return field.required ? filled : z.optional(filled);
}
